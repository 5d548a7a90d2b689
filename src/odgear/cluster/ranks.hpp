// The processes of one job on several machines, called ranks. This interface has only what OD-Gear
// needs of MPI. The implementation is a module that is loaded only in a process that a launcher
// (mpirun, srun) started, so a plain `odgear` neither loads nor needs MPI.
//
// Messages are bytes. Sending never waits; receiving only checks whether a message is there. So a
// rank notices a signal or a lost partner while it waits. Only one thread of a process calls these
// functions.
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
    virtual ~Ranks() = default;  // waits until the other ranks end too

    virtual int rank() const = 0;
    virtual int size() const = 0;

    // At most 2 GiB in one message.
    virtual void send(int to, int tag, std::string bytes) = 0;
    // The oldest waiting message from any rank.
    virtual std::optional<Message> poll() = 0;
    // Sends rank 0's bytes to all ranks. Every rank calls it.
    virtual void broadcast(std::string& bytes) = 0;

    // Seconds that the others have for their answers after an interruption. After that the launcher
    // kills the job.
    virtual double patience() const = 0;
    // To be called when a partner was lost: the destructor then does not wait for any rank.
    virtual void give_up() = 0;
    // Ends all ranks at once.
    [[noreturn]] virtual void abort(int code) = 0;
};

// Whether a launcher started this process, according to its environment.
bool launched();

// The ranks of this job; null if the process was started alone or is the only one. Throws
// ConfigurationError if there are several ranks and this build has no MPI.
std::unique_ptr<Ranks> join();

// The module exports a function of this type named odgear_join_ranks.
using JoinRanks = Ranks* (*)();

}  // namespace odgear::cluster
