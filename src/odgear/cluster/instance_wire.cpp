#include "odgear/cluster/instance_wire.hpp"

namespace odgear::cluster {

void write_instance(Writer& out, const Instance& instance) {
    const InstanceData data = instance.data();
    out.text(data.name);
    out.plain(data.problem);
    out.list(data.points);
    out.plain(data.rule);
    out.list(data.matrix);
    out.list(data.demands);
    out.plain(data.capacity);
    out.plain(data.max_vehicles);
    out.plain(data.max_route_length);
    out.plain(data.service_time);
    out.plain(data.tabulate);
}

Instance read_instance(Reader& in) {
    InstanceData data;
    data.name = in.text();
    data.problem = in.plain<Problem>();
    data.points = in.list<Point>();
    data.rule = in.plain<DistanceRule>();
    data.matrix = in.list<double>();
    data.demands = in.list<Load>();
    data.capacity = in.plain<Load>();
    data.max_vehicles = in.plain<int>();
    data.max_route_length = in.plain<double>();
    data.service_time = in.plain<double>();
    data.tabulate = in.plain<bool>();
    return Instance(std::move(data));
}

}  // namespace odgear::cluster
