/// \file
/// Stacks for simulated threads, mapped once and used again by later launches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

class StackPool {
public:
    static constexpr std::size_t stack_bytes = 68 * 1024; // no power of two: cache sets again

    /// Low and high end of stack number i; the page below the low end is closed, so overflowing faults.
    struct Stack {
        std::uintptr_t low, high;
        bool contains(std::uintptr_t address) const { return address - low < high - low; }
        bool overflowed_at(std::uintptr_t address) const {
            return address < low && low - address <= 64 * 1024;
        }
    };
    Stack operator[](std::size_t i);

private:
    static constexpr std::size_t stacks_per_slab = 256;
    std::vector<std::uintptr_t> slabs_;
};

} // namespace scanlab::sim
