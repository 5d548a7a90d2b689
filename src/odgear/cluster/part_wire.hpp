// The parts of a round and their results as messages. A route that the receiver has already is sent
// as a number, so only new routes are sent in full.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "odgear/core/wire.hpp"
#include "odgear/expert/crew.hpp"

namespace odgear::cluster {

// Routes that both ends of a connection have, in the same order.
class RouteMemory {
public:
    void clear();
    void add(const std::vector<Route>& routes);
    // The number of an equal route, or -1.
    int find(const Route& route) const;
    // Throws InternalError if there is no route with this number.
    const Route& at(int number) const;

private:
    static std::uint64_t hash(const Route& route);

    std::vector<Route> routes_;
    std::unordered_map<std::uint64_t, int> numbers_;
};

void write_routes(Writer& out, const std::vector<Route>& routes, const RouteMemory& known);
std::vector<Route> read_routes(Reader& in, const RouteMemory& known);

// The work of one rank in a round.
struct PartBatch {
    expert::PartOrder order{};
    double seconds = 0;  // time that is left, since the clocks of machines differ
    std::vector<expert::PartTask> tasks;
};

std::string write_batch(const PartBatch& batch, const RouteMemory& known);
PartBatch read_batch(const std::string& bytes, const RouteMemory& known);

// Results refer to the routes of their tasks and to each other. Afterwards `known` holds the routes
// that both ends have: the current routes of the parts.
std::string write_results(const std::vector<expert::PartTask>& tasks,
                          const std::vector<expert::PartResult>& results, RouteMemory& known);
std::vector<expert::PartResult> read_results(const std::string& bytes,
                                             const std::vector<expert::PartTask>& tasks,
                                             RouteMemory& known);

}  // namespace odgear::cluster
