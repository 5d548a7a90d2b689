#include "odgear/cluster/handout.hpp"

#include <chrono>
#include <future>
#include <map>

#include "odgear/cluster/parts.hpp"
#include "odgear/cluster/tags.hpp"
#include "odgear/core/wire.hpp"

namespace odgear::cluster {

namespace {

class HandOut {
public:
    HandOut(Ranks& ranks, Health& health, const std::vector<std::size_t>& units,
            const UnitWork& work, const UnitAccept& accept)
        : ranks_(ranks), health_(health), units_(units), work_(work), accept_(accept) {
        stop_.flag = health.flag;
    }

    void run() {
        for (int rank = 1; rank < ranks_.size(); ++rank) give(rank);
        while (give_own() || own_.valid() || under_way_ > 0) {
            if (own_.valid() && own_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
                finish(own_at_, own_.get());
            else if (under_way_ > 0 || own_.valid())
                listen();
            if (health_.lost >= 0) break;
        }
        if (own_.valid()) finish(own_at_, own_.get());
        accept_rest();
    }

private:
    bool more() const { return wanted_ && next_ < units_.size() && !stop_.interrupted(); }

    void give(int rank) {
        if (!more()) return;
        Writer out;
        out.plain(std::uint64_t(next_));
        out.plain(std::uint64_t(units_[next_++]));
        ranks_.send(rank, tag_unit, out.take());
        ++under_way_;
    }

    bool give_own() {
        if (own_.valid() || !more()) return false;
        own_at_ = next_;
        own_ =
            std::async(std::launch::async, [this, unit = units_[next_++]] { return work_(unit); });
        return true;
    }

    void listen() {
        if (stop_.interrupted() && !hurried_) {
            hurried_ = true;
            for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, tag_hurry, {});
        }
        std::optional<Message> message;
        // A silent rank may be given up only when this rank has no work left.
        if (own_.valid()) {
            message = ranks_.poll();
            if (!message) return rest();
        } else {
            message = wait_for_message(ranks_, health_, stop_, ranks_.size() - 1);
            if (!message) return;
        }
        --under_way_;
        Reader in(message->bytes);
        const auto at = std::size_t(in.plain<std::uint64_t>());
        finish(at, in.text());
        give(message->from);
    }

    void finish(std::size_t at, std::string result) {
        results_.emplace(at, std::move(result));
        for (auto first = results_.begin();
             first != results_.end() && first->first == accepted_ && wanted_;
             first = results_.erase(first), ++accepted_)
            wanted_ = accept_(units_[accepted_], first->second);
    }

    // Accepts results that came out of order before an interruption.
    void accept_rest() {
        for (const auto& [at, result] : results_)
            if (wanted_) wanted_ = accept_(units_[at], result);
    }

    Ranks& ranks_;
    Health& health_;
    const std::vector<std::size_t>& units_;
    const UnitWork& work_;
    const UnitAccept& accept_;
    StopRule stop_;
    std::future<std::string> own_;
    std::size_t own_at_ = 0;
    std::size_t next_ = 0;
    std::size_t accepted_ = 0;
    int under_way_ = 0;
    bool wanted_ = true;
    bool hurried_ = false;
    std::map<std::size_t, std::string> results_;  // not accepted yet
};

void take_unit(Ranks& ranks, const Service& service, const Message& message) {
    Reader in(message.bytes);
    const auto at = in.plain<std::uint64_t>();
    const auto unit = std::size_t(in.plain<std::uint64_t>());
    auto result = std::async(std::launch::async, [&] { return service.work(unit); });
    while (result.wait_for(std::chrono::milliseconds(2)) != std::future_status::ready)
        if (const auto other = ranks.poll(); other && other->tag == tag_hurry)
            service.flag->raise();
    Writer out;
    out.plain(at);
    out.text(result.get());
    ranks.send(0, tag_unit_done, out.take());
}

}  // namespace

void hand_out(Ranks& ranks, Health& health, const std::vector<std::size_t>& units,
              const UnitWork& work, const UnitAccept& accept) {
    HandOut(ranks, health, units, work, accept).run();
}

void serve(Ranks& ranks, const Service& service) {
    const Workers workers(thread_count(service.threads));
    PartWorker parts(ranks, workers, *service.flag);
    for (;;) {
        const auto message = ranks.poll();
        if (!message) {
            rest();
            continue;
        }
        switch (message->tag) {
            case tag_instance: parts.take_instance(); break;
            case tag_batch: parts.take_batch(message->bytes); break;
            case tag_unit: take_unit(ranks, service, *message); break;
            case tag_hurry: break;  // it arrived after the answer was sent
            case tag_done: return;
            default: throw InternalError("a message of an unknown kind from rank 0");
        }
    }
}

void dismiss(Ranks& ranks) {
    for (int rank = 1; rank < ranks.size(); ++rank) ranks.send(rank, tag_done, {});
}

}  // namespace odgear::cluster
