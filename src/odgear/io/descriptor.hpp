// A file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <utility>

namespace odgear {

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int get() const { return number_; }
    // Closing reports errors that a network or quota file system has delayed until then.
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

}  // namespace odgear
