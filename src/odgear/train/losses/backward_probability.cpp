#include "odgear/train/losses/backward_probability.hpp"

#include <cmath>

namespace odgear::train {

double log_backward_probability(std::span<const Route> routes) {
    double count = 0;
    double reversible = 0;
    for (const Route& route : routes) {
        count += route.empty() ? 0 : 1;
        reversible += route.size() >= 2 ? 1 : 0;
    }
    return -std::lgamma(count + 1) - reversible * std::log(2.0);
}

double log_backward_probability_of_tour(int nodes) { return -std::log(2.0 * nodes); }

}  // namespace odgear::train
