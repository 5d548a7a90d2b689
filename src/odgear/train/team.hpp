// The processes that train together. The first one, the chief, has the run; the others do a share
// of the items of each step. A run without a team is the chief alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace odgear::train {

class Team {
public:
    virtual ~Team() = default;

    virtual int rank() const = 0;  // 0: the chief
    virtual int size() const = 0;

    // The chief's side: an order for all others, and their answers by rank.
    virtual void send_order(const std::string& order) = 0;
    virtual std::vector<std::string> answers() = 0;

    // The others' side: the next order, or nothing when the run is over; and what came of it.
    virtual std::optional<std::string> next_order() = 0;
    virtual void answer(std::string bytes) = 0;

    // Sums go round in the order of ranks, from the chief back to the chief: each rank takes what
    // the one before has sent, adds its own and sends it on.
    virtual void pass_on(const std::vector<float>& sum) = 0;
    virtual std::vector<float> take_sum() = 0;
};

}  // namespace odgear::train
