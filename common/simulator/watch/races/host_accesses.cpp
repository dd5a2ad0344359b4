#include "watch/races/host_accesses.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "machine/base/call_site.hpp"
#include "machine/base/errors.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/host_memory.hpp"
#include "machine/memory/plain_memory.hpp"
#include "machine/threads/fault.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "platform/platform.hpp"
#include "watch/observed.hpp"
#include "watch/races/happens_before.hpp"
#include "watch/races/races.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

namespace scanlab::sim {

bool some_copies_to_host = false;

namespace {

/// Stands for a thread where it is none of a kernel that accesses memory.
class Actor {
public:
    Actor() {
        block_.warps.resize(1);
        Warp& warp = block_.warps.front();
        warp.block = &block_;
        warp.existing = 1;
        for (Thread& thread : warp.threads) thread.warp = &warp;
    }
    /// Does what comes next as this work.
    Thread& as(const Work& work) {
        if (!is_begun_ || work.timeline != timeline_ || work.number != number_) {
            order::begin_work(work, 1);
            order::begin_block(block_);
            is_begun_ = true;
            timeline_ = work.timeline;
            number_ = work.number;
        } else {
            order::resume_work(work);
        }
        return block_.warps.front().threads.front();
    }

private:
    Block block_;
    bool is_begun_ = false;
    unsigned timeline_ = 0;
    std::uint32_t number_ = 0;
};

Actor& actor() {
    static Actor& instance = *new Actor;
    return instance;
}

shadow::Word* history_of(std::uintptr_t address) {
    if (memory::is_device_address(reinterpret_cast<const void*>(address)))
        return shadow::device_word(address);
    return may_be_device_variable(address) ? shadow::variable_word(address) : nullptr;
}

void observe(Thread& thread, std::uintptr_t address, std::size_t bytes, bool is_write,
             Strength strength, const void* pc) {
    Access access{thread, pc, address, bytes, is_write, strength, false, order::all_ordered_below};
    observe_access(access, history_of(address), 0);
}

/// Whole words as such, and only what is left as bytes, which have histories of their own.
void observe_range(Thread& thread, std::uintptr_t begin, std::size_t bytes, bool is_write,
                   const void* pc) {
    constexpr std::size_t word = shadow::word_bytes;
    const std::uintptr_t end = begin + bytes;
    const std::uintptr_t first = std::min(end, (begin + word - 1) / word * word),
                         last = std::max(first, end / word * word);
    const auto part = [&](std::uintptr_t from, std::uintptr_t to) {
        if (from < to) observe(thread, from, to - from, is_write, Strength::plain, pc);
    };
    part(begin, first);
    part(first, last);
    part(last, end);
}

// --- memory of the host alone
// -------------------------------------------------------------------------

/// Work that uses it, and that the host has not waited for.
struct UseOfHost {
    std::uintptr_t begin;
    std::size_t bytes;
    bool is_write;
    Work work;
    const void* site;

