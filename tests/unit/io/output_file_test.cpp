#include "odgear/io/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>

#include "odgear/core/errors.hpp"
#include "odgear/io/files.hpp"
#include "support/error_of.hpp"
#include "support/temporary_folder.hpp"

namespace odgear {
namespace {

namespace fs = std::filesystem;

using testing::error_of;

// A limit on the size of files stands in for a full disk.
void with_full_disk(const std::function<void()>& action) {
    struct rlimit before {};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const struct rlimit small { 1000, before.rlim_max };
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    action();
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_handler);
}

class Output : public TemporaryFolderTest {};

TEST_F(Output, WritesAndReplacesLeavingNothingElse) {
    const fs::path path = folder_ / "out.sol";
    write_file(path, "first\n");
    EXPECT_EQ(read_text_file(path), "first\n");
    ::chmod(path.c_str(), 0640);
    write_file(path, "second\n");
    EXPECT_EQ(read_text_file(path), "second\n");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(0640));
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Output, LinksStayLinksAndTheirTargetsAreWritten) {
    const fs::path path = with("target", "old");
    fs::create_symlink(path, folder_ / "link");
    write_file(folder_ / "link", "new");
    EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
    EXPECT_EQ(read_text_file(path), "new");

    fs::create_symlink("absent", folder_ / "dangling");
    write_file(folder_ / "dangling", "made");
    EXPECT_TRUE(fs::is_symlink(folder_ / "dangling"));
    EXPECT_EQ(read_text_file(folder_ / "absent"), "made");

    fs::create_symlink("b", folder_ / "a");
    fs::create_symlink("a", folder_ / "b");
    EXPECT_NE(error_of([&] { OutputFile(folder_ / "a"); }).find("symbolic links"),
              std::string::npos);
}

TEST_F(Output, AFullDiskIsSaidAndTheOldFileStays) {
    const fs::path path = with("kept", "old");
    with_full_disk([&] {
        EXPECT_EQ(error_of([&] { write_file(path, std::string(5000, 'x')); }),
                  path.string() + ": cannot be written: File too large");
    });
    EXPECT_EQ(read_text_file(path), "old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Output, TargetsAreRefusedBeforeAnythingIsWritten) {
    const auto refused = [](const fs::path& path) {
        return error_of([&] { OutputFile file(path); });
    };
    EXPECT_EQ(refused("/dev/full"), "/dev/full: is a device, not a file");
    EXPECT_EQ(refused("/dev/null"), "/dev/null: is a device, not a file");
    EXPECT_EQ(refused(folder_), folder_.string() + ": is a directory");
    EXPECT_NE(refused(folder_ / "no" / "such").find("its folder"), std::string::npos);
    EXPECT_NE(refused(folder_ / std::string(300, 'x')), "no error");
    EXPECT_NE(refused(""), "no error");
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(refused(pipe), pipe.string() + ": is a pipe, not a file");
    fs::create_symlink("/dev/null", folder_ / "null");
    EXPECT_NE(refused(folder_ / "null").find("is a device"), std::string::npos);
}

TEST_F(Output, ALongNameLeavesRoomForTheTemporary) {
    const fs::path path = folder_ / std::string(255, 'n');
    write_file(path, "x");
    EXPECT_EQ(read_text_file(path), "x");
}

TEST_F(Output, ATargetThatBecameAFolderKeepsTheContentElsewhere) {
    const fs::path path = folder_ / "out";
    const OutputFile out(path);
    fs::create_directory(path);
    EXPECT_EQ(error_of([&] { out.write("x"); }), path.string() + ": is a directory");
}

TEST_F(Output, NoFileOfACommandIsReadAndWrittenOrWrittenTwice) {
    const fs::path input = with("in.vrp", "x");
    fs::create_symlink(input, folder_ / "link");
    fs::create_hard_link(input, folder_ / "hard");
    CommandFiles files;
    files.read(input);
    for (const fs::path& same : {input, folder_ / "link", folder_ / "hard",
                                 folder_ / ".." / folder_.filename() / "in.vrp"})
        EXPECT_NE(error_of([&] { files.write(same); }).find("is an input"), std::string::npos);
    files.write(folder_ / "out");
    fs::create_symlink("out", folder_ / "other");
    for (const fs::path& same : {folder_ / "out", folder_ / "." / "out", folder_ / "other"})
        EXPECT_NE(error_of([&] { files.write(same); }).find("two outputs"), std::string::npos);
    files.write(folder_ / "third");
    EXPECT_EQ(read_text_file(input), "x");
}

TEST_F(Output, LinesAreAppendedWholeOrNotAtAll) {
    const fs::path path = folder_ / "list.csv";
    append_lines(path, "a,b", "1,2\n");
    append_lines(path, "a,b", "3,4\n");
    EXPECT_EQ(read_text_file(path), "a,b\n1,2\n3,4\n");
    with("list.csv", "a,b\n1,2\n3,");  // cut short by a crash
    append_lines(path, "a,b", "5,6\n");
    EXPECT_EQ(read_text_file(path), "a,b\n1,2\n5,6\n");
    with_full_disk([&] {
        EXPECT_THROW(append_lines(path, "a,b", std::string(5000, 'x') + "\n"), InputError);
    });
    EXPECT_EQ(read_text_file(path), "a,b\n1,2\n5,6\n");
    with("torn", std::string(10'000, 'x'));
    append_lines(folder_ / "torn", "head", "line\n");
    EXPECT_EQ(read_text_file(folder_ / "torn"), "head\nline\n");
    EXPECT_THROW(append_lines("/dev/null", "", "x\n"), InputError);
}

TEST_F(Output, FoldersAreMadeOrRefused) {
    make_folder(folder_ / "a" / "b");
    make_folder(folder_ / "a");
    EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b"));
    EXPECT_THROW(make_folder(with("file", "x")), InputError);
    EXPECT_THROW(make_folder(folder_ / "file" / "below"), InputError);
}

TEST_F(Output, WhatCanGoNowhereElseIsKeptInATemporaryFile) {
    const auto kept = rescue_file("Route #1: 1\n", ".sol");
    ASSERT_TRUE(kept);
    EXPECT_EQ(read_text_file(*kept), "Route #1: 1\n");
    fs::remove(*kept);
}

}  // namespace
}  // namespace odgear
