// A rich problem compiled for search: flat arrays, resolved locations, matrices by rows and
// columns, and stops tied together as units. Flags say which features occur, so that a missing
// feature costs one predictable branch. Built in O(stops * types + matrices). It refers to the
// problem, which must outlive it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odgear/core/fleet/problem.hpp"
#include "odgear/route/segment.hpp"

namespace odgear::route {

struct StopData {
    int location = 0;
    int unit = 0;
    double service = 0;
    double open = 0;   // of the first window
    double close = 0;  // of the last
    double release = 0;
    Load initial = 0;  // first dimension, see LoadSegment
    Load final = 0;
    bool backhaul = false;

    TimeSegment time() const { return {service, open, close, 0}; }
};

// What is planned together: a single stop; the stops of a group, of which one is visited; or stops
// tied by shipments or order, all of which one vehicle visits, each after those it waits for.
struct Unit {
    enum class Kind : std::uint8_t { single, group, tied };
    Kind kind = Kind::single;
    std::vector<int> stops;               // of a tied unit: each stop after those it waits for
    std::vector<std::vector<int>> waits;  // for each stop of a tied unit: indices into `stops`
    double penalty = 0;  // cost of leaving it out; for a required unit the virtual price
    bool required = true;
};

struct TypeData {
    int profile = 0;
    const double* distance = nullptr;  // [from * locations + to], or nullptr where computed
    const double* duration = nullptr;
    const double* distance_to = nullptr;  // [to * locations + from]
    const double* duration_to = nullptr;
    int start = -1;  // locations; -1 where open
    int end = -1;
    double start_service = 0;
    double open = 0;  // earliest begin
    double latest_start = 0;
    double end_open = 0;
    double close = 0;  // latest end
    double fixed = 0;
    double per_distance = 1;
    double per_duration = 0;
    double per_driving = 0;
    double regular = 0;
    double per_overtime = 0;
    double max_duration = 0;
    double max_distance = 0;
    double max_driving = 0;
    int max_stops = 0;
    int count = 0;
    Load capacity = 0;             // first dimension
    std::vector<Load> capacities;  // every dimension
    int breaks = 0;
    std::vector<int> reloads;
    int max_reloads = 0;
    bool timed = false;  // the duration of a route has a cost or a limit
    bool exact = false;  // needs the simulation of whole routes: breaks, reloads, several windows
    int family = 0;      // types of one family differ only in capacity, cost and number

    // Whether a route with this distance and driving time is within the limits of both.
    bool way_holds(double distance_driven, double driving) const;

    double cost(double distance_driven, double driving, double route_duration) const {
        double sum = fixed + per_distance * distance_driven;
        if (per_driving > 0) sum += per_driving * driving;
        if (timed) {
            sum += per_duration * route_duration;
            if (route_duration > regular) sum += per_overtime * (route_duration - regular);
        }
        return sum;
    }
};

// Bounds over the types of a family.
struct FamilyData {
    Load capacity = 0;        // largest
    double per_distance = 0;  // least
};

// Codes for the elements of a route other than stops. Stops have codes from 0.
constexpr int start_code = -1;
constexpr int end_code = -2;
constexpr int reload_code(int depot) { return -10 - 2 * depot; }
constexpr int break_code(int index) { return -11 - 2 * index; }
constexpr bool is_reload(int code) { return code <= -10 && code % 2 == 0; }
constexpr bool is_break(int code) { return code <= -11 && code % 2 != 0; }
constexpr int index_of(int code) { return (-10 - code) / 2; }

class Model {
public:
    explicit Model(const fleet::Problem& problem);

    const fleet::Problem& problem() const { return *problem_; }
    int stops() const { return static_cast<int>(stops_.size()); }
    int types() const { return static_cast<int>(types_.size()); }
    int dimensions() const { return dimensions_; }
    int units() const { return static_cast<int>(units_.size()); }
    const StopData& stop(int i) const { return stops_[static_cast<std::size_t>(i)]; }
    const TypeData& type(int i) const { return types_[static_cast<std::size_t>(i)]; }
    const Unit& unit(int i) const { return units_[static_cast<std::size_t>(i)]; }
    std::span<const int> family(int f) const { return families_[static_cast<std::size_t>(f)]; }

    const FamilyData& family_data(int f) const { return family_data_[static_cast<std::size_t>(f)]; }

    LoadSegment load(int stop, int dimension) const {
        if (dimension == 0) {
            const StopData& s = stops_[static_cast<std::size_t>(stop)];
            return {s.initial, s.final, s.initial > s.final ? s.initial : s.final};
        }
        return loads_[static_cast<std::size_t>(stop) * static_cast<std::size_t>(dimensions_) +
                      static_cast<std::size_t>(dimension)];
    }
    bool compatible(int type, int stop) const {
        return !restricted_ || compatible_[static_cast<std::size_t>(type) * stops_.size() +
                                           static_cast<std::size_t>(stop)] != 0;
    }

    double distance(const TypeData& type, int from, int to) const {
        if (from < 0 || to < 0) return 0;
        return type.distance != nullptr ? type.distance[cell(from, to)]
                                        : problem_->distance(type.profile, from, to);
    }
    double duration(const TypeData& type, int from, int to) const {
        if (from < 0 || to < 0) return 0;
        return type.duration != nullptr ? type.duration[cell(from, to)]
                                        : problem_->duration(type.profile, from, to);
    }

    bool restricted() const { return restricted_; }  // skills or allowed types are in use
    bool several_windows() const { return several_windows_; }
    bool releases() const { return releases_; }
    bool backhauls() const { return backhauls_; }
    bool windows() const { return windows_; }
    bool prizes() const { return prizes_; }  // some units may be left out
    bool ties() const { return ties_; }      // tied units or groups exist
    bool backhauls_alone() const { return problem_->data().backhauls_alone; }
    double balance() const { return problem_->objective().balance; }
    // The virtual price of a used vehicle (0 unless saving vehicles comes first) and of a required
    // unit.
    double vehicle_price() const { return vehicle_price_; }

    // Whether the rule of backhauls allows `after` to follow `before`.
    bool may_follow(int before, int after) const {
        if (after < 0) return true;
        const bool backhaul = stop(after).backhaul;
        if (before >= 0) return backhaul || !stop(before).backhaul;
        return !backhaul || backhauls_alone();
    }

    static constexpr double slack = 1e-9;  // times that differ by less are equal

private:
    std::size_t cell(int from, int to) const {
        return static_cast<std::size_t>(from) * locations_ + static_cast<std::size_t>(to);
    }
    void fill_stops();
    void fill_types();
    void fill_compatible();
    void transpose();
    void find_families();
    void find_units();
    void set_prices();

    const fleet::Problem* problem_;
    std::size_t locations_;
    int dimensions_;
    std::vector<StopData> stops_;
    std::vector<TypeData> types_;
    std::vector<LoadSegment> loads_;
    std::vector<std::uint8_t> compatible_;
    std::vector<std::vector<int>> families_;
    std::vector<FamilyData> family_data_;
    std::vector<Unit> units_;
    std::vector<std::vector<double>> transposed_;
    bool restricted_ = false;
    bool several_windows_ = false;
    bool releases_ = false;
    bool backhauls_ = false;
    bool ties_ = false;
    bool windows_ = false;
    bool prizes_ = false;
    double vehicle_price_ = 0;
};

inline bool TypeData::way_holds(double distance_driven, double driving) const {
    return distance_driven <= max_distance + Model::slack && driving <= max_driving + Model::slack;
}

}  // namespace odgear::route
