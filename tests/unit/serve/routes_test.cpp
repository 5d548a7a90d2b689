#include "odgear/serve/routes.hpp"

#include <gtest/gtest.h>

namespace odgear::serve {
namespace {

TEST(Routes, MatchMethodAndPath) {
    EXPECT_TRUE(match_route("POST", "/").allowed);
    EXPECT_EQ(match_route("POST", "/").address, Address::solve);
    EXPECT_EQ(match_route("HEAD", "/").address, Address::page);
    EXPECT_EQ(match_route("PUT", "/").methods, "GET, POST");
    EXPECT_FALSE(match_route("PUT", "/").allowed);
    EXPECT_EQ(match_route("DELETE", "/jobs/a").pattern, "/jobs/{id}");
    EXPECT_EQ(match_route("GET", "/jobs/a/events").address, Address::events);
    EXPECT_EQ(match_route("GET", "/page/a/b").address, Address::page);
    for (const char* path : {"", "x", "//", "/jobs/", "/jobs//events", "/jobs/a/", "/jobs/a/other",
                             "/jobs/a/events/", "/health/", "/Health"})
        EXPECT_FALSE(match_route("GET", path).found) << path;
}

TEST(Routes, KnowWhatIsPublic) {
    EXPECT_TRUE(is_public("GET", "/"));
    EXPECT_TRUE(is_public("HEAD", "/health"));
    EXPECT_FALSE(is_public("POST", "/"));
    EXPECT_FALSE(is_public("GET", "/jobs/a"));
    EXPECT_FALSE(is_public("GET", "/metrics"));
    EXPECT_FALSE(is_public("GET", "/nothing"));
}

TEST(Routes, GiveTheId) {
    EXPECT_EQ(job_id("/jobs/abc"), "abc");
    EXPECT_EQ(job_id("/jobs/abc/events"), "abc");
}

}  // namespace
}  // namespace odgear::serve
