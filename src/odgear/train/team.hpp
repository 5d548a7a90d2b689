// The processes that train together. The first one, the chief, controls the run; the others compute
// a share of the items of each step. Without a team there is only the chief.
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

    // For the chief: sends an order to all others, and receives their answers by rank.
    virtual void send_order(const std::string& order) = 0;
    virtual std::vector<std::string> answers() = 0;

    // For the others: the next order, or nothing when the run is over; and its results.
    virtual std::optional<std::string> next_order() = 0;
    virtual void answer(std::string bytes) = 0;

    // Sums are passed on in the order of ranks, from the chief and back to it: each rank receives
    // the sum of the one before, adds its own and sends the result on.
    virtual void pass_on(const std::vector<float>& sum) = 0;
    virtual std::vector<float> take_sum() = 0;
};

}  // namespace odgear::train
