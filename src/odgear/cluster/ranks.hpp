// The processes of one job on several machines, called ranks: what OD-Gear needs of MPI, and
// nothing more. The implementation is a module that is loaded only in a process that a launcher
// (mpirun, srun) started, so a plain `odgear` neither loads nor needs MPI.
//
// Messages are bytes. Sending never waits; receiving asks whether something is there. So a rank
// notices a signal or a lost partner while it waits. One thread a process calls these functions.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace odgear::cluster {

struct Message {
    int from = 0;
    int tag = 0;
    std::string bytes;
};

class Ranks {
public:
    virtual ~Ranks() = default;  // waits for the other ranks to end too

    virtual int rank() const = 0;
    virtual int size() const = 0;

    // At most 2 GiB in one message.
    virtual void send(int to, int tag, std::string bytes) = 0;
    // The oldest message that waits, of any rank.
    virtual std::optional<Message> poll() = 0;
    // Rank 0's bytes to all. Every rank calls it.
    virtual void broadcast(std::string& bytes) = 0;

    // Seconds that others have for their answers after an interruption; the launcher then ends the
    // job by force.
    virtual double patience() const = 0;
    // After a partner was lost: the destructor does not wait for anyone any more.
    virtual void give_up() = 0;
    // Ends all ranks at once.
    [[noreturn]] virtual void abort(int code) = 0;
};

// Whether a launcher started this process, as its environment says.
bool launched();

// The ranks of this job; nothing when the process was started by itself or is the only one. Throws
// ConfigurationError when there are several and this build has no MPI.
std::unique_ptr<Ranks> join();

// What the module exports: the function named odgear_join_ranks.
using JoinRanks = Ranks* (*)();

}  // namespace odgear::cluster
