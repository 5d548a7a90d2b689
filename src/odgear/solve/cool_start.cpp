#include "odgear/solve/cool_start.hpp"

#include <algorithm>

namespace odgear {

bool wants_cool_start(int customers, std::size_t routes, double processor_seconds) {
    constexpr int least_customers = 3500;
    constexpr double least_in_a_route = 20;
    constexpr double most_seconds_a_customer = 0.012;
    return customers >= least_customers && customers >= least_in_a_route * double(routes) &&
           processor_seconds <= most_seconds_a_customer * customers;
}

Options cool_start_options(Options options) {
    options.rerolls += options.rollouts / 5;
    options.rollouts = std::max(1, options.rollouts / 10);
    return options;
}

expert::Parameters cool_start_parameters() {
    expert::Parameters parameters;
    parameters.rounds.heat = 0.5;
    parameters.rounds.quick_share = 0;
    return parameters;
}

}  // namespace odgear
