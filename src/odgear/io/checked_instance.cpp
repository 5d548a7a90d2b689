#include "odgear/io/checked_instance.hpp"

#include <utility>

namespace odgear {

Instance checked_instance(InstanceData&& data, const std::string& file, const Place& limit) {
    try {
        return Instance(std::move(data));
    } catch (const InputError& error) {
        throw InputError(Place{file, 0, ""}, error.what());
    } catch (const InfeasibleError& error) {
        throw InfeasibleError(describe(limit, error.what()));
    }
}

}  // namespace odgear
