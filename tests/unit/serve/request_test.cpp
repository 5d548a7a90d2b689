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

TEST(Request, RichProblemsAreToldByTheirContent) {
    const std::string windows = std::string(square) +
                                "TIME_WINDOW_SECTION\n1 0 900\n2 0 500\n3 0 500\n4 0 500\n"
                                "DEPOT_SECTION\n1\n-1\n";
    const Request file = read(windows, {{"rounding", "dimacs"}});
    ASSERT_NE(file.fleet(), nullptr);
    EXPECT_EQ(file.customers(), 3);
    EXPECT_EQ(file.language, Language::sol);
    EXPECT_EQ(file.source, windows);
    EXPECT_EQ(file.fleet()->rounding(), "dimacs");
    EXPECT_THROW(read(windows, {{"mode", "policy"}}), InputError);
    std::string request = vroom;
    request.insert(request.find("\"id\":70"), "\"skills\":[1],");
    EXPECT_NE(read(request).fleet(), nullptr);
    EXPECT_EQ(read(request).language, Language::vroom);
    EXPECT_EQ(read(request).seconds, 2.5);
    EXPECT_EQ(read(vroom).fleet(), nullptr);
}

TEST(Request, JobsThatDoNotFitTheFleetMakeItRich) {
    const auto request = [](const char* load) {
        return std::string(R"({"vehicles":[{"id":1,"start":[1,2],"end":[1,2],"capacity":[10]}],
            "jobs":[{"id":70,"location":[1.1,2],"delivery":[)") +
               load + R"(]},{"id":80,"location":[1,2.1],"delivery":[6]}]})";
    };
    EXPECT_EQ(read(request("4")).fleet(), nullptr);
    EXPECT_NE(read(request("5")).fleet(), nullptr);
    EXPECT_NE(read(request("50")).fleet(), nullptr);
}

TEST(Request, TablesAreReadWithWhatTheyLeaveOpen) {
    const std::string table = "id,x,y,demand\nd,0,0,1\na,3,4,2\nb,6,8,\n";
    const Request read_table = read(table, {{"capacity", "3"}, {"depot", "b"}, {"vehicles", "2"}});
    EXPECT_EQ(read_table.language, Language::csv);
    EXPECT_EQ(read_table.instance().capacity(), 3);
    EXPECT_EQ(read_table.instance().max_vehicles(), 2);
    EXPECT_EQ(read_table.instance().id(0), "b");
    EXPECT_THROW(read(vroom, {{"vehicles", "2"}}), InputError);
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
