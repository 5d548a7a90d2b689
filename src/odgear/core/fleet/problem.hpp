// The rich problem as plain data: stops with loads, windows, skills and prizes; vehicle types with
// shifts, breaks and reloads; several depots; distances and durations by profile. A part that is
// not used is left empty or at its default and costs nothing.
//
// Numbers. Loads are whole numbers. Distances, times and costs are doubles. Whole numbers in
// doubles are exact up to 2^53, so a problem with whole data (matrices of seconds, or the rounded
// rules of the benchmarks) is solved without any rounding, and one with real data needs no scale.
// Feasibility is judged with `tolerance`. `Units` says how many units of the problem make one unit
// of the file.
//
// Terms. A location is a point or a row of the matrices. A depot is a location where vehicles
// start, end or reload. A stop is a visit to a location. Several stops may share a location.
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
    double service = 0;  // time that each trip spends there before it leaves
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
    std::optional<double> prize;     // cost of leaving it out; none: it must be visited
    // 0..100; stops of low priority are left out first when not all can be visited
    int priority = 0;
    bool backhaul = false;  // within a trip, only other backhauls may come after it
    int after = -1;         // a stop that the same vehicle must visit earlier
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
    double prize = 0;  // cost of visiting none, when the group is not required
};

// A break, taken once by every used vehicle, anywhere between two activities: it may interrupt
// driving. It begins in one of its windows.
struct Break {
    std::string label;
    std::vector<Window> windows;
    double duration = 0;
};

struct VehicleType {
    std::string label;
    // names of its vehicles; a vehicle without one has its number as its name
    std::vector<std::string> names;
    int count = 1;               // no_count_limit: as many as needed
    std::vector<Load> capacity;  // by dimension; empty: no limit
    std::optional<int> start;    // a depot; none: begins at its first stop
    std::optional<int> end;      // a depot; none: ends at its last stop
    Window shift;
    double latest_start = no_limit;
    double max_duration = no_limit;  // from leaving the start to reaching the end
    double max_distance = no_limit;
    double max_driving = no_limit;  // time spent driving
    int max_stops = no_count_limit;
    double fixed_cost = 0;  // of each vehicle that is used
    double cost_per_distance = 1;
    double cost_per_duration = 0;        // of the whole route, waiting and service too
    double cost_per_driving = 0;         // of the time spent driving
    double regular_duration = no_limit;  // longer routes have overtime
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
    double balance = 0;  // cost per unit of time of the longest route
};

// How many units of the problem make one unit of the file: 10 where distances are kept in tenths.
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
    // Whether a route may consist of backhauls only (some benchmarks forbid it).
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
    cannot_return,  // no vehicle that serves it can be back in time or within its distance limit
    partner,        // a stop it is tied to cannot be visited
    not_worth,      // its prize is below its cost
    no_room,        // the fleet has no room for it
};

std::string_view name_of(Reason reason);

// A stop that no vehicle can ever visit.
struct Impossible {
    int stop;
    Reason reason;
    std::string text;  // readable without the other fields
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
    // The group of the stop, or -1.
    int group_of(int stop) const { return group_of_[static_cast<std::size_t>(stop)]; }
    // Whether the stop must be visited: it has no prize and no group.
    bool required(int stop) const;
    // Whether the type has the skills that the stop needs and is one of its allowed types.
    bool compatible(int type, int stop) const;

    // Stops that no vehicle can visit, with the reason; found at construction, O(stops * types).
    const std::vector<Impossible>& impossible() const { return impossible_; }

    // "stop 17" or its label, for messages.
    std::string stop_name(int stop) const;
    std::string type_name(int type) const;
    // The name of vehicle `vehicle` (from 0) of a type: its own, or the name of the type and the
    // number of the vehicle from 1.
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
