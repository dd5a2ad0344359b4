/// \file
/// Which call of the runtime API runs: what it submits or reports names it.
#pragma once

#include "platform/frame.hpp"

namespace scanlab::sim {

/// Where the API function that runs, or ran last, returns to in the user's program.
const void* call_site();
/// The API function's own frame.
const Frame* calling_frame();
void set_call_site(const void* site, const void* frame);

/// While one lives, API calls count as made there.
class CallSiteHeld {
public:
    CallSiteHeld(const void* site, const void* frame);
    ~CallSiteHeld();
    CallSiteHeld(const CallSiteHeld&) = delete;
    CallSiteHeld& operator=(const CallSiteHeld&) = delete;

private:
    bool was_held_;
};

} // namespace scanlab::sim
