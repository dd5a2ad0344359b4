/// \file
/// The host program for a kernel of which only the launch is given.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab {

struct KernelTrial {
    std::filesystem::path source;
    /// "name<int, 256><<<8, 256>>>(in int[2048] random, out sums: int[8], 2048)"
    std::string launch;
    std::vector<std::string> expected; ///< "in[i] * 2", or "sums = in[i]"; or the name of a file
    unsigned seed = 1;
};

/// The program's text. Throws UsageError, which says what is wrong with the launch.
std::string kernel_host(const KernelTrial& trial);

} // namespace scanlab
