// One client's connection: the bytes received so far, and reading and writing with a total time
// limit, so that a client that sends one byte a second does not block a thread for long.
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
    // Takes ownership of the socket, which is non-blocking.
    Connection(int socket, const ConnectionLimits& limits) : socket_(socket), limits_(limits) {}
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    int socket() const { return socket_; }

    // Reads the available bytes without waiting, until the buffer holds at most `most` bytes. False
    // at the end of the stream or on an error.
    bool receive(std::size_t most);

    // Whether the request at the front of the buffer is complete enough for a thread to take it:
    // its head, and its body if that has at most `buffered_body` bytes.
    bool ready() const;
    // Whether the head is too long or ambiguous.
    bool hopeless() const;
    const std::optional<RequestHead>& head() const { return head_; }
    // Looks for a head in the buffer.
    void look();

    // To be called by the thread that takes the request.
    void begin_request();
    ssize_t read(char* data, std::size_t size);
    ssize_t write(const char* data, std::size_t size);
    // Whether the client is still connected. Asks the system; does not wait.
    bool alive() const;
    // Whether the whole body was read, so that another request may follow.
    bool body_consumed() const;
    // To be called before closing the connection of a client that is still sending. Otherwise the
    // system would drop the answer together with the unread bytes. Waits at most two seconds.
    void linger();
    // Ends a read in progress, from another thread.
    void stop_reading() const;
    // Removes the answered request from the buffer.
    void end_request();

    // When the listener stops waiting for the next bytes.
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

// The interface through which cpp-httplib reads and writes.
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
    // The library rejects socket numbers that select() does not support; select() is not used here.
    socket_t socket() const override { return 0; }

private:
    Connection& connection_;
};

}  // namespace odgear::serve
