#include "odgear/serve/http/connection.hpp"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace odgear::serve {

namespace {

constexpr std::size_t block_size = 16U << 10U;  // bytes read from the socket at once

void text_of(const sockaddr_storage& address, std::string& ip, int& port) {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.ss_family == AF_INET) {
        const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
        inet_ntop(AF_INET, &v4.sin_addr, text.data(), text.size());
        port = ntohs(v4.sin_port);
    } else if (address.ss_family == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
        inet_ntop(AF_INET6, &v6.sin6_addr, text.data(), text.size());
        port = ntohs(v6.sin6_port);
    }
    ip = text.data();
}

}  // namespace

Connection::~Connection() {
    ::shutdown(socket_, SHUT_RDWR);
    ::close(socket_);
}

bool Connection::receive(std::size_t most) {
    std::array<char, block_size> block;
    while (buffer_.size() < most) {
        const ssize_t n =
            ::recv(socket_, block.data(), std::min(block.size(), most - buffer_.size()), 0);
        if (n > 0) {
            if (buffer_.empty()) waiting_since_ = Clock::now();
            buffer_.append(block.data(), static_cast<std::size_t>(n));
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else {
            return n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        }
    }
    return true;
}

void Connection::look() {
    if (head_) return;
    // An empty line before a request is allowed; some clients send one.
    const std::size_t start = buffer_.find_first_not_of("\r\n");
    if (start == std::string::npos)
        buffer_.clear();
    else if (start > 0)
        buffer_.erase(0, start);
    head_ = find_head(buffer_);
    if (head_) hide_range(buffer_, *head_);
}

bool Connection::hopeless() const {
    return head_ ? head_->bad || head_->size > longest_head : buffer_.size() > longest_head;
}

bool Connection::ready() const {
    if (!head_) return false;
    if (head_->chunked || head_->expects_continue || head_->body() > buffered_body) return true;
    return buffer_.size() >= head_->size + head_->body();
}

Clock::time_point Connection::after(double seconds, Clock::time_point from) const {
    return from + std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double>(std::min(seconds, 1e6)));
}

Clock::time_point Connection::expires() const {
    if (idle()) return after(limits_.idle, waiting_since_);
    const double body = head_ ? static_cast<double>(head_->body()) : 0;
    return after(limits_.patience + body / limits_.bytes_per_second, waiting_since_);
}

void Connection::begin_request() {
    taken_ = 0;
    past_buffer_ = 0;
    // A chunked body does not state its length, so time for this many bytes is allowed.
    constexpr double chunked_body = 1e6;
    const double body = head_->chunked ? chunked_body : static_cast<double>(head_->body());
    read_until_ = after(limits_.patience + body / limits_.bytes_per_second, Clock::now());
}

ssize_t Connection::read(char* data, std::size_t size) {
    // Bytes beyond a request of known length belong to the next request and are not handed out.
    const std::size_t end =
        head_->chunked ? buffer_.size()
                       : std::min<std::uint64_t>(buffer_.size(), head_->size + head_->body());
    if (taken_ < end) {
        const std::size_t n = std::min(size, end - taken_);
        std::copy_n(buffer_.data() + taken_, n, data);
        taken_ += n;
        return static_cast<ssize_t>(n);
    }
    if (!head_->chunked && taken_ + past_buffer_ >= head_->size + head_->body()) return 0;
    while (wait_for(POLLIN, read_until_)) {
        const ssize_t n = ::recv(socket_, data, size, 0);
        if (n > 0) past_buffer_ += static_cast<std::uint64_t>(n);
        if (n >= 0) return n;
        if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) break;
    }
    return -1;
}

ssize_t Connection::write(const char* data, std::size_t size) {
    const Clock::time_point until = after(
        limits_.patience + static_cast<double>(size) / limits_.bytes_per_second, Clock::now());
    std::size_t sent = 0;
    while (sent < size) {
        const ssize_t n = ::send(socket_, data + sent, size - sent, MSG_NOSIGNAL);
        if (n > 0) {
            sent += static_cast<std::size_t>(n);
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (!wait_for(POLLOUT, until)) return -1;
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else {
            return -1;
        }
    }
    return static_cast<ssize_t>(sent);
}

bool Connection::wait_for(short events, Clock::time_point until) const {
    while (true) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
        if (left <= 0) return false;
        pollfd wish{socket_, events, 0};
        const int ready = ::poll(&wish, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

bool Connection::alive() const {
    char byte = 0;
    const ssize_t n = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR));
}

bool Connection::body_consumed() const {
    return !head_->chunked && taken_ + past_buffer_ == head_->size + head_->body();
}

void Connection::linger() {
    constexpr double patience = 2;
    ::shutdown(socket_, SHUT_WR);
    std::array<char, block_size> block;
    const Clock::time_point until = after(patience, Clock::now());
    while (wait_for(POLLIN, until)) {
        const ssize_t n = ::recv(socket_, block.data(), block.size(), 0);
        if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) return;
    }
}

void Connection::stop_reading() const { ::shutdown(socket_, SHUT_RD); }

void Connection::end_request() {
    buffer_.erase(0, taken_);
    head_.reset();
    waiting_since_ = Clock::now();
}

void ConnectionStream::get_remote_ip_and_port(std::string& ip, int& port) const {
    sockaddr_storage address{};
    socklen_t length = sizeof(address);
    if (getpeername(connection_.socket(), reinterpret_cast<sockaddr*>(&address), &length) == 0)
        text_of(address, ip, port);
}

void ConnectionStream::get_local_ip_and_port(std::string& ip, int& port) const {
    sockaddr_storage address{};
    socklen_t length = sizeof(address);
    if (getsockname(connection_.socket(), reinterpret_cast<sockaddr*>(&address), &length) == 0)
        text_of(address, ip, port);
}

}  // namespace odgear::serve
