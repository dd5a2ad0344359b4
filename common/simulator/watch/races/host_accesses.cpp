#include "watch/races/host_accesses.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "machine/base/errors.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/host_memory.hpp"
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
    return may_be_device_variable(address) ? shadow::image_word(address) : nullptr;
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

/// A copy to it that the host has not waited for.
struct CopyToHost {
    std::uintptr_t begin;
    std::size_t bytes;
    Work work;
    const void* site;
};
std::vector<CopyToHost>& copies_to_host() {
    static auto& instance = *new std::vector<CopyToHost>;
    return instance;
}

void remember_copy_to_host(std::uintptr_t begin, std::size_t bytes) {
    copies_to_host().push_back({begin, bytes, current_work(), current_work().site});
    some_copies_to_host = true;
}

/// One that may still write some of the bytes; null if there is none.
const CopyToHost* copy_under_way(std::uintptr_t begin, std::size_t bytes) {
    std::erase_if(copies_to_host(), [](const CopyToHost& copy) { return host_knows(copy.work); });
    some_copies_to_host = !copies_to_host().empty();
    // A function of the host that runs in a stream knows what comes before it there.
    const auto found = std::ranges::find_if(copies_to_host(), [&](const CopyToHost& c) {
        return begin < c.begin + c.bytes && c.begin < begin + bytes &&
               !c.work.comes_before(host_work());
    });
    return found == copies_to_host().end() ? nullptr : &*found;
}

Finding about_copy(FindingKind kind, const CopyToHost& copy, const void* pc, const std::string& what) {
    return {.kind = kind,
            .severity = Severity::warning, // what CUDA does today
            .at = source_line(pc),
            .other = source_line(copy.site),
            .message = what + ", to which an asynchronous copy may still be writing: for memory that "
                              "is not pinned it might return only when it "
                              "has ended, but need not",
            .hint = "cudaStreamSynchronize() or cudaEventSynchronize() first; with pinned memory "
                    "(cudaMallocHost()) the copy really goes on by itself"};
}

} // namespace

void observe_work(const void* begin, std::size_t bytes, bool is_write) {
    if (!is_observed()) return;
    const Unobserved unobserved;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    if (!history_of(address)) {
        if (is_write) remember_copy_to_host(address, bytes);
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
    const CopyToHost* const copy = copy_under_way(address, bytes);
    if (!copy) return;
    const Unobserved unobserved;
    report(
        about_copy(FindingKind::race_host, *copy, pc,
                   std::string("the host ") + (is_write ? "writes" : "reads") + " memory of its own"));
}

void check_host_free(const void* begin, const void* pc) {
    if (!some_copies_to_host) return;
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const auto extent = host_extent(begin);
    const CopyToHost* const copy = copy_under_way(address, extent ? extent->bytes : 1);
    if (!copy) return;
    const Unobserved unobserved;
    Finding finding =
        about_copy(FindingKind::use_after_free, *copy, pc, "the host frees memory of its own");
    std::erase_if(copies_to_host(), [&](const CopyToHost& c) { return &c == copy; });
    report(std::move(finding));
}

} // namespace scanlab::sim
