#include "rank_team.hpp"

#include "odgear/cluster/handout.hpp"
#include "odgear/cluster/tags.hpp"
#include "odgear/core/errors.hpp"
#include "odgear/core/wire.hpp"

namespace odgear::cli {

RankTeam::~RankTeam() {
    if (health_.lost >= 0)
        ranks_.give_up();
    else if (rank() == 0)
        cluster::dismiss(ranks_);
}

void RankTeam::send_order(const std::string& order) {
    for (int other = 1; other < size(); ++other) ranks_.send(other, cluster::tag_order, order);
}

std::vector<std::string> RankTeam::answers() {
    std::vector<std::string> all(static_cast<std::size_t>(size()) - 1);
    for (std::size_t count = 0; count < all.size(); ++count) {
        cluster::Message message = next(cluster::tag_answer);
        all[static_cast<std::size_t>(message.from) - 1] = std::move(message.bytes);
    }
    return all;
}

std::optional<std::string> RankTeam::next_order() {
    for (;;) {
        auto message = ranks_.poll();
        if (!message) {
            cluster::rest();
            continue;
        }
        if (message->tag == cluster::tag_done) return std::nullopt;
        if (message->tag == cluster::tag_order) return std::move(message->bytes);
        const int tag = message->tag;
        waiting_[tag].push_back(std::move(*message));
    }
}

void RankTeam::answer(std::string bytes) { ranks_.send(0, cluster::tag_answer, std::move(bytes)); }

void RankTeam::pass_on(const std::vector<float>& sum) {
    Writer out;
    out.list(sum);
    ranks_.send((rank() + 1) % size(), cluster::tag_sum, out.take());
}

std::vector<float> RankTeam::take_sum() {
    return Reader(next(cluster::tag_sum).bytes).list<float>();
}

// The next message with this tag; other messages are kept for later.
cluster::Message RankTeam::next(int tag) {
    for (;;) {
        auto& queue = waiting_[tag];
        if (!queue.empty()) {
            cluster::Message message = std::move(queue.front());
            queue.pop_front();
            return message;
        }
        std::optional<cluster::Message> message;
        if (rank() == 0) {
            StopRule stop;
            stop.flag = health_.flag;
            message = cluster::wait_for_message(ranks_, health_, stop, size() - 1);
            if (!message)
                throw Error(ErrorKind::internal,
                            "a rank does not answer: it died or was interrupted; the same command "
                            "with --continue continues from the last checkpoint");
        } else {
            while (!(message = ranks_.poll())) cluster::rest();
        }
        const int kind = message->tag;
        waiting_[kind].push_back(std::move(*message));
    }
}

}  // namespace odgear::cli
