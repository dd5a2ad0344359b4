/// \file
/// What a program that nobody trusts may use.
#pragma once

#include "file_rules.hpp"

#include <chrono>
#include <cstddef>
#include <optional>

namespace scanlab::grader {

struct Limits {
    std::chrono::seconds wall_time{300}, computing{10};
    std::size_t file_bytes = std::size_t{16}
                             << 20; ///< of each file it writes, and of what it prints; 0: no limit
    std::size_t memory_bytes = 0;   ///< of addresses, in each process; 0: no limit
    bool may_start_threads = false; ///< and processes, which is the same to the system
    bool may_use_sockets = false;
    std::optional<Reach> reach{}; ///< what it can open; all that the user can, if nothing is said
};

} // namespace scanlab::grader
