/// \file
/// What one thread of a launch does, for all threads: the accesses, barriers and warp synchronisations
/// on its way, each with the condition under which the thread comes to it.
#pragma once

#include "memory.hpp"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace scanlab::prove {

inline constexpr unsigned warp_size = 32;

struct Place {
    std::string file;
    int line = 0;
    friend auto operator<=>(const Place&, const Place&) = default;
};

struct Event {
    enum class Kind { access, barrier, warp_barrier, warp_call, wrong_index };
    Kind kind;
    z3::expr condition; ///< under which the thread comes here
    Place place;
    int object = 0; ///< of an access
    std::optional<z3::expr> offset{};
    unsigned bytes = 0, alignment = 1;
    bool is_write = false, is_atomic = false;
    bool is_of_block = false;         ///< an atomic access of block scope
    bool is_read_only = false;        ///< by a way that sees no write of the launch
    std::optional<z3::expr> mask{};   ///< of a warp's barrier, or of another call of it: its lanes
    std::optional<z3::expr> source{}; ///< the lane whose value it takes
};

/// A parameter of a kernel.
struct Parameter {
    std::string name;
    Value value;
    std::uint64_t element_bytes; ///< of a pointer; 0: unknown
    bool is_unsigned = false;
};

struct Launch {
    const llvm::Function* function;
    std::string kernel; ///< "scan<64>(int const*, int*, long long)"
    Place place;        ///< where it is launched
    std::array<std::uint64_t, 3> block;
    std::array<z3::expr, 3> grid;
    std::vector<Parameter> parameters;
    std::optional<z3::expr> dynamic_bytes; ///< of shared memory
    /// What holds of every launch: the host has come here, and CUDA accepts the grid.
    std::vector<z3::expr> constraints;
    /// How the grid follows from the rest. Most proofs need not know.
    std::vector<z3::expr> grid_is;
    std::vector<z3::expr> thread, block_index; ///< x, y, z
    std::vector<z3::expr> unknown; ///< what each thread may have loaded, or been given by others
    std::vector<Event> events;
    std::set<const llvm::Function*> functions; ///< that have been run

    /// The number of a thread in its block, as CUDA counts them.
    z3::expr linear_thread() const {
        z3::context& context = thread.front().ctx();
        return (thread[0] +
                context.bv_val(block[0], 32) * (thread[1] + context.bv_val(block[1], 32) * thread[2]))
            .simplify();
    }
};

} // namespace scanlab::prove
