// Plots for the report, as inline SVG. Colours are classes (s0, s1, ... and ref), so that the page
// defines light and dark colours.
#pragma once

#include <string>
#include <vector>

namespace odgear::bench {

constexpr int chart_colours = 8;

struct ChartPoint {
    double x = 0;
    double y = 0;
    std::string tip{};  // tooltip
};

struct ChartSeries {
    std::string name;
    int colour = 0;        // less than chart_colours; -1: the colour of references
    bool hollow = false;   // quoted, not measured
    bool line = false;     // points joined in order
    bool labelled = true;  // shows its name beside its (last) point
    std::vector<ChartPoint> points;
};

struct ChartBand {  // a stretch of the x axis with a name
    double from = 0;
    double to = 0;
    std::string name;
};

struct Chart {
    std::string title;
    std::string x_title;
    std::string y_title;
    bool x_log = false;
    bool y_log = false;
    bool x_ticks = true;
    bool y_zero_line = false;
    double y_most = 1e300;  // points above are not drawn but named below the plot
    std::vector<ChartSeries> series;
    std::vector<ChartBand> bands;
    double width = 540;
    double height = 340;
};

// A <figure> with the picture, or nothing if there is no point to draw.
std::string draw(const Chart& chart);

// About five round numbers within a range; powers of ten with 2 and 5 on a log axis.
std::vector<double> axis_ticks(double low, double high, bool log);

}  // namespace odgear::bench
