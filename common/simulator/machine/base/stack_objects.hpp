/// \file
/// The variables on a stack whose addresses the program's functions give away.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

class StackObjects {
public:
    struct Object {
        std::uintptr_t begin;
        std::size_t bytes;
        bool is_frame = false; ///< what a function has between its variables, and above them
        bool contains(std::uintptr_t address, std::size_t size) const {
            return address - begin <= bytes && size <= bytes - (address - begin);
        }
    };

    /// A function begins: what lies below `frame` is of functions that have been abandoned. `end`:
    /// where its caller's frame begins. Returns what leave() is to be told when it ends.
    std::size_t enter(std::uintptr_t frame, std::uintptr_t end) {
        while (!objects_.empty() && objects_.back().begin < frame) objects_.pop_back();
        objects_.push_back({.begin = end, .bytes = 0, .is_frame = true});
        return objects_.size() - 1;
    }
    void leave(std::size_t count) { objects_.resize(std::min(count, objects_.size())); }
    void add(std::uintptr_t begin, std::size_t bytes) { objects_.push_back({begin, bytes}); }
    /// From `gap` on, below the variable, the function's frame has nothing but such variables and what
    /// nobody has the address of.
    void add_above(std::uintptr_t gap, std::uintptr_t begin, std::size_t bytes) {
        const auto frame = std::ranges::find_if(objects_.rbegin(), objects_.rend(), &Object::is_frame);
        if (frame != objects_.rend() && gap < frame->begin) {
            frame->bytes += frame->begin - gap;
            frame->begin = gap;
        }
        objects_.push_back({begin, bytes});
    }
    void clear() { objects_.clear(); }

    /// An array that is a member of a struct, while who gets a pointer into it is called.
    struct Member {
        std::uintptr_t pointer, begin;
        std::size_t bytes;
    };
    std::vector<Member> members;

    /// The variable that all of the bytes lie in; null if there is none.
    const Object* at(std::uintptr_t address, std::size_t bytes) const {
        const auto found =
            std::ranges::find_if(objects_.rbegin(), objects_.rend(), [&](const Object& o) {
                return !o.is_frame && o.contains(address, bytes);
            });
        return found == objects_.rend() ? nullptr : &*found;
    }
    /// Whether the address lies in a frame of which all variables are known.
    bool is_in_frame(std::uintptr_t address) const {
        return std::ranges::any_of(
            objects_, [&](const Object& o) { return o.is_frame && address - o.begin < o.bytes; });
    }
    /// The last variable before the address, or else the first one behind it.
    const Object* nearest(std::uintptr_t address) const {
        const Object* best = nullptr;
        for (const Object& o : objects_) {
            if (o.is_frame) continue;
            const bool is_before = o.begin <= address, best_is_before = best && best->begin <= address;
            const bool is_better = is_before ? !best_is_before || o.begin > best->begin
                                             : !best || (!best_is_before && o.begin < best->begin);
            if (is_better) best = &o;
        }
        return best;
    }

private:
    std::vector<Object> objects_;
};

} // namespace scanlab::sim
