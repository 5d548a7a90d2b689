// A team (train/team.hpp) whose processes are ranks.
#pragma once

#include <deque>
#include <map>

#include "odgear/cluster/health.hpp"
#include "odgear/cluster/ranks.hpp"
#include "odgear/train/team.hpp"

namespace odgear::cli {

class RankTeam : public train::Team {
public:
    // On rank 0, if another rank does not answer, an Error is thrown soon after `flag` was raised.
    // (A launcher sends a signal to all when one has died.)
    RankTeam(cluster::Ranks& ranks, StopFlag& flag) : ranks_(ranks), health_{&flag} {}
    // On rank 0: ends the others.
    ~RankTeam() override;

    int rank() const override { return ranks_.rank(); }
    int size() const override { return ranks_.size(); }
    void send_order(const std::string& order) override;
    std::vector<std::string> answers() override;
    std::optional<std::string> next_order() override;
    void answer(std::string bytes) override;
    void pass_on(const std::vector<float>& sum) override;
    std::vector<float> take_sum() override;

private:
    cluster::Message next(int tag);

    cluster::Ranks& ranks_;
    cluster::Health health_;
    std::map<int, std::deque<cluster::Message>> waiting_;  // by tag
};

}  // namespace odgear::cli
