#include "odgear/cluster/part_wire.hpp"

#include <limits>

namespace odgear::cluster {

using expert::PartResult;
using expert::PartTask;

void RouteMemory::clear() {
    routes_.clear();
    numbers_.clear();
}

void RouteMemory::add(const std::vector<Route>& routes) {
    for (const Route& route : routes) {
        numbers_.emplace(hash(route), int(routes_.size()));
        routes_.push_back(route);
    }
}

int RouteMemory::find(const Route& route) const {
    const auto found = numbers_.find(hash(route));
    if (found == numbers_.end() || routes_[std::size_t(found->second)] != route) return -1;
    return found->second;
}

const Route& RouteMemory::at(int number) const {
    if (number < 0 || std::size_t(number) >= routes_.size())
        throw InternalError("a message of another rank names a route that is not known here");
    return routes_[std::size_t(number)];
}

std::uint64_t RouteMemory::hash(const Route& route) {
    std::uint64_t value = 0xcbf29ce484222325ULL;
    for (const int customer : route) value = (value ^ std::uint64_t(customer)) * 0x100000001b3ULL;
    return value;
}

void write_routes(Writer& out, const std::vector<Route>& routes, const RouteMemory& known) {
    out.plain(std::uint64_t(routes.size()));
    for (const Route& route : routes) {
        const int number = known.find(route);
        out.plain(number);
        if (number < 0) out.list(route);
    }
}

std::vector<Route> read_routes(Reader& in, const RouteMemory& known) {
    const auto count = in.plain<std::uint64_t>();
    std::vector<Route> routes;
    for (std::uint64_t i = 0; i < count; ++i) {
        const int number = in.plain<int>();
        routes.push_back(number < 0 ? in.list<int>() : known.at(number));
    }
    return routes;
}

std::string write_batch(const PartBatch& batch, const RouteMemory& known) {
    Writer out;
    out.plain(batch.order);
    out.plain(batch.seconds);
    out.plain(std::uint64_t(batch.tasks.size()));
    for (const PartTask& task : batch.tasks) {
        out.plain(task.share);
        write_routes(out, task.routes, known);
    }
    return out.take();
}

PartBatch read_batch(const std::string& bytes, const RouteMemory& known) {
    Reader in(bytes);
    PartBatch batch;
    batch.order = in.plain<expert::PartOrder>();
    batch.seconds = in.plain<double>();
    const auto count = in.plain<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        PartTask& task = batch.tasks.emplace_back();
        task.share = in.plain<expert::PartShare>();
        task.routes = read_routes(in, known);
    }
    return batch;
}

namespace {

void begin_results(const std::vector<PartTask>& tasks, RouteMemory& known) {
    known.clear();
    for (const PartTask& task : tasks) known.add(task.routes);
}

void end_results(const std::vector<PartResult>& results, RouteMemory& known) {
    known.clear();
    for (const PartResult& result : results)
        known.add(result.last.empty() ? result.best : result.last);
}

}  // namespace

std::string write_results(const std::vector<PartTask>& tasks,
                          const std::vector<PartResult>& results, RouteMemory& known) {
    begin_results(tasks, known);
    Writer out;
    for (const PartResult& result : results) {
        out.plain(result.figures);
        write_routes(out, result.best, known);
        known.add(result.best);
        write_routes(out, result.last, known);
    }
    end_results(results, known);
    return out.take();
}

std::vector<PartResult> read_results(const std::string& bytes, const std::vector<PartTask>& tasks,
                                     RouteMemory& known) {
    begin_results(tasks, known);
    Reader in(bytes);
    std::vector<PartResult> results(tasks.size());
    for (PartResult& result : results) {
        result.figures = in.plain<expert::PartFigures>();
        result.best = read_routes(in, known);
        known.add(result.best);
        result.last = read_routes(in, known);
    }
    end_results(results, known);
    return results;
}

}  // namespace odgear::cluster
