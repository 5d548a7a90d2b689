// The addresses of the service in one table: what /openapi.json must describe, no more, no less.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace odgear::serve {

enum class Address : std::uint8_t {
    page,
    solve,
    health,
    metrics,
    jobs,
    job,
    events,
    instance,
    edges
};

struct RouteEntry {
    Address address;
    std::string_view method;   // GET answers HEAD too
    std::string_view pattern;  // {id} stands for one part without a slash, * for the rest
    bool needs_token;
};

std::span<const RouteEntry> routes();

struct RouteMatch {
    Address address = Address::page;
    bool found = false;    // something answers at this path
    bool allowed = false;  // to this method
    std::string_view pattern;
    std::string methods;  // "GET, POST"
};

RouteMatch match_route(std::string_view method, std::string_view path);
bool is_public(std::string_view method, std::string_view path);

// The id in "/jobs/ID" and what lies below it.
std::string job_id(std::string_view path);

}  // namespace odgear::serve
