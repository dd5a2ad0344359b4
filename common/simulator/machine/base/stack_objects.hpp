/// \file
/// The variables on a stack of a judged program whose addresses its functions give away.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

class StackObjects {
public:
    /// A function begins: what lies below `frame` is of functions that have been abandoned. Returns
    /// what leave() is to be told when it ends.
    std::size_t enter(std::uintptr_t frame) {
        while (!objects_.empty() && objects_.back().begin < frame) objects_.pop_back();
        return objects_.size();
    }
    void leave(std::size_t count) { objects_.resize(std::min(count, objects_.size())); }
    void add(std::uintptr_t begin, std::size_t bytes) { objects_.push_back({begin, bytes}); }

    bool contain(std::uintptr_t address, std::size_t bytes) const {
        return std::any_of(objects_.rbegin(), objects_.rend(), [&](const Object& o) {
            return address - o.begin <= o.bytes && bytes <= o.bytes - (address - o.begin);
        });
    }

private:
    struct Object {
        std::uintptr_t begin;
        std::size_t bytes;
    };
    std::vector<Object> objects_;
};

} // namespace scanlab::sim
