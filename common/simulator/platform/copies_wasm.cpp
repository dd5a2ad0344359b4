// There is one process.
#include "platform.hpp"

namespace scanlab::sim::platform {

std::unique_ptr<WorkingCopy> WorkingCopy::begin(void (*)(void*), void*) { return nullptr; }
WorkingCopy::~WorkingCopy() = default;
bool WorkingCopy::have_done_their_work(const WorkingCopy&, const WorkingCopy&, const bool&) {
    return false;
}
bool WorkingCopy::read(void*, const void*, std::size_t) const { return false; }
double seconds_waited_for_copies() { return 0; }
void do_both(const std::function<void()>& one, const std::function<void()>& other) {
    one();
    other();
}
void refuse_to_work_as_copy() {}

} // namespace scanlab::sim::platform
