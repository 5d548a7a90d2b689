#include "odgear/serve/metrics.hpp"

#include <gtest/gtest.h>

#include "odgear/serve/log.hpp"

namespace odgear::serve {
namespace {

TEST(Metrics, CountInPrometheusText) {
    Metrics metrics;
    metrics.request("GET", "/health", 200, 0.002);
    metrics.request("GET", "/health", 200, 0.2);
    metrics.solved(0.1, 1000, "finished", true);
    const std::string text = metrics.text({{"some_gauge", "Help.", 7}});
    const auto has = [&](const char* line) {
        return text.find(std::string(line) + "\n") != std::string::npos;
    };
    EXPECT_TRUE(has("odgear_requests_total{method=\"GET\",route=\"/health\",status=\"200\"} 2"));
    EXPECT_TRUE(has("odgear_request_seconds_bucket{route=\"/health\",le=\"0.001\"} 0"));
    EXPECT_TRUE(has("odgear_request_seconds_bucket{route=\"/health\",le=\"0.0025\"} 1"));
    EXPECT_TRUE(has("odgear_request_seconds_bucket{route=\"/health\",le=\"+Inf\"} 2"));
    EXPECT_TRUE(has("odgear_request_seconds_count{route=\"/health\"} 2"));
    EXPECT_TRUE(has("odgear_solve_seconds_bucket{le=\"300\"} 0"));
    EXPECT_TRUE(has("odgear_solve_seconds_bucket{le=\"+Inf\"} 1"));
    EXPECT_TRUE(has("odgear_late_total 1"));
    EXPECT_TRUE(has("# TYPE some_gauge gauge"));
    EXPECT_TRUE(has("some_gauge 7"));
}

TEST(Log, WritesOneObjectALine) {
    std::string lines;
    Log log([&](const std::string& line) { lines += line; });
    log.info("request", {{"path", "/a\n\"b\"\xff"}, {"status", std::int64_t{200}}, {"s", 0.5}});
    EXPECT_EQ(lines.find('\n'), lines.size() - 1);
    EXPECT_NE(lines.find(R"("level":"info","event":"request","path":"/a\n\"b\")"),
              std::string::npos);
    EXPECT_NE(lines.find(R"("status":200,"s":0.5})"), std::string::npos);
    EXPECT_EQ(utc_text(std::chrono::system_clock::time_point{} + std::chrono::milliseconds(1)),
              "1970-01-01T00:00:00.001Z");
}

}  // namespace
}  // namespace odgear::serve
