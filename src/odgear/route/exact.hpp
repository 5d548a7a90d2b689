// Judges a whole route step by step, with every rule. Several windows, breaks, reloads and releases
// cannot be joined in constant time, so routes that have them are judged here. O(steps), times the
// number of breaks, and times the number of further windows where the duration counts. Allocates no
// memory after the first calls.
#pragma once

#include <span>
#include <vector>

#include "odgear/route/model.hpp"

namespace odgear::route {

struct Totals {
    bool feasible = false;
    double distance = 0;
    double driving = 0;
    double duration = 0;  // 0 where it does not count
};

class Exact {
public:
    explicit Exact(const Model& model);

    // `codes` are stops and reloads in order. Breaks are put where the route ends earliest.
    Totals evaluate(int type, std::span<const int> codes);

    // A buffer for codes that callers may use.
    std::vector<int>& scratch() { return scratch_; }

    // The codes of the last feasible evaluation with its breaks, for plans.
    const std::vector<int>& with_breaks() const { return full_; }

private:
    struct Walk {
        bool late = false;
        double finish = 0;
        double idle = 0;
        double delay = 0;
        int bottleneck = -1;
    };

    bool counts_hold(const TypeData& type, std::span<const int> codes) const;
    bool loads_hold(const TypeData& type, std::span<const int> codes);
    bool trip_holds(const TypeData& type, std::span<const int> trip, int d, Load& carried) const;
    void find_releases(std::span<const int> codes);
    int place_of(const TypeData& type, int code) const;
    double enter(std::span<const fleet::Window> windows, double time) const;
    double arrive(int code, double time, std::size_t& trip) const;
    double begin_leg(const TypeData& type) const;
    bool times_hold(int type, std::span<const int> codes);
    bool times_with_breaks(int type, std::span<const int> codes);
    void trace_breaks(int type, std::span<const int> codes);
    double shortest_duration(int type);
    Walk walk(int type, double begin);
    std::span<const fleet::Window> windows_of(int type, int code) const;

    const Model& model_;
    std::vector<std::vector<int>> break_order_;  // the breaks of each type, sorted by opening time
    std::vector<double> releases_;               // of each trip
    std::vector<double> travel_;                 // travel time to each code and to the end
    std::vector<double> label_, next_;           // earliest time for each number of breaks taken
    std::vector<int> taken_;                     // breaks taken on the way into each code
    std::vector<int> full_;
    std::vector<int> scratch_;
    std::vector<int> floor_, used_;
};

}  // namespace odgear::route
