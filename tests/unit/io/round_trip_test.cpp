// What is written reads back as the same, for random instances and solutions of every kind.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/sol.hpp"
#include "odgear/io/solution_file.hpp"
#include "odgear/io/tour.hpp"
#include "odgear/io/tsplib_reader.hpp"
#include "odgear/io/tsplib_writer.hpp"
#include "odgear/io/vroom.hpp"
#include "support/random_instances.hpp"

namespace odgear {
namespace {

Random drawn_random() { return Random(*rc::gen::arbitrary<std::uint64_t>()); }

// Any metric, rounding, limits and coordinates, at any scale.
Instance drawn_instance() {
    Random random = drawn_random();
    testing::InstanceShape shape;
    shape.customers = *rc::gen::inRange(1, 40);
    shape.asymmetric = *rc::gen::weightedElement<bool>({{3, false}, {1, true}});
    InstanceData data = testing::random_instance(random, shape).data();
    if (!shape.asymmetric) {
        const double scale = *rc::gen::element(1.0, 10.0, 1000.0, 12345.678, 1e-3);
        data.rule.metric = *rc::gen::element(Metric::euclidean, Metric::manhattan, Metric::maximum,
                                             Metric::geographical, Metric::pseudo_euclidean);
        const bool globe = data.rule.metric == Metric::geographical;
        for (Point& point : data.points)
            point = {(globe ? 80 : scale) * (point.x - 0.3), (globe ? 80 : scale) * point.y};
        const bool whole = globe || data.rule.metric == Metric::pseudo_euclidean;
        if (!whole)
            data.rule.rounding =
                *rc::gen::element(Rounding::none, Rounding::nearest, Rounding::up, Rounding::down);
        if (data.rule.metric == Metric::euclidean) data.rule.scale = *rc::gen::element(1.0, 1000.0);
    }
    if (*rc::gen::arbitrary<bool>()) data.max_vehicles = shape.customers;
    if (*rc::gen::arbitrary<bool>()) {
        data.max_route_length = 1e9;
        data.service_time = *rc::gen::inRange(0, 100) / 8.0;
    }
    return Instance(std::move(data));
}

void assert_same(const Instance& a, const Instance& b) {
    RC_ASSERT(a.nodes() == b.nodes());
    RC_ASSERT(a.points() == b.points());
    RC_ASSERT(a.demands() == b.demands());
    RC_ASSERT(a.capacity() == b.capacity());
    RC_ASSERT(a.max_vehicles() == b.max_vehicles());
    RC_ASSERT(a.max_route_length() == b.max_route_length());
    RC_ASSERT(a.service_time() == b.service_time());
    for (int i = 0; i < a.nodes(); ++i)
        for (int j = 0; j < a.nodes(); ++j) RC_ASSERT(a.distance(i, j) == b.distance(i, j));
}

RC_GTEST_PROP(RoundTrip, InstanceThroughTsplib, ()) {
    const Instance instance = drawn_instance();
    const std::string text = write_tsplib(instance);
    // The rounding is passed where the file cannot state it, as its comment says.
    ReadOptions options;
    if (text.find("[read with --round") != std::string::npos)
        options.rounding = instance.rule().rounding;
    assert_same(read_tsplib(text, "f", options).instance, instance);
}

RC_GTEST_PROP(RoundTrip, EveryMatrixFormat, ()) {
    Random random = drawn_random();
    const auto nodes = static_cast<std::size_t>(*rc::gen::inRange(2, 12));
    std::vector<double> matrix(nodes * nodes, 0.0);
    for (std::size_t i = 0; i < nodes; ++i)
        for (std::size_t j = 0; j < i; ++j)
            matrix[i * nodes + j] = matrix[j * nodes + i] = random.unit();
    for (int f = 0; f < 9; ++f) {
        const auto format = static_cast<tsplib::MatrixFormat>(f);
        const auto values = tsplib::pack(format, matrix, nodes);
        RC_ASSERT(values.size() == tsplib::value_count(format, nodes));
        RC_ASSERT(tsplib::unpack(format, values, nodes) == matrix);
    }
}

RC_GTEST_PROP(RoundTrip, SolutionThroughSol, ()) {
    Random random = drawn_random();
    const Instance instance =
        testing::random_instance(random, {.customers = *rc::gen::inRange(1, 60)});
    const Solution solution =
        make_solution(instance, testing::random_feasible_routes(random, instance));
    const SolutionFile again = parse_solution(write_sol(solution), "f", instance);
    RC_ASSERT(again.solution == solution);
    RC_ASSERT(again.stated_cost == solution.cost);
}

RC_GTEST_PROP(RoundTrip, TourThroughTour, ()) {
    Random random = drawn_random();
    InstanceData data =
        testing::random_instance(random, {.customers = *rc::gen::inRange(1, 60)}).data();
    data.problem = Problem::tsp;
    const Instance instance(std::move(data));
    const Solution solution = make_solution(instance, testing::random_routes(random, instance, 1));
    const std::string text = write_tour(instance, solution);
    RC_ASSERT(parse_solution(text, "f", instance).solution == solution);
}

RC_GTEST_PROP(RoundTrip, InstanceAndAnswerThroughVroom, ()) {
    Random random = drawn_random();
    const bool asymmetric = *rc::gen::arbitrary<bool>();
    const Instance instance = testing::random_instance(
        random, {.customers = *rc::gen::inRange(1, 20), .asymmetric = asymmetric});
    const VroomRequest request = read_vroom(write_vroom_request(instance), "q");
    RC_ASSERT(request.instance.demands() == instance.demands());
    for (int i = 0; i < instance.nodes(); ++i)
        for (int j = 0; j < instance.nodes(); ++j)
            RC_ASSERT(request.instance.distance(i, j) == instance.distance(i, j));
    const Solution solution =
        make_solution(request.instance, testing::random_feasible_routes(random, request.instance));
    const std::string answer = write_vroom_answer(request, solution);
    RC_ASSERT(parse_solution(answer, "a", request.instance).solution == solution);
}

// Cutting, doubling or changing bytes of a good file gives an instance or a typed error.
RC_GTEST_PROP(RoundTrip, DamagedFilesGiveTypedErrors, ()) {
    std::string text = write_tsplib(drawn_instance());
    const int damages = *rc::gen::inRange(1, 6);
    for (int i = 0; i < damages && !text.empty(); ++i) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        switch (*rc::gen::inRange(0, 4)) {
            case 0: text.resize(at); break;
            case 1:
                text[at] = *rc::gen::element('0', '9', '-', '.', ' ', '\n', ':', 'x', 'e');
                break;
            case 2: text.erase(at, 5); break;
            default: text.insert(at, text.substr(at, 40)); break;
        }
    }
    try {
        const ReadResult result = parse_instance(text, "f");
        RC_ASSERT(result.instance.nodes() >= 2);
    } catch (const Error& error) {
        RC_ASSERT(error.kind() == ErrorKind::input || error.kind() == ErrorKind::infeasible);
        RC_ASSERT(std::string(error.what()).find('\n') == std::string::npos);
    }
}

}  // namespace
}  // namespace odgear
