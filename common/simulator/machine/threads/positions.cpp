#include "machine/threads/positions.hpp"

#include "machine/threads/device_shape.hpp"

namespace scanlab::sim {

ThreadPosition position_of(const Thread& thread) {
    return {thread.warp->block->index, thread.index, thread.warp->number_in_block(), thread.lane};
}

ThreadPosition position_in_grid(std::uint32_t block, unsigned thread) {
    return {coordinates(block, gridDim), coordinates(thread, blockDim), thread / lanes_per_warp,
            thread % lanes_per_warp};
}

namespace {
std::string index_text(const uint3& i, const dim3& extent) {
    if (extent.y == 1 && extent.z == 1) return std::to_string(i.x);
    return "(" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")";
}
} // namespace

std::string thread_name(const uint3& index) { return "thread " + index_text(index, blockDim); }
std::string block_name(const uint3& index) { return "block " + index_text(index, gridDim); }

std::uint64_t process(const Thread& thread) {
    return thread.warp->block->number * volume(blockDim) + thread.number_in_block();
}

} // namespace scanlab::sim
