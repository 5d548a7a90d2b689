// From a result to the body of an answer.
#pragma once

#include <string>

#include "odgear/serve/request.hpp"
#include "odgear/serve/solved.hpp"

namespace odgear::serve {

const char* content_type(Language language);

// ConfigurationError where the language cannot say it: a picture needs coordinates.
// InfeasibleError where it could not say that something is left out.
std::string write_answer(const Request& request, const Solved& solved, Language language);

// What a page needs to draw the problem: points, demands, capacity, names of the customers.
std::string describe_instance(const Request& request);

// The policy's likeliest edges, [[from, to, probability], ...]; at most a few for each customer.
std::string describe_edges(const policy::EdgeProbabilities& edges);

}  // namespace odgear::serve
