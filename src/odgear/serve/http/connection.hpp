// One client's connection: the bytes that have come so far, and reading and writing with a time
// limit on the whole, so that a client of one byte a second does not hold a thread for long.
#pragma once

#include <httplib.h>

#include <chrono>
#include <cstddef>
#include <string>

#include "odgear/core/stop.hpp"
#include "odgear/serve/http/head.hpp"
#include "odgear/serve/http/limits.hpp"

namespace odgear::serve {

class Connection {
public:
    // Takes over the socket, which does not block.
    Connection(int socket, const ConnectionLimits& limits) : socket_(socket), limits_(limits) {}
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    int socket() const { return socket_; }

    // Reads what is there without waiting, up to `most` bytes in the buffer. False at the end of
    // the stream or on an error.
    bool receive(std::size_t most);

    // The request at the front of the buffer is complete enough for a thread to take it: its head,
    // and its body where that is at most `buffered_body` bytes.
    bool ready() const;
    // The head is too long or cannot be understood in one way only.
    bool hopeless() const;
    const std::optional<RequestHead>& head() const { return head_; }
    // Looks for a head in what the buffer holds.
    void look();

    // For the thread that has taken the request.
    void begin_request();
    ssize_t read(char* data, std::size_t size);
    ssize_t write(const char* data, std::size_t size);
    // The client has not gone away. Asks the system, does not wait.
    bool alive() const;
    // Nothing of the body is left unread, so that another request may follow.
    bool body_consumed() const;
    // Before closing on a client that is still sending: without it the system would drop the answer
    // along with what was not read. Waits two seconds at most.
    void linger();
    // Ends a read that is under way, from another thread.
    void stop_reading() const;
    // Drops the request that was answered from the buffer.
    void end_request();

    // When the listener gives up on what it is waiting for.
    Clock::time_point expires() const;
    void start_waiting() { waiting_since_ = Clock::now(); }
    bool idle() const { return buffer_.empty(); }

    static constexpr std::size_t buffered_body = 256U << 10U;

private:
    bool wait_for(short events, Clock::time_point until) const;
    Clock::time_point after(double seconds, Clock::time_point from) const;

    int socket_;
    const ConnectionLimits& limits_;
    std::string buffer_;
    std::optional<RequestHead> head_;
    std::size_t taken_ = 0;          // bytes of the buffer handed to the reader
    std::uint64_t past_buffer_ = 0;  // bytes of the body read from the socket itself
    Clock::time_point waiting_since_ = Clock::now();
    Clock::time_point read_until_{};
};

// The same as what cpp-httplib reads from and writes to.
class ConnectionStream : public httplib::Stream {
public:
    explicit ConnectionStream(Connection& connection) : connection_(connection) {}

    bool is_readable() const override { return true; }
    bool is_writable() const override { return connection_.alive(); }
    ssize_t read(char* data, std::size_t size) override { return connection_.read(data, size); }
    ssize_t write(const char* data, std::size_t size) override {
        return connection_.write(data, size);
    }
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    // The library refuses numbers that select() cannot take; nothing here uses select().
    socket_t socket() const override { return 0; }

private:
    Connection& connection_;
};

}  // namespace odgear::serve
