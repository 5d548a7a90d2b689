#include "odgear/serve/request.hpp"

#include <gtest/gtest.h>

#include "odgear/core/errors.hpp"
#include "odgear/serve/http_error.hpp"

namespace odgear::serve {
namespace {

constexpr const char* square =
    "NAME : square\nTYPE : CVRP\nDIMENSION : 4\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 7\n"
    "NODE_COORD_SECTION\n1 0 0\n2 30 40\n3 30 0\n4 0 40\nDEMAND_SECTION\n1 0\n2 4\n3 3\n4 2\n";

constexpr const char* vroom =
    R"({"vehicles":[{"id":1,"start":[1,2],"end":[1,2]},{"id":2,"start":[1,2],"end":[1,2]}],
        "jobs":[{"id":70,"location":[1.1,2]},{"id":80,"location":[1,2.1]}],
        "options":{"l":2.5,"t":1}})";

Request read(const std::string& body, std::map<std::string, std::string> query = {},
             const std::string& accept = "") {
    return read_request({body, "", accept, std::move(query)}, {});
}

TEST(Request, SpeaksTheLanguageOfItsBody) {
    EXPECT_EQ(read(square).language, Language::sol);
    EXPECT_EQ(read(square, {}, "application/json").language, Language::json);
    EXPECT_EQ(read(square, {{"format", "svg"}}).language, Language::svg);
    EXPECT_EQ(read(vroom).language, Language::vroom);
    EXPECT_EQ(read(R"({"instance":)" + std::string(vroom) + "}").language, Language::json);
}

TEST(Request, TakesOptionsFromEveryPlace) {
    const Request vroom_request = read(vroom);
    EXPECT_EQ(vroom_request.seconds, 2.5);
    EXPECT_EQ(vroom_request.options.threads, 1);
    const Request file = read(square, {{"time_limit", "3"}, {"mode", "expert"}, {"seed", "9"}});
    EXPECT_EQ(file.seconds, 3);
    EXPECT_EQ(file.options.mode, Mode::expert);
    EXPECT_EQ(file.options.seed, 9U);
    const Request object = read(R"({"instance":)" + std::string(vroom) +
                                R"(,"warm_start":[[80],[70]],"priority":-3,"name":"mine"})");
    EXPECT_EQ(object.options.warm_start, (std::vector<odgear::Route>{{2}, {1}}));
    EXPECT_EQ(object.priority, -3);
    EXPECT_EQ(object.name, "mine");
}

TEST(Request, IsKeptWithinTheLimits) {
    RequestLimits limits;
    limits.seconds = 1;
    EXPECT_EQ(read_request({vroom, "", "", {}}, limits).seconds, 1);
    limits.customers = 1;
    EXPECT_THROW(read_request({vroom, "", "", {}}, limits), HttpError);
    limits.body = 10;
    EXPECT_THROW(read_request({vroom, "", "", {}}, limits), HttpError);
}

TEST(Request, NamesWhatItDoesNotKnow) {
    const auto refused = [](const std::string& body,
                            const std::map<std::string, std::string>& query, const char* word) {
        try {
            read(body, query);
            ADD_FAILURE() << "not refused: " << word;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
        }
    };
    refused(square, {{"colour", "red"}}, "colour");
    refused(square, {{"time_limit", "soon"}}, "time_limit");
    refused(square, {{"time_limit", "nan"}}, "time_limit");
    refused(square, {{"priority", "1.5"}}, "priority");
    refused(square, {{"model", "../../secret"}}, "model");
    refused(square, {{"format", "vroom"}}, "format");
    refused(R"({"instance":7})", {}, "request");
    refused("", {}, "empty");
}

}  // namespace
}  // namespace odgear::serve
