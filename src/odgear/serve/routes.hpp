// The addresses of the service in one table. /openapi.json must describe exactly these.
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
    std::string_view method;   // GET also answers HEAD
    std::string_view pattern;  // {id} stands for one path segment, * for the rest
    bool needs_token;
};

std::span<const RouteEntry> routes();

struct RouteMatch {
    Address address = Address::page;
    bool found = false;    // the path exists
    bool allowed = false;  // the method is allowed
    std::string_view pattern;
    std::string methods;  // "GET, POST"
};

RouteMatch match_route(std::string_view method, std::string_view path);
bool is_public(std::string_view method, std::string_view path);

// The id in "/jobs/ID" and in paths below it.
std::string job_id(std::string_view path);

}  // namespace odgear::serve
