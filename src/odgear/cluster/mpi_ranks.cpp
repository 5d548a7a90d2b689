// Ranks by MPI: the one file that includes its header.
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <list>
#include <stdexcept>

#include "odgear/cluster/ranks.hpp"

namespace odgear::cluster {

namespace {

void require(int code) {
    if (code != MPI_SUCCESS) throw std::runtime_error("MPI failed, code " + std::to_string(code));
}

class MpiRanks : public Ranks {
public:
    MpiRanks() {
        int provided = 0;
        // The worker threads of OD-Gear never call MPI.
        require(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided));
        require(MPI_Comm_rank(MPI_COMM_WORLD, &rank_));
        require(MPI_Comm_size(MPI_COMM_WORLD, &size_));
    }

    ~MpiRanks() override {
        if (given_up_) return;
        for (Sending& sending : sending_) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
        MPI_Finalize();
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }

    void send(int to, int tag, std::string bytes) override {
        if (bytes.size() > std::size_t(std::numeric_limits<int>::max()))
            throw std::runtime_error("a message to another rank is above 2 GiB");
        Sending& sending = sending_.emplace_back();
        sending.bytes = std::move(bytes);
        require(MPI_Isend(sending.bytes.data(), int(sending.bytes.size()), MPI_BYTE, to, tag,
                          MPI_COMM_WORLD, &sending.request));
        forget_sent();
    }

    std::optional<Message> poll() override {
        forget_sent();
        int waiting = 0;
        MPI_Status status{};
        require(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, &status));
        if (waiting == 0) return std::nullopt;
        int size = 0;
        require(MPI_Get_count(&status, MPI_BYTE, &size));
        Message message{status.MPI_SOURCE, status.MPI_TAG, std::string(std::size_t(size), '\0')};
        require(MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, message.tag,
                         MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        return message;
    }

    void broadcast(std::string& bytes) override {
        std::uint64_t size = bytes.size();
        require(MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD));
        bytes.resize(size);
        constexpr std::uint64_t piece = std::uint64_t(1) << 30;
        for (std::uint64_t at = 0; at < size; at += piece)
            require(MPI_Bcast(bytes.data() + at, int(std::min(piece, size - at)), MPI_BYTE, 0,
                              MPI_COMM_WORLD));
    }

    // mpirun waits one second by default; half of it is for writing results.
    double patience() const override {
        const char* given = std::getenv("OMPI_MCA_odls_base_sigkill_timeout");
        return 0.5 * std::max(1.0, given != nullptr ? std::atof(given) : 1.0);
    }

    void give_up() override { given_up_ = true; }

    [[noreturn]] void abort(int code) override {
        MPI_Abort(MPI_COMM_WORLD, code);
        throw std::runtime_error("MPI_Abort returned");
    }

private:
    struct Sending {
        MPI_Request request = MPI_REQUEST_NULL;
        std::string bytes;
    };

    void forget_sent() {
        sending_.remove_if([](Sending& sending) {
            int done = 0;
            require(MPI_Test(&sending.request, &done, MPI_STATUS_IGNORE));
            return done != 0;
        });
    }

    int rank_ = 0;
    int size_ = 1;
    bool given_up_ = false;
    std::list<Sending> sending_;
};

}  // namespace

}  // namespace odgear::cluster

extern "C" odgear::cluster::Ranks* odgear_join_ranks() { return new odgear::cluster::MpiRanks(); }
