// The generator of Uchoa, Pecin, Pessoa, Poggi, Vidal and Subramanian (2017), "New benchmark
// instances for the capacitated vehicle routing problem", section 4, which made the X set. An
// integer grid, no two nodes at the same point, distances rounded to the nearest integer. Beyond
// that paper there are a depot far outside of the map, clusters of different sizes, and demands
// that fill the minimum number of routes to a given share, as on maps of real regions. O(N) for
// random customers; clustered ones are drawn by rejection, about 100/S tries each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "odgear/core/instance.hpp"
#include "odgear/core/random.hpp"

namespace odgear {

enum class DepotPlace : std::uint8_t {
    central,
    eccentric,
    random,
    town,  // in the middle of the first cluster; not in the X set
    // on the diagonal, as far from the grid's corner as the grid is wide; not in the X set
    outside,
};

enum class CustomerPlaces : std::uint8_t { random, clustered, random_clustered };

enum class DemandKind : std::uint8_t {
    unitary,       // 1
    small_wide,    // 1..10
    small_narrow,  // 5..10
    large_wide,    // 1..100
    large_narrow,  // 50..100
    by_quadrant,   // 1..50 in even quadrants about the centre, 51..100 in odd ones
    many_small,    // 70 to 95 % of them 1..10, the others 50..100
};

// The names used on command lines, e.g. "central", "random-clustered", "many-small".
std::string_view name_of(DepotPlace place);
std::string_view name_of(CustomerPlaces places);
std::string_view name_of(DemandKind kind);
// Throws ConfigurationError, which lists the names, for an unknown name.
DepotPlace depot_place(std::string_view name);
CustomerPlaces customer_places(std::string_view name);
DemandKind demand_kind(std::string_view name);

struct UchoaShape {
    int customers = 200;
    DepotPlace depot = DepotPlace::random;
    CustomerPlaces places = CustomerPlaces::random_clustered;
    int seeds = 5;  // cluster centres, themselves customers; the X set has 3..8
    DemandKind demands = DemandKind::large_wide;
    double route_size = 9;  // r: mean number of customers per route; gives the capacity
    int grid = 1000;        // coordinates are 0..grid
    // The share of the minimum number of routes that demands fill; they are lowered by 1 at random
    // until they do. 0: demands are not changed.
    double fill = 0;
    double decay = 40;  // a point at distance d from a seed attracts with exp(-d / decay)
    double skew = 0;  // small clusters only: the k-th has k^-skew times the customers of the first
    std::string name{};  // empty: "U-n<nodes>-k<least vehicles>"
};

// Throws ConfigurationError for a shape that no instance can have. The same shape and generator
// state give the same instance on every machine.
Instance uchoa_instance(const UchoaShape& shape, Random& random);

// A shape drawn as for the X set: each kind equally likely, 3..8 seeds, route size triangular on
// 3..25 with mode 6.
UchoaShape random_uchoa_shape(int customers, Random& random);

}  // namespace odgear
