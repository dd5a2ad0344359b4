#include "machine/base/call_site.hpp"

namespace scanlab::sim {

namespace {
const void* site_of_call = nullptr;
const Frame* frame_of_call = nullptr;
bool site_is_held = false;
} // namespace

const void* call_site() { return site_of_call; }
const Frame* calling_frame() { return frame_of_call; }
void set_call_site(const void* site, const void* frame) {
    if (site_is_held) return;
    site_of_call = site;
    frame_of_call = static_cast<const Frame*>(frame);
}

CallSiteHeld::CallSiteHeld(const void* site, const void* frame) : was_held_(site_is_held) {
    site_is_held = false;
    set_call_site(site, frame);
    site_is_held = true;
}
CallSiteHeld::~CallSiteHeld() { site_is_held = was_held_; }

} // namespace scanlab::sim
