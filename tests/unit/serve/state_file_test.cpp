#include "odgear/serve/state_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "odgear/core/errors.hpp"

namespace odgear::serve {
namespace {

struct Folder {
    std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) /
        ("state-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    Folder() {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }
};

StoredJob job(const std::string& id) {
    StoredJob made;
    made.id = id;
    made.key = "key-" + id;
    made.digest = ~std::uint64_t{0};
    made.created = 1.5;
    made.request = {std::string("body\0with\xff", 10), "text/plain", "*/*", {{"a", "b"}}};
    return made;
}

TEST(StateFile, KeepsWhatItWasGiven) {
    const Folder folder;
    {
        StateFile file(folder.path / "jobs.db");
        file.add(job("one"));
        file.add(job("two"));
        file.add(job("three"));
        file.set_incumbent("one", "best");
        file.set_outcome("two", "done", 7.5);
        file.erase("three");
    }
    StateFile file(folder.path / "jobs.db");
    const std::vector<StoredJob> jobs = file.load();
    ASSERT_EQ(jobs.size(), 2U);
    EXPECT_EQ(jobs[0].id, "one");
    EXPECT_EQ(jobs[0].key, "key-one");
    EXPECT_EQ(jobs[0].digest, ~std::uint64_t{0});
    EXPECT_EQ(jobs[0].request.body, std::string("body\0with\xff", 10));
    EXPECT_EQ(jobs[0].request.query.at("a"), "b");
    EXPECT_EQ(jobs[0].incumbent, "best");
    EXPECT_EQ(jobs[1].outcome, "done");
    EXPECT_EQ(jobs[1].ended, 7.5);
}

TEST(StateFile, BelongsToOneAtATime) {
    const Folder folder;
    const StateFile file(folder.path / "jobs.db");
    EXPECT_THROW(StateFile(folder.path / "jobs.db"), ConfigurationError);
}

TEST(StateFile, RefusesWhatIsNone) {
    const Folder folder;
    std::ofstream(folder.path / "text") << std::string(5000, 'x');
    EXPECT_THROW(StateFile(folder.path / "text"), ConfigurationError);
    EXPECT_THROW(StateFile(folder.path / "no" / "folder"), ConfigurationError);
}

TEST(StateFile, TheSameIdTwiceIsAnError) {
    const Folder folder;
    StateFile file(folder.path / "jobs.db");
    file.add(job("one"));
    EXPECT_THROW(file.add(job("one")), InternalError);
}

}  // namespace
}  // namespace odgear::serve
