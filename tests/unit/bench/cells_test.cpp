#include "odgear/bench/cells.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "bench_files.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::bench {
namespace {

Cell cell(const std::string& instance, std::uint64_t seed) {
    return {0, "k1", "row", "set", "A", instance, seed, 31, 784.0, 787.8125, 5, 0.25};
}

TEST(CellStore, KeepsWhatWasMeasured) {
    const testing::Folder folder;
    {
        CellStore store(folder.path());
        store.begin({"machine", "system", "1.0", "abc", "2026-01-01T00:00:00Z"}, 2);
        store.add(cell("a", 1));
        store.add(cell("a", 2));
    }
    const CellStore store(folder.path());
    ASSERT_EQ(store.cells().size(), 2U);
    EXPECT_EQ(store.cells()[1].cost, 787.8125);
    EXPECT_EQ(store.cells()[1].best_known, 784);
    EXPECT_EQ(store.cells()[1].family, "A");
    ASSERT_EQ(store.sessions().size(), 1U);
    EXPECT_EQ(store.sessions()[0].environment.commit, "abc");
    EXPECT_EQ(store.sessions()[0].threads, 2);
    EXPECT_TRUE(store.has("k1", "a", 2));
    EXPECT_FALSE(store.has("k1", "a", 3));
    EXPECT_FALSE(store.has("k2", "a", 2));
}

TEST(CellStore, DropsALineTornByACrashAndGoesOn) {
    const testing::Folder folder;
    {
        CellStore store(folder.path());
        store.begin({}, 1);
        store.add(cell("a", 1));
    }
    std::ofstream(folder.path() / "cells.csv", std::ios::app) << "1,k1,row,set,A,b,1,31,7";
    {
        CellStore store(folder.path());
        EXPECT_EQ(store.cells().size(), 1U);
        store.begin({}, 1);
        store.add(cell("b", 1));
    }
    EXPECT_EQ(CellStore(folder.path()).cells().size(), 2U);
}

TEST(CellStore, NamesWithCommasReadBack) {
    const testing::Folder folder;
    {
        CellStore store(folder.path());
        store.begin({"a machine, with commas", "system", "1.0", "abc", "now"}, 2);
        store.add(cell("Main Street, north \"side\"", 1));
    }
    const CellStore store(folder.path());
    ASSERT_EQ(store.cells().size(), 1U);
    EXPECT_EQ(store.cells()[0].instance, "Main Street, north \"side\"");
    EXPECT_TRUE(store.has("k1", "Main Street, north \"side\"", 1));
    EXPECT_EQ(store.sessions()[0].environment.machine, "a machine, with commas");
}

TEST(CellStore, NumbersThatAreNoneAreNamed) {
    const std::string header =
        "session,key,row,set,family,instance,seed,customers,best_known,cost,routes,seconds\n";
    EXPECT_EQ(parse_cells(header + "1,k,r,s,,i,1,5,,9,2,0.5\n", "f").size(), 1U);
    for (const char* line :
         {"1,k,r,s,,i,1,5,,nan,2,0.5\n", "1e300,k,r,s,,i,1,5,,9,2,0.5\n",
          "1,k,r,s,,i,-1,5,,9,2,0.5\n", "1,k,r,s,,i,1,5,,9,2,inf\n", "1,k,r,s\n"})
        EXPECT_THROW(parse_cells(header + line, "f"), InputError) << line;
}

TEST(CellStore, FreshForgets) {
    const testing::Folder folder;
    {
        CellStore store(folder.path());
        store.begin({}, 1);
        store.add(cell("a", 1));
    }
    EXPECT_TRUE(CellStore(folder.path(), true).cells().empty());
    EXPECT_TRUE(CellStore(folder.path()).cells().empty());
}

TEST(CellStore, RefusesOtherFiles) {
    const testing::Folder folder;
    folder.write("cells.csv", "something,else\n1,2\n");
    EXPECT_THROW(CellStore{folder.path()}, InputError);
}

}  // namespace
}  // namespace odgear::bench
