#include "odgear/train/losses/step_credit.hpp"

#include <algorithm>
#include <cmath>

#include "odgear/train/losses/state_fit.hpp"

namespace odgear::train {

std::vector<std::vector<float>> step_credit(std::span<const Trajectory> group,
                                            const StepCreditOptions& options) {
    std::vector<std::vector<float>> lengths;
    for (const Trajectory& trajectory : group) lengths.push_back(trajectory.lengths);
    const StateFit cost_to_come = fit_to_come(group, lengths);
    std::vector<std::vector<float>> credit(group.size());
    double squares = 0;
    double count = 0;
    for (std::size_t g = 0; g < group.size(); ++g) {
        const Trajectory& trajectory = group[g];
        credit[g].resize(trajectory.steps());
        double after = 0;  // expected cost to come after the step: 0 after the last
        double sum = 0;
        for (std::size_t t = trajectory.steps(); t-- > 0;) {
            const double before = cost_to_come(trajectory.states[t]);
            const double gain = before - after - double(trajectory.lengths[t]);
            sum = gain + options.lambda * sum;
            credit[g][t] = static_cast<float>(sum);
            squares += sum * sum;
            after = before;
        }
        count += static_cast<double>(trajectory.steps());
    }
    const double root = std::sqrt(squares / std::max(1.0, count));
    for (auto& steps : credit)
        for (float& value : steps)
            value = root > 0 ? static_cast<float>(
                                   std::clamp(double(value) / root, -options.clip, options.clip))
                             : 0.0f;
    return credit;
}

}  // namespace odgear::train
