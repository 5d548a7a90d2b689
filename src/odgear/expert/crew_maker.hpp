// How a caller of the solver provides its own crew (crew.hpp).
#pragma once

#include <functional>
#include <memory>

namespace odgear {

class Instance;
class Workers;
struct StopRule;

namespace expert {

class Crew;
struct Parameters;

// Makes the crew of one solve; the arguments outlive the crew.
using CrewMaker = std::function<std::unique_ptr<Crew>(const Instance&, const Parameters&,
                                                      const Workers&, const StopRule&)>;

}  // namespace expert
}  // namespace odgear
