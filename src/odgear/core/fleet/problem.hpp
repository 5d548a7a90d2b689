// The rich problem as plain data: stops with loads, windows, skills and prizes; vehicle types with
// shifts, breaks and reloads; several depots; distances and durations by profile. A part that is
// not used is left empty or at its default and costs nothing.
//
// Numbers. Loads are whole numbers. Distances, times and costs are doubles: whole numbers in them
// are exact up to 2^53, so a problem whose data are whole (matrices of seconds, or the rounded
// rules of the benchmarks) is solved without any rounding, and real ones need no scale. Feasibility
// is judged with `tolerance`. `Units` says how many of the problem's units make one of the file's.
//
// Order of ideas: a location is a point (or a row of the matrices); a depot is a location where
// vehicles start, end or reload; a stop is a visit to a location. Several may share a location.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odgear/core/distance.hpp"
#include "odgear/core/instance.hpp"

namespace odgear::fleet {

constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr int no_count_limit = std::numeric_limits<int>::max();

// Times, distances and costs closer than this (relative to the larger one, and to 1) are the same.
constexpr double tolerance = 1e-7;

struct Window {
    double open = 0;
    double close = no_limit;
    bool operator==(const Window&) const = default;
};

struct Location {
    Point point;  // x = longitude and y = latitude for the haversine metric
};

struct Depot {
    std::string label;
    int location = 0;
    Window window;       // vehicles leave, return and reload within it
    double service = 0;  // time spent there before each trip
};

struct Stop {
    std::string label;
    int location = 0;
    std::vector<Load> delivery;   // brought from the depot; by dimension, empty for none
    std::vector<Load> pickup;     // taken to the depot
    std::vector<Window> windows;  // service begins in one of them; empty: at any time
    double service = 0;
    double release = 0;              // the trip that serves it does not leave the depot earlier
    std::vector<int> skills;         // all of them are needed
    std::vector<int> vehicle_types;  // the only types allowed; empty: any. A type of one vehicle
                                     // pins the stop to that vehicle.
    std::optional<double> prize;     // what leaving it out costs; none: it must be visited
    int priority = 0;                // 0..100: who is left out first when not all can be visited
    bool backhaul = false;           // within a trip, no other kind of stop comes after it
    int after = -1;                  // a stop of the same vehicle that is visited earlier
};

// Goods from one stop to another: the same vehicle, pickup first.
struct Shipment {
    int pickup = 0;
    int delivery = 0;
    std::vector<Load> amount;
};

// Stops of which at most one is visited, and one must be when the group is required. They have no
// prize of their own and belong to no shipment.
struct Group {
    std::string label;
    std::vector<int> stops;
    bool required = true;
    double prize = 0;  // what visiting none costs, when not required
};

// Taken once by every vehicle that is used, anywhere on the way between two activities: driving
// may be interrupted for it. It begins in one of its windows.
struct Break {
    std::string label;
    std::vector<Window> windows;
    double duration = 0;
};

struct VehicleType {
    std::string label;
    std::vector<std::string> names;  // of its vehicles; those without one go by their numbers
    int count = 1;                   // no_count_limit for as many as wanted
    std::vector<Load> capacity;      // by dimension; empty: no limit
    std::optional<int> start;        // a depot; none: begins at its first stop
    std::optional<int> end;          // a depot; none: ends at its last stop
    Window shift;
    double latest_start = no_limit;
    double max_duration = no_limit;  // from leaving to returning
    double max_distance = no_limit;
    double max_driving = no_limit;  // time spent driving
    int max_stops = no_count_limit;
    double fixed_cost = 0;  // when used
    double cost_per_distance = 1;
    double cost_per_duration = 0;        // of the whole route, waiting and service too
    double cost_per_driving = 0;         // of the time spent driving
    double regular_duration = no_limit;  // beyond it, time is overtime
    double cost_per_overtime = 0;        // on top of cost_per_duration
    int profile = 0;
    std::vector<int> skills;
    std::vector<Break> breaks;
    std::vector<int> reload_depots;  // where it may unload and load between trips; empty: nowhere
    int max_reloads = no_count_limit;
};

// One way of travelling. With matrices (row-major over locations) the rule is not used; without
// durations they are distance / speed.
struct Profile {
    std::string label;
    DistanceRule rule;
    std::vector<double> distances;
    std::vector<double> durations;
    double speed = 1;
    Rounding duration_rounding = Rounding::none;
};

enum class Goal : std::uint8_t {
    cost,
    vehicles_then_cost,
};

struct Objective {
    Goal goal = Goal::cost;
    double balance = 0;  // cost of each unit of time of the longest route
};

// How many of the problem's units make one of the file's: 10 where distances are kept in tenths.
struct Units {
    double distance = 1;
    double duration = 1;
    double cost = 1;
};

struct ProblemData {
    std::string name;
    std::string comment;
    int dimensions = 1;  // of loads
    std::vector<Location> locations;
    std::vector<Depot> depots;
    std::vector<Stop> stops;
    std::vector<Shipment> shipments;
    std::vector<Group> groups;
    std::vector<VehicleType> vehicles;
    std::vector<Profile> profiles;
    Objective objective;
    // Whether a route may hold backhauls alone (some benchmarks forbid it).
    bool backhauls_alone = true;
    Units units;
    // Whether small problems tabulate their distances.
    bool tabulate = true;
};

// Why a stop is not visited.
enum class Reason : std::uint8_t {
    no_vehicle,     // no vehicle has the skills, or none of the allowed types exists
    too_large,      // its load exceeds every capacity
    too_late,       // its windows close before any vehicle can arrive
    cannot_return,  // no vehicle that serves it is back in time, or within its longest way
    partner,        // a stop it is tied to cannot be visited
    not_worth,      // its prize is below its cost
    no_room,        // the fleet has no room for it
};

std::string_view name_of(Reason reason);

// A stop that no vehicle can ever visit.
struct Impossible {
    int stop;
    Reason reason;
    std::string text;  // complete by itself
};

class Problem {
public:
    static constexpr std::size_t matrix_threshold = 2048;

