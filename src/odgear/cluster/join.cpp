#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>

#include "odgear/cluster/ranks.hpp"
#include "odgear/core/errors.hpp"

namespace odgear::cluster {

namespace {

namespace fs = std::filesystem;

// Looks next to the program, both in the build folder and where it is installed.
fs::path module_path() {
    return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib" / "odgear" /
           "odgear-mpi.so";
}

JoinRanks load_module() {
    const fs::path path = module_path();
    if (!fs::exists(path))
        throw ConfigurationError("a launcher started this program, but " + path.string() +
                                 " is missing: it was built without MPI (-DODGEAR_MPI=ON)");
    // RTLD_GLOBAL, because MPI's own modules look for its symbols.
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr) throw ConfigurationError(std::string("MPI: ") + dlerror());
    void* symbol = dlsym(module, "odgear_join_ranks");
    if (symbol == nullptr) throw ConfigurationError(std::string("MPI: ") + dlerror());
    return reinterpret_cast<JoinRanks>(symbol);
}

}  // namespace

bool launched() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
        if (std::getenv(name) != nullptr) return true;
    return false;
}

std::unique_ptr<Ranks> join() {
    if (!launched()) return nullptr;
    std::unique_ptr<Ranks> ranks(load_module()());
    if (ranks->size() == 1) return nullptr;
    return ranks;
}

}  // namespace odgear::cluster
