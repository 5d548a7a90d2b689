#include "odgear/serve/routes.hpp"

#include <algorithm>
#include <array>

namespace odgear::serve {

namespace {

constexpr std::array table{
    RouteEntry{Address::page, "GET", "/", false},
    RouteEntry{Address::solve, "POST", "/", true},
    RouteEntry{Address::page, "GET", "/page/*", false},
    RouteEntry{Address::page, "GET", "/openapi.json", false},
    RouteEntry{Address::health, "GET", "/health", false},
    RouteEntry{Address::metrics, "GET", "/metrics", true},
    RouteEntry{Address::jobs, "POST", "/jobs", true},
    RouteEntry{Address::job, "GET", "/jobs/{id}", true},
    RouteEntry{Address::job, "DELETE", "/jobs/{id}", true},
    RouteEntry{Address::events, "GET", "/jobs/{id}/events", true},
    RouteEntry{Address::instance, "GET", "/jobs/{id}/instance", true},
    RouteEntry{Address::edges, "GET", "/jobs/{id}/edges", true},
};

std::string_view next_part(std::string_view& path) {
    path.remove_prefix(1);
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash);
    return part;
}

bool matches(std::string_view pattern, std::string_view path) {
    while (!pattern.empty() && !path.empty()) {
        if (path.front() != '/') return false;
        const std::string_view wanted = next_part(pattern);
        if (wanted == "*") return true;
        const std::string_view part = next_part(path);
        if (wanted == "{id}" ? part.empty() : wanted != part) return false;
    }
    return pattern.empty() && path.empty();
}

bool answers(const RouteEntry& entry, std::string_view method) {
    return entry.method == method || (method == "HEAD" && entry.method == "GET");
}

}  // namespace

std::span<const RouteEntry> routes() { return table; }

RouteMatch match_route(std::string_view method, std::string_view path) {
    RouteMatch match;
    for (const RouteEntry& entry : table) {
        if (!matches(entry.pattern, path)) continue;
        if (!match.methods.empty()) match.methods += ", ";
        match.methods += entry.method;
        const bool suits = answers(entry, method);
        if (!match.found || suits) {
            match.address = entry.address;
            match.pattern = entry.pattern;
        }
        match.found = true;
        match.allowed = match.allowed || suits;
    }
    return match;
}

bool is_public(std::string_view method, std::string_view path) {
    for (const RouteEntry& entry : table)
        if (matches(entry.pattern, path) && answers(entry, method)) return !entry.needs_token;
    return false;
}

std::string job_id(std::string_view path) {
    next_part(path);
    return std::string(next_part(path));
}

}  // namespace odgear::serve
