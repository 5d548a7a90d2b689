#include "odgear/io/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "odgear/core/errors.hpp"
#include "support/temporary_folder.hpp"

namespace odgear {
namespace {

namespace fs = std::filesystem;

class Files : public TemporaryFolderTest {
protected:
    static std::string error_of(const fs::path& path, std::size_t most = largest_file) {
        try {
            read_text_file(path, {.most = most});
        } catch (const InputError& error) {
            EXPECT_EQ(error.exit_code(), 2);
            return error.what();
        }
        return "no error";
    }
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

TEST_F(Files, APipeIsWaitedForWhereItIsAllowed) {
    const fs::path pipe = folder_ / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(error_of(pipe), pipe.string() + ": is a pipe, not a file");
    std::thread writer([&] {
        // The side that comes first waits for the other.
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        std::ofstream(pipe) << "one\ntwo\n";
    });
    EXPECT_EQ(read_text_file(pipe, {.pipes = true}), "one\ntwo\n");
    writer.join();
}

TEST_F(Files, BinaryContentIsReadAsItIs) {
    const std::string bytes("\0\x01\xff", 3);
    EXPECT_EQ(read_binary_file(with("bytes", bytes)), bytes);
    EXPECT_EQ(read_binary_file(with("nothing", "")), "");
}

}  // namespace
}  // namespace odgear
