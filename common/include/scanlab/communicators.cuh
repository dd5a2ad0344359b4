/// \file
/// NCCL's handles for the devices of this process.
#pragma once

#include <cstddef>
#include <nccl.h>
#include <stdexcept>
#include <vector>

namespace scanlab {

/// For the devices 0, 1, …, made once for each number of devices.
inline const std::vector<ncclComm_t>& communicators(int devices) {
    static std::vector<std::vector<ncclComm_t>> made;
    const auto count = static_cast<std::size_t>(devices);
    if (made.size() <= count) made.resize(count + 1);
    std::vector<ncclComm_t>& all = made[count];
    if (all.empty()) {
        all.resize(count);
        if (const ncclResult_t result = ncclCommInitAll(all.data(), devices, nullptr);
            result != ncclSuccess)
            throw std::runtime_error(ncclGetErrorString(result));
    }
    return all;
}

} // namespace scanlab
