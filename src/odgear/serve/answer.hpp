// Turns a result into the body of an answer.
#pragma once

#include <string>

#include "odgear/serve/request.hpp"
#include "odgear/serve/solved.hpp"

namespace odgear::serve {

const char* content_type(Language language);

// Throws ConfigurationError if the format cannot express the result, for example a picture without
// coordinates, and InfeasibleError if it could not say that something is left out.
std::string write_answer(const Request& request, const Solved& solved, Language language);

// What a page needs to draw the problem: points, demands, capacity, names of the customers.
std::string describe_instance(const Request& request);

// The most probable edges of the policy, [[from, to, probability], ...]; at most a few per
// customer.
std::string describe_edges(const policy::EdgeProbabilities& edges);

}  // namespace odgear::serve
