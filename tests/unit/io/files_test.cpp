#include "odgear/io/files.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include <filesystem>
#include <fstream>
#include <string>

#include "odgear/core/errors.hpp"

namespace odgear {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
protected:
    void SetUp() override {
        folder_ = fs::path(::testing::TempDir()) /
                  ("odgear-files-" + std::to_string(::getpid()) + "-" +
                   ::testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path with(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
        return folder_ / name;
    }

    static std::string error_of(const fs::path& path, std::size_t most = largest_file) {
        try {
            read_text_file(path, most);
        } catch (const InputError& error) {
            EXPECT_EQ(error.exit_code(), 2);
            return error.what();
        }
        return "no error";
    }

    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
};

TEST_F(Files, ReadsWhole) {
    const std::string large(300'000, 'x');
    EXPECT_EQ(read_text_file(with("a", "one\ntwo")), "one\ntwo");
    EXPECT_EQ(read_text_file(with("b", large)), large);
}

TEST_F(Files, RefusesWhatIsNoText) {
    EXPECT_EQ(error_of(folder_), folder_.string() + ": is a directory");
    EXPECT_EQ(error_of("/dev/null"), "/dev/null: is not a file");
    EXPECT_EQ(error_of("/dev/zero"), "/dev/zero: is not a file");
    const fs::path absent = folder_ / "absent";
    EXPECT_EQ(error_of(absent), absent.string() + ": cannot be opened: No such file or directory");
    const fs::path empty = with("empty", "");
    EXPECT_EQ(error_of(empty), empty.string() + ": is empty");
    const fs::path blank = with("blank", " \r\n\t\n");
    EXPECT_EQ(error_of(blank), blank.string() + ": is empty");
    const fs::path zeros = with("zeros", std::string("NAME : x\n\0\0", 11));
    EXPECT_EQ(error_of(zeros), zeros.string() + ": is a binary file");
    const fs::path binary = with("binary",
                                 "\x7f"
                                 "ELF\x02\x01\x01");
    EXPECT_EQ(error_of(binary), binary.string() + ": is a binary file");
    const fs::path large = with("large", std::string((2 << 20) + 1, 'x'));
    EXPECT_EQ(error_of(large, 2 << 20), large.string() + ": is larger than 2 MiB");
}

TEST_F(Files, AnEmptyPipeDoesNotHang) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(error_of(pipe), pipe.string() + ": is empty");
}

TEST_F(Files, WritesAndReplacesLeavingNothingElse) {
    const fs::path path = folder_ / "out.sol";
    write_file(path, "first\n");
    EXPECT_EQ(read_text_file(path), "first\n");
    ::chmod(path.c_str(), 0640);
    write_file(path, "second\n");
    EXPECT_EQ(read_text_file(path), "second\n");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, WritesThroughALink) {
    const fs::path path = with("target", "old");
    fs::create_symlink(path, folder_ / "link");
    write_file(folder_ / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(read_text_file(path), "new");
}

TEST_F(Files, AFullDiskIsSaidAndTheOldFileStays) {
    EXPECT_THROW(
        try { write_file("/dev/full", "content"); } catch (const InputError& error) {
            EXPECT_STREQ(error.what(), "/dev/full: cannot be written: No space left on device");
            throw;
        },
        InputError);
    const fs::path path = with("kept", "old");
    // A limit on the size of files stands in for a full disk.
    struct rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit small { 1000, before.rlim_max };
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    EXPECT_THROW(write_file(path, std::string(5000, 'x')), InputError);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_handler);
    EXPECT_EQ(read_text_file(path), "old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, ImpossibleTargets) {
    EXPECT_THROW(write_file(folder_, "x"), InputError);
    EXPECT_THROW(write_file(folder_ / "no" / "such", "x"), InputError);
    write_file("/dev/null", "x");  // not a regular file: written directly, and kept
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace odgear
