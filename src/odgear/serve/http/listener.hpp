// Accepts connections and hands complete requests to threads. cpp-httplib parses, routes and
// answers. By itself it would use a thread for each connection from the start, so that slow or idle
// clients block the others. Here one thread watches all connections without a complete request
// (except for long bodies), and the numbers of connections and threads are bounded.
#pragma once

#include <httplib.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "odgear/serve/http/connection.hpp"

namespace odgear::serve {

class Listener : public httplib::Server {
public:
    explicit Listener(const ListenerParameters& parameters);
    ~Listener() override;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // Binds and begins to serve. Throws ConfigurationError if the address is not available.
    void start();
    int port() const { return port_; }
    // Accepts no new connections; waits for requests that are being answered.
    void stop();

protected:
    // Called after each answer; `seconds` since the request was complete.
    virtual void answered(const httplib::Request& request, const httplib::Response& response,
                          double seconds) = 0;

public:
    std::size_t connections() const { return open_.load(); }
    std::size_t busy() const { return busy_.load(); }
    std::size_t refused() const { return refused_.load(); }

private:
    using Pointer = std::unique_ptr<Connection>;

    void bind();
    void watch();
    void accept_all();
    void refuse(int socket);
    void readable(int socket);
    void hand_over(Pointer connection);
    void give_back(Pointer connection);
    void take_back();
    void close_expired();
    void work();
    // True when the connection may have another request.
    bool answer(Connection& connection);
    void wake() const;

    ListenerParameters parameters_;
    int port_ = 0;
    int listening_ = -1;
    int poller_ = -1;
    int waker_ = -1;
    std::atomic<bool> stopping_{false};
    std::atomic<std::size_t> open_{0};
    std::atomic<std::size_t> busy_{0};
    std::atomic<std::size_t> refused_{0};
    std::unordered_map<int, Pointer> waiting_;  // used only by the watching thread
    std::thread watcher_;

    std::mutex mutex_;  // guards the following members
    std::condition_variable changed_;
    std::deque<Pointer> complete_;   // requests for the workers
    std::vector<Pointer> returned_;  // connections for the watcher
    std::vector<std::thread> workers_;
    std::unordered_set<const Connection*> active_;  // being answered
    std::size_t free_workers_ = 0;
};

}  // namespace odgear::serve
