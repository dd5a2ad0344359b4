/// \file
/// Stacks for simulated threads, mapped once and used again by later launches. Memory appears in them
/// where it is touched.
#pragma once

#include "platform/platform.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

class StackPool {
public:
    /// So many bytes per stack, and what frames with checks, and the simulator's own, need
    /// besides.
    explicit StackPool(std::size_t bytes = platform::most_stack_bytes);
    ~StackPool();
    StackPool(const StackPool&) = delete;
    StackPool& operator=(const StackPool&) = delete;

    std::size_t bytes() const { return bytes_; }

    /// Low and high end of stack number i; the page below the low end is closed, so overflowing faults.
    struct Stack {
        std::uintptr_t low, high;
        bool contains(std::uintptr_t address) const { return address - low < high - low; }
        bool overflowed_at(std::uintptr_t address) const {
            return address < low && low - address <= 64 * 1024;
        }
    };
    Stack operator[](std::size_t i);

    /// Maps so many stacks.
    void reserve(std::size_t count);

private:
    static constexpr std::size_t stacks_per_slab = 256;
    std::size_t bytes_, distance_; ///< of a stack, and from one to the next
    std::vector<std::uintptr_t> slabs_;
    std::size_t made_ = 0; ///< stacks whose ends have been prepared
};

} // namespace scanlab::sim
