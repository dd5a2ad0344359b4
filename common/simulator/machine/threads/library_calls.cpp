#include "machine/threads/library_calls.hpp"

#include "machine/threads/threads.hpp"
#include "platform/platform.hpp"

#include <cstdint>

namespace scanlab::sim {

namespace {

const Frame* latest_launch = nullptr;
std::uintptr_t depth_of_threads = 0; ///< of their first frames in their stacks, which are all alike

std::uintptr_t depth_of(const Frame* frame) {
    return now.thread->stack.high - reinterpret_cast<std::uintptr_t>(frame);
}

} // namespace

bool is_in_library(const void* pc) {
    return pc >= platform::library_begin() && pc < platform::library_end();
}

// Functions of libraries have the addresses of their callers' frames from functions that are compiled
// with frame pointers.
const void* call_by_user(const Frame* frame) {
    while (is_in_library(frame->returns_to)) frame = frame->caller;
    const bool is_launched_by_library = now.thread && depth_of(frame->caller) == depth_of_threads &&
                                        is_in_library(latest_launch->returns_to);
    return is_launched_by_library ? call_by_user(latest_launch) : frame->returns_to;
}

const void* call_by_user(const void* return_address, const void* frame) {
    return is_in_library(return_address) ? call_by_user(static_cast<const Frame*>(frame))
                                         : return_address;
}

void note_launch(const Frame* frame) { latest_launch = frame; }
void note_thread(const Frame* frame) { depth_of_threads = depth_of(frame); }

} // namespace scanlab::sim