    bool is_data() const { return work.kind == Work::Kind::host_function; }
};
std::vector<UseOfHost>& uses_of_host() {
    static auto& instance = *new std::vector<UseOfHost>;
    return instance;
}

void note_uses() {
    some_copies_to_host = !uses_of_host().empty();
    plain_memory::look_at_all(plain_memory::Reason::copied, some_copies_to_host);
}

void remember_use(std::uintptr_t begin, std::size_t bytes, bool is_write) {
    uses_of_host().push_back({begin, bytes, is_write, current_work(), current_work().site});
    note_uses();
}

void forget_known_uses() {
    std::erase_if(uses_of_host(), [](const UseOfHost& use) { return host_knows(use.work); });
    note_uses();
}

/// One that may still use some of the bytes, and is concerned; null if there is none.
template <class Concerns>
const UseOfHost* use_under_way(std::uintptr_t begin, std::size_t bytes, Concerns concerns) {
    forget_known_uses();
    // A function of the host that runs in a stream knows what comes before it there.
    const auto found = std::ranges::find_if(uses_of_host(), [&](const UseOfHost& use) {
        return begin < use.begin + use.bytes && use.begin < begin + bytes && concerns(use) &&
               !use.work.comes_before(host_work());
    });
    return found == uses_of_host().end() ? nullptr : &*found;
}

Finding about_use(FindingKind kind, const UseOfHost& use, const void* pc, const std::string& what) {
    Finding f{.kind = kind, .at = source_line(pc), .other = source_line(use.site)};
    if (use.is_data()) {
        f.message = what + ", which a host function in a stream gets that may not have run yet.";
        f.hint = "Let the function free it itself, or wait for the stream first.";
    } else if (use.work.is_of_graph) {
        f.message = what + ", which a copy of a graph may still be using.";
        f.hint = "Call `cudaStreamSynchronize()` or `cudaEventSynchronize()` first. A graph reads and "
                 "writes host memory when it runs.";
    } else {
        f.severity = Severity::warning; // what CUDA does today
        f.message = what + ", to which an asynchronous copy may still be writing. The call that starts "
                           "the copy may return before it has ended.";
        f.hint =
            "Call `cudaStreamSynchronize()` or `cudaEventSynchronize()` first. (With memory that is "
            "not pinned the copy often ends in time, with pinned memory it does not.)";
    }
    return f;
}

} // namespace

void observe_work(const void* begin, std::size_t bytes, bool is_write) {
    if (!is_observed()) return;
    const Unobserved unobserved;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const bool leaves_registered = is_registered(address) && !device_variable_at(address, bytes);
    if (leaves_registered || !history_of(address)) {
        if (is_write || current_work().is_of_graph) remember_use(address, bytes, is_write);
        return;
    }
    observe_range(actor().as(current_work()), address, bytes, is_write, current_work().site);
}

namespace {
struct Released {
    std::size_t bytes;
    Work work;
};
std::map<std::uintptr_t, Released>& released() {
    static auto& instance = *new std::map<std::uintptr_t, Released>;
    return instance;
}
} // namespace

void observe_release(const void* begin, std::size_t bytes) {
    if (!is_observed()) return;
    observe_work(begin, bytes, true);
    released()[reinterpret_cast<std::uintptr_t>(begin)] = {bytes, current_work()};
}

const Work* release_of(std::uintptr_t address) {
    const auto after = released().upper_bound(address);
    if (after == released().begin()) return nullptr;
    const auto& [begin, release] = *std::prev(after);
    return address - begin < release.bytes ? &release.work : nullptr;
}

void observe_host_access(std::uintptr_t address, std::size_t bytes, bool is_write, Strength strength,
                         const void* pc) {
    if (platform::has_threads()) return; // what orders them is not known
    settle_guess_of_host(
        strength == Strength::plain ? 0 : address / shadow::word_bytes * shadow::word_bytes);
    if (host_knows_all() || has_sticky_error())
        return; // after which nothing runs on the device any more
    const Unobserved unobserved;
    pending::go_on();
    Thread& host = actor().as(host_work());
    observe(host, address, bytes, is_write, strength, pc);
    if (strength == Strength::plain) return;
    if (is_write)
        order::strong_write(host, address, MemoryOrder::acq_rel, Scope::device, false);
    else
        order::strong_read(host, address, MemoryOrder::acq_rel, Scope::device);
    order::host_acquires(host);
}

void observe_host_atomic(const AtomicAccess& a) {
    const auto address = reinterpret_cast<std::uintptr_t>(a.address);
    if (!is_observed() || host_knows_all() || !history_of(address)) return;
    const Strength strength = strength_of(a.scope);
    if (a.kind != AtomicKind::store) observe_host_access(address, a.bytes, false, strength, a.pc);
    if (a.kind != AtomicKind::load) observe_host_access(address, a.bytes, true, strength, a.pc);
}

void check_host_access(std::uintptr_t address, std::size_t bytes, bool is_write, const void* pc) {
    if (platform::has_threads()) return;
    const UseOfHost* const use = use_under_way(
        address, bytes, [=](const UseOfHost& u) { return !u.is_data() && (u.is_write || is_write); });
    if (!use) return;
    const Unobserved unobserved;
    report(
        about_use(FindingKind::race_host, *use, pc,
                  std::string("The host ") + (is_write ? "writes" : "reads") + " memory of its own"));
}

void check_host_free(const void* begin, const void* pc) {
    if (!some_copies_to_host) return;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const auto extent = host_extent(begin);
    const UseOfHost* const use =
        use_under_way(address, extent ? extent->bytes : 1, [](const UseOfHost&) { return true; });
    if (!use) return;
    const Unobserved unobserved;
    Finding finding =
        about_use(FindingKind::use_after_free, *use, pc, "The host frees memory of its own");
    std::erase_if(uses_of_host(), [&](const UseOfHost& u) { return &u == use; });
    report(std::move(finding));
}

// --- data of host functions
// ---------------------------------------------------------------------------

void remember_data(const void* data) {
    if (data && is_observed() && !history_of(reinterpret_cast<std::uintptr_t>(data)))
        remember_use(reinterpret_cast<std::uintptr_t>(data), 1, false);
}

void check_data_on_stack() {
    if (!some_copies_to_host) return;
    forget_known_uses();
    constexpr std::uintptr_t most_below = 1 << 20; // where no other memory lies
    const auto lowest_in_use = reinterpret_cast<std::uintptr_t>(calling_frame());
    const auto is_gone = [&](const UseOfHost& use) {
        return use.is_data() && use.begin < lowest_in_use && lowest_in_use - use.begin < most_below;
    };
    for (const UseOfHost& use : uses_of_host()) {
        if (!is_gone(use)) continue;
        const Unobserved unobserved;
        report({.kind = FindingKind::use_after_free,
                .at = source_line(use.site),
                .other = source_line(call_site()),
                .message = "This host function gets a variable of a function that has returned before "
                           "the host has waited for the stream.",
                .hint = "Give it data that lives until it has run: allocated, or `static`."});
    }
    std::erase_if(uses_of_host(), is_gone);
}

} // namespace scanlab::sim
