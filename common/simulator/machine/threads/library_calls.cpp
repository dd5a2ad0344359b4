#include "machine/threads/library_calls.hpp"

#include "machine/threads/threads.hpp"
#include "platform/platform.hpp"

#include <cstdint>

namespace scanlab::sim {

namespace {

const void* library_call = nullptr;  ///< that has launched the kernel that runs; null: none has
std::uintptr_t depth_of_threads = 0; ///< of their first frames in their stacks, which are all alike

std::uintptr_t depth_of(const Frame* frame) {
    return now.thread->stack.high - reinterpret_cast<std::uintptr_t>(frame);
}

} // namespace

// Functions of libraries have the addresses of their callers' frames from functions that are compiled
// with frame pointers.
const void* call_by_user(const Frame* frame) {
    frame = platform::called_by_user(frame);
    const bool is_launched_by_library =
        now.thread && library_call && depth_of(frame->caller) == depth_of_threads;
    return is_launched_by_library ? library_call : frame->returns_to;
}

const void* call_by_user(const void* return_address, const void* frame) {
    return is_in_library(return_address) ? call_by_user(static_cast<const Frame*>(frame))
                                         : return_address;
}

const void* library_call_of_launch(const Frame* frame) {
    return is_in_library(frame->returns_to) ? call_by_user(frame) : nullptr;
}
void note_library_call(const void* call) { library_call = call; }
void note_thread(const Frame* frame) { depth_of_threads = depth_of(frame); }

} // namespace scanlab::sim