    // Throws InputError on contradictory data, naming the stop, vehicle or depot and the field.
    explicit Problem(ProblemData data);

    const ProblemData& data() const { return data_; }
    const std::string& name() const { return data_.name; }
    int dimensions() const { return data_.dimensions; }
    const Units& units() const { return data_.units; }
    const Objective& objective() const { return data_.objective; }

    int stops() const { return static_cast<int>(data_.stops.size()); }
    int depots() const { return static_cast<int>(data_.depots.size()); }
    int types() const { return static_cast<int>(data_.vehicles.size()); }
    int locations() const { return static_cast<int>(data_.locations.size()); }
    const Stop& stop(int i) const { return data_.stops[static_cast<std::size_t>(i)]; }
    const Depot& depot(int i) const { return data_.depots[static_cast<std::size_t>(i)]; }
    const VehicleType& type(int i) const { return data_.vehicles[static_cast<std::size_t>(i)]; }
    // All vehicles; no_count_limit when a type is unlimited.
    int vehicles() const;

    // Between locations, by profile.
    double distance(int profile, int from, int to) const;
    double duration(int profile, int from, int to) const;
    // Row-major over locations, or nullptr where they are computed.
    const double* distances(int profile) const;
    const double* durations(int profile) const;

    // The shipment that begins or ends at the stop, or -1.
    int shipment_of(int stop) const { return shipment_of_[static_cast<std::size_t>(stop)]; }
    // The group it belongs to, or -1.
    int group_of(int stop) const { return group_of_[static_cast<std::size_t>(stop)]; }
    // A stop that must be visited by itself: no prize, no group.
    bool required(int stop) const;
    // Whether the type's skills and the stop's allowed types fit.
    bool compatible(int type, int stop) const;

    // Stops that no vehicle can visit, with the reason; found at construction, O(stops * types).
    const std::vector<Impossible>& impossible() const { return impossible_; }

    // "stop 17" or its label, for messages.
    std::string stop_name(int stop) const;
    std::string type_name(int type) const;
    // A vehicle of a type, counted from 0: by its own name, or its type's and its number from 1.
    std::string vehicle_name(int type, int vehicle) const;

private:
    struct Table {
        std::vector<double> distances;
        std::vector<double> durations;  // empty when they equal the distances
    };

    void check_places() const;
    void check_profiles() const;
    void check_stops() const;
    void check_vehicles() const;
    void tie_stops();
    void tabulate();
    void find_impossible();
    std::optional<Impossible> obstacle(int stop) const;

    ProblemData data_;
    std::vector<int> shipment_of_;
    std::vector<int> group_of_;
    std::vector<Table> tables_;
    std::vector<Impossible> impossible_;
};

}  // namespace odgear::fleet
