#include "watch/definedness/undefined_values.hpp"

#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/base/errors.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/threads/variables.hpp"
#include "watch/definedness/copied_gaps.hpp"
#include "watch/definedness/undefined_bits.hpp"
#include "watch/races/races.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scanlab::sim {

bool looks_at_all = false;

namespace undefined {

bool is_some_deferred = false;

namespace {

/// A finding says that a thread has used what nobody had set: what comes of it has the same cause.
bool is_use_by_thread_told = false;

/// The read of memory from which a value comes that was never set; null if it comes from a variable of
/// the thread's own.
struct Read {
    Access access;
    const void* stored_at; ///< where a thread has put there what it had not set; null if nobody has
                           ///< written there
    const void* read_again_at = nullptr; ///< where what comes of it was read from shared memory, last
    bool is_copied = false; ///< something has been written there, but that had never been set
};
using Origin = std::shared_ptr<const Read>;

/// What the next store of a thread puts elsewhere: only what is made of it there is used.
struct Deferred {
    Origin origin;
    bool keeps_bits;             ///< so that it is recognised wherever it is stored
    bool is_found_later = false; ///< in global memory, too
};
std::unordered_map<const Thread*, Deferred> deferred;

/// Bytes of shared memory in which threads have stored it.
struct Mark {
    const void* stored_at;
    Origin origin;
    bool is_found_later = false; ///< see Deferred
};
std::unordered_map<std::uintptr_t, Mark> marks;

/// What a thread has propagated to its own variables, or brought to a shuffle; and where.
struct Propagated {
    /// A lane, or where none is, by a shuffle; or a library, which has a result for other threads.
    enum class From { own, lane, missing_lane, library };
    Origin origin;
    const void* at;
    From from = From::own;
};
std::unordered_map<const Thread*, Propagated> propagated;
/// What variables have been given that comes of it.
std::unordered_map<const void*, Propagated> given;
/// Branches that select by what was never set, up to where their sides meet.
struct Selecting {
    const Thread* thread;
    unsigned selection;
    Propagated by;
};
std::vector<Selecting> selecting;
/// The last read of global memory that nobody has written, by a thread as process() numbers it in its
/// launch: what the thread holds that was never set comes from there, unless more is known.
struct Unwritten {
    std::chrono::steady_clock::time_point launched;
    std::uint64_t thread;
    Origin read;
};
std::unordered_map<const Thread*, Unwritten> unwritten_reads;

const Origin& unwritten_read_of_thread() {
    static const Origin none;
    if (!now.thread) return none;
    const auto found = unwritten_reads.find(now.thread);
    const bool is_known = found != unwritten_reads.end() && found->second.launched == now.launched &&
                          found->second.thread == process(*now.thread);
    return is_known ? found->second.read : none;
}

const Mark* mark_of(std::uintptr_t begin, std::size_t bytes) {
    for (std::uintptr_t at = begin; at < begin + bytes; ++at)
        if (!marks.contains(at)) return nullptr;
    return &marks.at(begin);
}

/// What a thread has deferred.
Propagated deferred_cause(const Origin& origin) {
    return origin ? Propagated{origin, origin->access.pc} : propagated[now.thread];
}

void defer(const Origin& origin, bool keeps_bits, bool is_found_later = false) {
    is_some_deferred = looks_at_all = true;
    deferred[now.thread] = {origin, keeps_bits, is_found_later};
}

void describe_unwritten(Finding& f, const Access& read, const std::optional<Variable>& variable) {
    const bool is_shared = variable && variable->kind.find("shared") != std::string::npos;
    f.message =
        "A thread " + verb(false, read.strength) + " " +
        (variable ? variable->element(read.address) : "memory") +
        (is_shared  ? ", but no thread of its block has written it yet."
         : variable ? ", but nothing has been written there since " +
                          (variable->is_described ? "it" : quoted(variable->name)) + " was allocated."
                    : ", but nothing has been written there since it was allocated.");
    f.hint = is_shared ? "Shared memory starts with garbage in every block. Which thread should write "
                         "this element, and does it come first?"
                       : "Did you forget to copy the input to the device, all of it (elements times "
                         "`sizeof`), or to set the array with `cudaMemset()`? Or did a guard keep away "
                         "the thread that should have written it?";
}

void describe_copied(Finding& f, const Access& read, const std::optional<Variable>& variable) {
    f.message = "A thread reads " + (variable ? variable->element(read.address) : "memory") +
                ", but the value that was copied there had never been set.";
    f.hint = "Where does the copy come from? Set each element and each member there before the copy, "
             "on the host for example.";
}

void describe_stored(Finding& f, const void* stored_at) {
    f.other = source_line(stored_at);
    f.message = "A thread reads " + (f.variable.empty() ? "shared memory" : quoted(f.variable)) +
                ", but in line " + std::to_string(f.other.line) +
                " a thread has stored a value there that was never set.";
    f.hint =
        "Check the branch that should have given that thread's variable a value. Or is this element "
        "not needed?";
}

/// What is said of a value that comes from a variable of a thread's own.
struct Words {
    const char *message, *when, *hint;
};
constexpr Words unwritten{"A thread reads a variable of its own before giving it a value", "",
                          "Initialise the variable, or check the branch that should have set it."};
constexpr Words unset_variable{"The host reads a variable before giving it a value", "",
                               "Initialise the variable, or check the branch that should have set it."};
constexpr Words unset_on_host{"The host uses memory that nobody has set", "",
                              "Where should it have been set, before this line?"};
constexpr Words unset_shared{
    "The host uses memory that it shares with the device, and that nobody has set", "",
    "Which thread, or which loop of the host, should have written this element?"};
constexpr Words unset_member{
    "A thread uses a member of a struct that was never set", "",
    "Look at who makes the struct. It is the host if the struct is an argument "
    "of the kernel, otherwise the function that returns it. (A lambda's captures are members, too.)"};
constexpr Words handed_on{
    "A thread uses a value that comes from a variable of its own, which had no value",
    " when the thread read it",
    "Initialise that variable, or check the branch that should have set it."};
constexpr Words from_missing_lane{
    "A thread uses the value that a shuffle has given it, but its block ends before the lane that the "
    "shuffle reads from",
    ". It called the shuffle",
    "Check the number of threads of the block, and from which lane the shuffle reads."};
constexpr Words not_for_this_thread{
    "A thread uses the result of a function that gives it none", ". It called the function",
    "Which threads get the result? Of a reduction, for example, only the first thread does. Let it "
    "write the result to shared memory, and the others read it after a barrier."};
constexpr Words shuffled{"A thread uses the value that a shuffle has given it, but the lane that it "
                         "comes from had not set it",
                         " when it called the shuffle",
                         "Check from which lane the shuffle reads, and the branch that should have set "
                         "that lane's variable."};

void report_use(const void* pc, const void* from, const Words& words) {
    const Unobserved unobserved;
    Finding f{.kind = FindingKind::uninitialized, .at = source_line(pc), .hint = words.hint};
    if (unobserved.thread) {
        f.position = position_of(*unobserved.thread);
        is_use_by_thread_told = true;
    }
    if (from) f.other = source_line(from);
    f.message = words.message;
    if (f.other.line != 0 && f.other != f.at)
        f.message += words.when + (" " + text_beside(f.at, f.other));
    f.message += ".";
    report(f);
}

/// Once for each array and copy: what else comes of it has the same cause.
void report_copied(const copied_gaps::Source& source, std::size_t bytes, const void* pc) {
    static auto& reported = *new std::set<std::pair<std::string, SourceLine>>;
    const Unobserved unobserved;
    if (!reported.emplace(source.array, source.copy).second) return;
    const std::size_t element = source.offset / std::max<std::size_t>(bytes, 1);
    report({.kind = FindingKind::uninitialized,
            .at = source_line(pc),
            .other = source.copy,
            .variable = source.variable,
            .index = static_cast<long long>(element),
            .message = "The host uses element " + std::to_string(element) + " of " + source.array +
                       ", which it has copied in line " + std::to_string(source.copy.line) +
                       ", but nothing has written that element on the device.",
            .hint = "Does every element have a thread? Check the index, which is usually `blockIdx.x * "
                    "blockDim.x + threadIdx.x`, the number of blocks, and the guard."});
}

bool are_in_one_line(const void* pc, const void* other) {
    const Unobserved unobserved;
    return source_line(pc) == source_line(other);
}

/// The value is used; without an origin it comes from a variable of the thread's own.
void report_origin(const Origin& origin, const void* pc) {
    if (!origin) return report_propagated(pc);
    const auto& [read, stored_at, read_again_at, is_copied] = *origin;
    is_use_by_thread_told = true;
    const Unobserved unobserved;
    if (is_suspect_again(read)) return;
    const auto variable = variable_at(read.address, read.bytes, read.thread, read.pc);
    Finding f = about(FindingKind::uninitialized, read, variable);
    if (stored_at)
        describe_stored(f, stored_at);
    else
        (is_copied ? describe_copied : describe_unwritten)(f, read, variable);
    const SourceLine used = source_line(pc);
    if (used != f.at)
        f.details.push_back("The result of a calculation with it is used in line " +
                            std::to_string(used.line) + ".");
    suspect_uninitialized(read, read_again_at, f);
}

} // namespace

void report_variable(const void* pc) { report_use(pc, nullptr, unwritten); }

void report_propagated(const void* pc) {
    const auto read = propagated.find(now.thread);
    if (read == propagated.end()) {
        const Origin& origin = unwritten_read_of_thread();
        return origin ? report_origin(origin, pc) : report_use(pc, nullptr, unset_member);
    }
    if (read->second.origin) return report_origin(read->second.origin, pc);
    using From = Propagated::From;
    if (read->second.from == From::lane) return report_use(pc, read->second.at, shuffled);
    if (read->second.from == From::missing_lane)
        return report_use(pc, read->second.at, from_missing_lane);
    if (read->second.from == From::library) return report_use(pc, read->second.at, not_for_this_thread);
    if (are_in_one_line(pc, read->second.at)) return report_variable(pc);
    report_use(pc, read->second.at, handed_on);
}

void report_on_stack(const void* pc) {
    const auto read = propagated.find(now.thread);
    const bool is_known = read != propagated.end() && read->second.origin;
    const Origin& origin = is_known ? read->second.origin : unwritten_read_of_thread();
    origin ? report_origin(origin, pc) : report_variable(pc);
}

namespace {
/// Whether the host has got a result that a kernel has calculated from what nobody had set.
bool comes_of_told_use(const void* value, std::size_t bytes) {
    return is_use_by_thread_told && !propagated.contains(nullptr) &&
           Bits::holds(reinterpret_cast<std::uintptr_t>(value), bytes);
}
} // namespace

bool read_on_host(const void* memory, std::size_t bytes, Purpose purpose, const void* pc) {
    if (has_sticky_error()) return false; // what a kernel that was stopped should have written
    if (purpose.is_propagated) {
        propagated[nullptr] = {nullptr, pc};
        return true;
    }
    if (purpose.is_deferred && bytes < Bits::word_bytes) return false; // a flag may be copied so
    if (memory && comes_of_told_use(memory, bytes)) return false;
    const bool is_of_device = memory && memory::is_device_address(memory);
    if (const auto source = memory ? copied_gaps::source_of(memory) : std::nullopt)
        report_copied(*source, bytes, pc);
    else
        report_use(pc, nullptr, !memory ? unset_variable : is_of_device ? unset_shared : unset_on_host);
    return false;
}

bool gives(const void* variable) {
    if (deferred.empty()) return false;
    const auto found = deferred.extract(now.thread);
    if (found.empty()) return false;
    const Origin& origin = found.mapped().origin;
    given[variable] = deferred_cause(origin);
    return true;
}

void selects(unsigned selection) {
    const auto is_same = [&](const Selecting& s) {
        return s.thread == now.thread && s.selection == selection;
    };
    std::erase_if(selecting, is_same); // of a launch that has failed
    const auto found = deferred.extract(now.thread);
    if (!found.empty())
        selecting.push_back({now.thread, selection, deferred_cause(found.mapped().origin)});
}

void selected(void* variable, std::size_t bytes, unsigned char* written, unsigned selection) {
    for (const Selecting& s : selecting) {
        if (s.thread != now.thread || s.selection != selection) continue;
        propagated[now.thread] = s.by;
        if (!written) return fill(variable, bytes);
        std::fill_n(written, bytes, given_mark);
        given[variable] = s.by;
    }
}

void selects_end(unsigned selection) {
    std::erase_if(selecting, [&](const Selecting& s) {
        return s.thread == now.thread && s.selection == selection;
    });
}

void read_own(void* variable, std::size_t bytes, bool is_given, Purpose purpose, const void* pc,
              bool by_library) {
    if (purpose.is_used && !is_given) return report_variable(pc);
    const auto made_by = by_library ? Propagated::From::library : Propagated::From::own;
    const Propagated from = is_given ? given[variable] : Propagated{nullptr, pc, made_by};
    if (purpose.is_used && from.origin) return report_origin(from.origin, pc);
    propagated[now.thread] = from;
    if (!purpose.is_used && purpose.is_propagated) fill(variable, bytes);
    if (purpose.is_deferred && from.origin) return defer(from.origin, purpose.is_propagated);
    read_propagated(purpose, pc);
}

void read_propagated(Purpose purpose, const void* pc) {
    if (purpose.is_used) return report_propagated(pc);
    if (purpose.is_deferred) defer({}, purpose.is_propagated);
}

namespace {
Origin origin_of(const Access& read, const Mark* mark, bool is_copied) {
    if (mark && mark->origin)
        return std::make_shared<const Read>(
            Read{mark->origin->access, mark->origin->stored_at, read.pc});
    return std::make_shared<const Read>(
        Read{read, mark ? mark->stored_at : nullptr, nullptr, is_copied});
}
} // namespace

void read_memory(const Access& read, bool has_value, bool is_unset, Purpose purpose) {
    const Mark* const mark = has_value && read.is_shared ? mark_of(read.address, read.bytes) : nullptr;
    if (has_value && !mark) return;
    const Origin origin = origin_of(read, mark, is_unset);
    if (!has_value && !read.is_shared)
        unwritten_reads[now.thread] = {now.launched, process(*now.thread), origin};
    const bool keeps_bits =
        purpose.is_propagated && (read.is_shared || is_undefined(read.address, read.bytes));
    if (keeps_bits && read.is_shared) fill(reinterpret_cast<void*>(read.address), read.bytes);
    if (keeps_bits) propagated[now.thread] = {origin, read.pc};
    const bool is_found_later = purpose.is_moved && (mark ? mark->is_found_later : is_unset);
    if (purpose.is_deferred) return defer(origin, keeps_bits, is_found_later);
    if (!keeps_bits) report_origin(origin, read.pc);
}

void write_memory(const Access& write) {
    for (std::size_t i = 0; i < write.bytes; ++i) marks.erase(write.address + i);
    const auto found = deferred.extract(&write.thread);
    if (found.empty()) return;
    const Origin& origin = found.mapped().origin;
    if (write.is_shared)
        for (std::size_t i = 0; i < write.bytes; ++i)
            marks[write.address + i] = {write.pc, origin, found.mapped().is_found_later};
    else if (!found.mapped().is_found_later)
        report_origin(origin, write.pc);
}

void write_own_memory(const void* pc) {
    const auto found = deferred.extract(now.thread);
    if (!found.empty() && !found.mapped().keeps_bits) report_origin(found.mapped().origin, pc);
}

} // namespace undefined

void note_received(Thread& thread, Collective, int from, std::uint64_t value) {
    using undefined::Propagated;
    if (from < 0 || !undefined::is_undefined(value)) return;
    const auto source = static_cast<unsigned>(from);
    if (!(thread.warp->existing >> source & 1)) {
        undefined::propagated[&thread] = {nullptr, thread.waits_at, Propagated::From::missing_lane};
        return;
    }
    const auto brought = undefined::propagated.find(&thread.warp->threads[source]);
    if (brought == undefined::propagated.end()) return;
    Propagated received = brought->second;
    if (received.from == Propagated::From::own) received.from = Propagated::From::lane;
    undefined::propagated[&thread] = std::move(received);
}

} // namespace scanlab::sim
