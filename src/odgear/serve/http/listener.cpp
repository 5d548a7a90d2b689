#include "odgear/serve/http/listener.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "odgear/core/errors.hpp"

namespace odgear::serve {

namespace {

constexpr int longest_backlog = 1024;
constexpr std::size_t most_buffered = longest_head + Connection::buffered_body;

// Files that the process needs in addition to its connections.
constexpr std::size_t spare_files = 64;

// Limits the number of connections to the number of files that the process may open.
std::size_t allowed_connections(std::size_t wanted) {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
    const rlim_t needed = wanted + spare_files;
    if (limit.rlim_cur < needed) {
        limit.rlim_cur = std::min(needed, limit.rlim_max);
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    if (limit.rlim_cur >= needed) return wanted;
    return limit.rlim_cur > 2 * spare_files ? limit.rlim_cur - spare_files : spare_files;
}

std::string plain_answer(const char* status, const char* reason, int code) {
    const std::string body =
        "{\"code\":" + std::to_string(code) + ",\"error\":\"" + reason + "\"}\n";
    return std::string("HTTP/1.1 ") + status +
           "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
}

int bound_socket(const addrinfo& place) {
    const int socket = ::socket(place.ai_family, place.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC,
                                place.ai_protocol);
    if (socket < 0) return -1;
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (::bind(socket, place.ai_addr, place.ai_addrlen) == 0 &&
        ::listen(socket, longest_backlog) == 0)
        return socket;
    const int reason = errno;
    ::close(socket);
    errno = reason;
    return -1;
}

int port_of(int socket) {
    sockaddr_storage address{};
    socklen_t length = sizeof(address);
    getsockname(socket, reinterpret_cast<sockaddr*>(&address), &length);
    return ntohs(address.ss_family == AF_INET6
                     ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                     : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

}  // namespace

Listener::Listener(const ListenerParameters& parameters) : parameters_(parameters) {
    parameters_.most_connections = allowed_connections(parameters_.most_connections);
    keep_alive_timeout_sec_ = static_cast<time_t>(parameters_.limits.idle);
    keep_alive_max_count_ = 1'000'000;
    set_logger([](const httplib::Request& request, const httplib::Response& response) {
        if (request.response_handler) request.response_handler(response);
    });
}

Listener::~Listener() {
    stop();
    if (listening_ >= 0) ::close(listening_);
    if (poller_ >= 0) ::close(poller_);
    if (waker_ >= 0) ::close(waker_);
}

void Listener::bind() {
    addrinfo wish{};
    wish.ai_family = AF_UNSPEC;
    wish.ai_socktype = SOCK_STREAM;
    wish.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    addrinfo* places = nullptr;
    const std::string where = parameters_.address + ":" + std::to_string(parameters_.port);
    if (getaddrinfo(parameters_.address.c_str(), std::to_string(parameters_.port).c_str(), &wish,
                    &places) != 0)
        throw ConfigurationError("cannot listen on " + where + ": the address is unknown");
    for (const addrinfo* place = places; place != nullptr && listening_ < 0; place = place->ai_next)
        listening_ = bound_socket(*place);
    const int reason = errno;
    freeaddrinfo(places);
    if (listening_ < 0)
        throw ConfigurationError("cannot listen on " + where + ": " + std::strerror(reason));
    port_ = port_of(listening_);
}

void Listener::start() {
    bind();
    // The library reads this as "the server is running".
    svr_sock_ = listening_;
    poller_ = epoll_create1(EPOLL_CLOEXEC);
    waker_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    for (const int socket : {listening_, waker_}) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = socket;
        epoll_ctl(poller_, EPOLL_CTL_ADD, socket, &event);
    }
    watcher_ = std::thread([this] { watch(); });
}

void Listener::stop() {
    if (stopping_.exchange(true)) return;
    svr_sock_ = INVALID_SOCKET;
    if (!watcher_.joinable()) return;
    wake();
    watcher_.join();
    {
        const std::scoped_lock lock(mutex_);
        for (const Connection* connection : active_) connection->stop_reading();
    }
    changed_.notify_all();
    // After the watcher has ended, no worker starts another one.
    for (std::thread& worker : workers_) worker.join();
}

void Listener::wake() const {
    const std::uint64_t one = 1;
    // It fails only if the counter is full, and then the watcher is awake anyway.
    [[maybe_unused]] const ssize_t written = ::write(waker_, &one, sizeof(one));
}

void Listener::watch() {
    std::array<epoll_event, 256> events;
    Clock::time_point next_look = Clock::now();
    while (!stopping_) {
        const int count = epoll_wait(poller_, events.data(), static_cast<int>(events.size()), 1000);
        for (int i = 0; i < count; ++i) {
            const int socket = events[static_cast<std::size_t>(i)].data.fd;
            if (socket == listening_) {
                accept_all();
            } else if (socket == waker_) {
                std::uint64_t drained = 0;
                [[maybe_unused]] const ssize_t n = ::read(waker_, &drained, sizeof(drained));
            } else {
                readable(socket);
            }
        }
        take_back();
        if (Clock::now() >= next_look) {
            close_expired();
            next_look = Clock::now() + std::chrono::seconds(1);
        }
    }
    ::close(std::exchange(listening_, -1));
    open_ -= waiting_.size();
    waiting_.clear();
}

void Listener::accept_all() {
    while (true) {
        const int socket = accept4(listening_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket < 0) {
            if (errno == EINTR || errno == ECONNABORTED) continue;
            // Out of file descriptors: the listening socket stays readable, so pause instead of
            // looping.
            if (errno == EMFILE || errno == ENFILE)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            return;
        }
        if (open_ >= parameters_.most_connections) {
            refuse(socket);
            continue;
        }
        const int yes = 1;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
        ++open_;
        epoll_event event{};
        event.events = EPOLLIN | EPOLLRDHUP;
        event.data.fd = socket;
        waiting_[socket] = std::make_unique<Connection>(socket, parameters_.limits);
        epoll_ctl(poller_, EPOLL_CTL_ADD, socket, &event);
    }
}

void Listener::refuse(int socket) {
    ++refused_;
    static const std::string answer =
        plain_answer("503 Service Unavailable", "too many connections", 1);
    ::send(socket, answer.data(), answer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::close(socket);
}

void Listener::readable(int socket) {
    const auto found = waiting_.find(socket);
    if (found == waiting_.end()) return;
    Connection& connection = *found->second;
    const bool open = connection.receive(most_buffered);
    connection.look();
    if (connection.hopeless()) {
        const bool long_head = !connection.head() || connection.head()->size > longest_head;
        const std::string answer =
            long_head ? plain_answer("431 Request Header Fields Too Large",
                                     "the head of the request is too long", 2)
                      : plain_answer("400 Bad Request", "the head of the request is malformed", 2);
        ::send(socket, answer.data(), answer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    } else if (connection.ready()) {
        Pointer complete = std::move(found->second);
        waiting_.erase(found);
        epoll_ctl(poller_, EPOLL_CTL_DEL, socket, nullptr);
        hand_over(std::move(complete));
        return;
    } else if (open) {
        return;
    }
    waiting_.erase(found);
    --open_;
}

void Listener::hand_over(Pointer connection) {
    const std::scoped_lock lock(mutex_);
    complete_.push_back(std::move(connection));
    if (free_workers_ < complete_.size() && workers_.size() < parameters_.most_threads)
        workers_.emplace_back([this] { work(); });
    changed_.notify_one();
}

void Listener::give_back(Pointer connection) {
    {
        const std::scoped_lock lock(mutex_);
        returned_.push_back(std::move(connection));
    }
    wake();
}

void Listener::take_back() {
    std::vector<Pointer> returned;
    {
        const std::scoped_lock lock(mutex_);
        returned.swap(returned_);
    }
    for (Pointer& connection : returned) {
        const int socket = connection->socket();
        waiting_[socket] = std::move(connection);
        epoll_event event{};
        event.events = EPOLLIN | EPOLLRDHUP;
        event.data.fd = socket;
        epoll_ctl(poller_, EPOLL_CTL_ADD, socket, &event);
        // The next request may be in the buffer already.
        readable(socket);
    }
}

void Listener::close_expired() {
    const Clock::time_point now = Clock::now();
    open_ -=
        std::erase_if(waiting_, [&](const auto& entry) { return entry.second->expires() <= now; });
}

void Listener::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        ++free_workers_;
        changed_.wait(lock, [&] { return !complete_.empty() || stopping_; });
        --free_workers_;
        if (complete_.empty()) return;
        Pointer connection = std::move(complete_.front());
        complete_.pop_front();
        active_.insert(connection.get());
        lock.unlock();
        ++busy_;
        const bool goes_on = answer(*connection);
        --busy_;
        lock.lock();
        active_.erase(connection.get());
        lock.unlock();
        if (goes_on) {
            give_back(std::move(connection));
        } else {
            connection.reset();
            --open_;
        }
        lock.lock();
    }
}

bool Listener::answer(Connection& connection) {
    connection.begin_request();
    ConnectionStream stream(connection);
    bool closed = false;
    const bool last = stopping_ || connection.head()->chunked;
    // Two fields that the library provides for its clients and does not use in a server. Through
    // `progress`, handlers ask whether the client is still there; through `response_handler`, the
    // logger passes on the answers.
    const Clock::time_point begin = Clock::now();
    const auto prepare = [&](httplib::Request& request) {
        request.progress = [&](std::uint64_t, std::uint64_t) { return connection.alive(); };
        request.response_handler = [this, &request, begin](const httplib::Response& response) {
            answered(request, response,
                     std::chrono::duration<double>(Clock::now() - begin).count());
            return true;
        };
    };
    const bool written = process_request(stream, last, closed, prepare);
    if (written && !stopping_ && !connection.body_consumed()) connection.linger();
    if (!written || closed || last || stopping_ || !connection.body_consumed()) return false;
    connection.end_request();
    return true;
}

}  // namespace odgear::serve
