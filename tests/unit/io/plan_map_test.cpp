#include "odgear/io/plan_map.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "odgear/core/errors.hpp"
#include "odgear/io/geojson.hpp"
#include "odgear/io/instance_file.hpp"
#include "odgear/io/svg.hpp"

namespace odgear {
namespace {

using Json = nlohmann::json;

Instance stops() {
    return parse_instance(
               "id,lat,lon,demand,name,capacity\ndepot,52.5,13.4,,Yard,7\n"
               "A1,52.51,13.41,4,</"
               "script><b>\nB2,52.49,13.38,3,\xc3\xa4\nC3,52.52,13.36,5,{{data}}\n",
               "stops.csv")
        .instance;
}

Json data_of(const std::string& page) {
    const std::string open = "<script id=\"data\" type=\"application/json\">";
    const std::size_t start = page.find(open) + open.size();
    return Json::parse(page.substr(start, page.find("</script>", start) - start));
}

TEST(PlanMap, HoldsThePlan) {
    const Instance instance = stops();
    const Json data = data_of(write_map(instance, {{{1, 2}, {}, {3}}, 0}));
    EXPECT_EQ(data.at("nodes").size(), 4u);
    EXPECT_EQ(data.at("nodes")[1].at("id"), "A1");
    EXPECT_EQ(data.at("nodes")[1].at("name"), "</script><b>");
    EXPECT_EQ(data.at("nodes")[3].at("name"), "{{data}}");
    ASSERT_EQ(data.at("routes").size(), 2u);
    EXPECT_EQ(data.at("routes")[1].at("number"), 3);
    EXPECT_EQ(data.at("routes")[0].at("stops"), Json({1, 2}));
    EXPECT_EQ(data.at("routes")[0].at("load"), 7);
    EXPECT_EQ(data.at("routes")[0].at("so_far")[0], instance.distance(0, 1));
}

TEST(PlanMap, NamesNoAddressUnlessAsked) {
    const Instance instance = stops();
    const Solution solution = make_solution(instance, {{1, 2}, {3}});
    std::string page = write_map(instance, solution);
    const std::string name_space = "http://www.w3.org/2000/svg";
    page.erase(page.find(name_space), name_space.size());
    EXPECT_EQ(page.find("http"), page.npos);
    EXPECT_NE(
        write_map(instance, solution, {"https://t.org/{z}/{x}/{y}.png"}).find("https://t.org"),
        page.npos);
    EXPECT_THROW(write_map(instance, solution, {"https://t.org/"}), ConfigurationError);
}

// SVG, GeoJSON and map share one palette and one order.
TEST(PlanMap, ShowsThePlanAsTheOthersDo) {
    const Instance instance = stops();
    const Solution solution = make_solution(instance, {{1}, {2}, {3}});
    const Json data = data_of(write_map(instance, solution));
    const Json geojson = Json::parse(write_geojson(instance, solution));
    const std::string svg = plot_solution(instance, solution);
    std::size_t at = 0;
    for (std::size_t r = 0; r < 3; ++r) {
        const Json& route = data.at("routes")[r];
        const Json& line = geojson.at("features")[1 + r].at("properties");
        const std::string colour = route.at("colour");
        EXPECT_EQ(line.at("stroke"), colour);
        EXPECT_EQ(line.at("title"), route.at("title"));
        at = svg.find("stroke=\"" + colour + "\">\n<title>" + route.at("title").get<std::string>() +
                          "</title>",
                      at);
        EXPECT_NE(at, svg.npos);
        const Json& stop = geojson.at("features")[4 + r].at("properties");
        EXPECT_EQ(stop.at("id"), instance.id(static_cast<int>(r) + 1));
        EXPECT_EQ(stop.at("stop"), 1);
        EXPECT_EQ(stop.at("marker-color"), colour);
    }
}

TEST(PlanMap, RefusesWhatHasNoPlace) {
    const Instance plane = parse_instance("id,x,y,demand\ndepot,0,0,\n1,1,1,1\n", "stops.csv",
                                          {.rounding = {}, .table = {.depot = {}, .capacity = 3}})
                               .instance;
    EXPECT_THROW(write_map(plane, make_solution(plane, {{1}}), {"https://t/{z}/{x}/{y}"}),
                 ConfigurationError);
    EXPECT_THROW(write_map(plane, {{{5}}, 0}), InputError);
}

}  // namespace
}  // namespace odgear
