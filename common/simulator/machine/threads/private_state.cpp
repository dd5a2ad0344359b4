#include "machine/threads/private_state.hpp"

#include <algorithm>

namespace scanlab::sim {

namespace {

std::uint64_t hash_of_stack(std::uintptr_t from, std::uintptr_t to) {
    std::uint64_t hash = from;
    for (std::uintptr_t at = from; at + sizeof hash <= to; at += sizeof hash)
        hash = (hash ^ *reinterpret_cast<const std::uint64_t*>(at)) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

template <class Visit>
void for_each_suspended(const Block& block, Visit visit) {
    for (const Warp& warp : block.warps)
        for (const Thread& thread : warp.threads)
            if (warp.existing & ~warp.exited & ~warp.fresh & thread.bit()) visit(thread);
}

} // namespace

std::uint64_t private_state(const Thread& thread) {
    return hash_of_stack(reinterpret_cast<std::uintptr_t>(thread.context), thread.stack.high);
}

std::uint64_t private_state_of_running() {
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return hash_of_stack(frame, now.thread->stack.high);
}

void Standstill::begin(std::uint64_t turn, const std::vector<Block*>& blocks) {
    patience_ = active_ ? 2 * patience_ : 64 * blocks.size();
    active_ = true;
    begun_ = turn;
    open_.clear();
    for (const Block* block : blocks)
        for_each_suspended(*block,
                           [&](const Thread& thread) { open_[&thread] = private_state(thread); });
}

bool Standstill::is_proven(std::uint64_t turn, const Block& ran, const std::vector<Block*>& blocks) {
    for_each_suspended(ran, [&](const Thread& thread) {
        const auto found = open_.find(&thread);
        if (found != open_.end() && found->second == private_state(thread)) open_.erase(found);
    });
    if (open_.empty()) return true;
    if (turn - begun_ > patience_) begin(turn, blocks);
    return false;
}

} // namespace scanlab::sim
