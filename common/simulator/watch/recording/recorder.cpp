// Notes what every thread of a launch does, in the order in which it happens. What comes of it is a
// file, from which diagrams are drawn.
#include "findings/json.hpp"
#include "findings/source_lines.hpp"
#include "machine/base/events.hpp"
#include "machine/threads/bulk_copies.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/mbarriers.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/threads/variables.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "scanlab_sim/enumerators.hpp"
#include "scanlab_sim/recording.hpp"
#include "scanlab_sim/settings.hpp"
#include "watch/observed.hpp"
#include "watch/watchers.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace scanlab::sim::recorder {

namespace {

enum class What : std::uint8_t {
    launch,
    end,
    read,
    write,
    publish,
    receive,
    sync,
    barrier,
    exit,
    arrive,
    pass,
    copy,
    copied
};
constexpr const char* words_of_what[] = {"launch",  "end",  "read",    "write", "publish",
                                         "receive", "sync", "barrier", "exit",  "arrive",
                                         "pass",    "copy", "copied"};
static_assert(std::size(words_of_what) == enumerators<What>);
constexpr const char* names_of_collectives[] = {
    "sync",       "shuffle",    "shuffle_up", "shuffle_down", "shuffle_xor", "ballot",
    "match_any",  "match_all",  "reduce_add", "reduce_min",   "reduce_max",  "reduce_min",
    "reduce_max", "reduce_and", "reduce_or",  "reduce_xor"};
static_assert(std::size(names_of_collectives) == enumerators<Collective>);

constexpr int no_variable = -1;

struct RecordedEvent {
    What what;
    std::uint8_t bytes = 0;
    Strength strength = Strength::plain;
    Collective operation = Collective::sync;
    std::uint32_t launch = 0, block = 0, thread = 0;
    int other = no_variable;     ///< the variable accessed, or the thread that a value comes from
    long long index = 0;         ///< of the element accessed
    std::uintptr_t address = 0;  ///< accessed; of an mbarrier; where a bulk copy reads
    std::uintptr_t to = 0;       ///< where it writes
    std::uintptr_t mbarrier = 0; ///< that it completes on; 0: none
    std::uint64_t number = 0;    ///< of an mbarrier's phase; how many bytes are copied
    const void* pc = nullptr;
    std::array<std::uint32_t, 4> words{};
};

struct RecordedLaunch {
    std::string kernel;
    int device;
    dim3 grid, block;
    SourceLine at;
};

/// More than this would be no picture.
constexpr std::size_t most_events = 100'000;

struct Recording {
    std::string path, members;
    bool on = false, overflowed = false;
    std::vector<RecordedEvent> events;
    std::vector<RecordedLaunch> launches;
    std::unordered_map<const Launch*, std::uint32_t>
        latest; ///< by its place: which launch was begun there last
    std::vector<Variable> variables;
};

Recording& recording() {
    static Recording& instance = *[] {
        auto* r = new Recording; // outlives what is done at exit
        r->path = settings().record;
        r->on = !r->path.empty();
        return r;
    }();
    return instance;
}

/// A write that has been announced: what it stores is known only when it has happened.
bool write_is_announced = false;
RecordedEvent announced;
std::uint32_t value_before = 0; ///< of a compare-and-exchange, which may not store anything
bool may_store_nothing = false;

void append(const RecordedEvent& event) {
    Recording& r = recording();
    if (r.events.size() == most_events) {
        r.overflowed = true;
        return;
    }
    r.events.push_back(event);
}

/// Several launches may be under way.
std::uint32_t running_launch() { return recording().latest[&current_launch()]; }

RecordedEvent event_of(What what, const Thread& thread, const void* pc) {
    RecordedEvent e{.what = what};
    e.launch = running_launch();
    e.block = thread.warp->block->number;
    e.thread = thread.number_in_block();
    e.pc = pc;
    return e;
}

void read_words(RecordedEvent& e) {
    const Unobserved unobserved;
    std::memcpy(e.words.data(), reinterpret_cast<const void*>(e.address), e.bytes);
}

bool same_array(const Variable& a, const Variable& b) {
    return a.name == b.name && a.kind == b.kind && a.bytes == b.bytes &&
           a.element_bytes == b.element_bytes;
}

/// Finds which variable an access touches. The blocks of a launch have shared arrays of one name each.
/// A literal or a table of constants is none, because pictures show data.
void name_variable(RecordedEvent& e, const Thread& thread) {
    const Unobserved unobserved;
    std::vector<Variable>& known = recording().variables;
    const auto variable = variable_at(e.address, e.bytes, thread, e.pc);
    if (!variable || variable->kind == "constant") return;
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Variable& v) { return same_array(v, *variable); });
    e.other = static_cast<int>(found - known.begin());
    e.index = variable->index_of(e.address);
    if (found == known.end()) known.push_back(*variable);
}

/// A structure is copied by a write and a read that are announced in this order, and others may run in
/// between: what it stores is known when the thread goes on.
struct Copy {
    std::size_t bytes = 0;
    std::vector<RecordedEvent> writes{};
    bool has_read = false;
};
std::unordered_map<const Thread*, Copy> copies;
constexpr std::size_t widest_number = 8; ///< in bytes; anything larger is a structure

void finish_copy(const Thread& thread) {
    const auto copy = copies.find(&thread);
    if (copy == copies.end()) return;
    for (RecordedEvent& write : copy->second.writes) {
        read_words(write);
        append(write);
    }
    copies.erase(copy);
}

/// Splits what is wider than a vector of four words: copies of larger structures.
template <class Visit>
void in_pieces(std::uintptr_t address, std::size_t bytes, Visit visit) {
    constexpr std::size_t widest = 16;
    for (std::size_t done = 0; done < bytes; done += widest)
        visit(address + done, static_cast<std::uint8_t>(std::min(widest, bytes - done)));
}

// --- the file --------------------------------------------------------------------------------------

class Writer {
public:
    Writer(const Recording& r, std::FILE* file) : r_(r), file_(file) {}

    void write() {
        // What follows needs the files, which turn up while the events are put into words.
        std::string launches = list(r_.launches, [this](const RecordedLaunch& l) { return text(l); });
        std::string events = list(r_.events, [this](const RecordedEvent& e) { return text(e); });
        std::fprintf(file_, "{\"version\": 1, \"warp_size\": %u", lanes_per_warp);
        if (!r_.members.empty()) std::fprintf(file_, ", %s", r_.members.c_str());
        member("files", list(files_, json_string));
        member("variables", list(r_.variables, [](const Variable& v) { return text(v); }));
        member("launches", launches);
        member("events", events);
        member("findings", findings_json());
        std::fputs("}\n", file_);
    }

private:
    void member(const char* key, const std::string& value) {
        std::fprintf(file_, ",\n\"%s\": %s", key, value.c_str());
    }

    template <class Item, class Text>
    static std::string list(const std::vector<Item>& items, Text text_of) {
        std::string out = "[";
        for (const Item& item : items) {
            if (out.size() > 1) out += ",\n";
            out += text_of(item);
        }
        return out + "]";
    }

    static std::string number(const char* key, long long value) {
        return ",\"" + std::string(key) + "\":" + std::to_string(value);
    }
    static std::string text(const dim3& d) {
        return "[" + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) + "]";
    }
    static std::string text(const Variable& v) {
        return "{\"name\":" + json_string(v.name) + ",\"kind\":" + json_string(v.kind) +
               number("elements", static_cast<long long>(v.bytes / v.element_bytes)) +
               number("element_bytes", static_cast<long long>(v.element_bytes)) +
               number("row", static_cast<long long>(v.row)) + "}";
    }
    std::string text(const RecordedLaunch& l) {
        return "{\"kernel\":" + json_string(l.kernel) + number("device", l.device) +
               ",\"grid\":" + text(l.grid) + ",\"block\":" + text(l.block) + place(l.at) + "}";
    }

    std::string text(const RecordedEvent& e) {
        std::string out = "{\"e\":\"" + std::string(words_of_what[static_cast<int>(e.what)]) + "\"" +
                          number("l", e.launch);
        if (e.what == What::launch || e.what == What::end) return out + "}";
        out += number("b", e.block);
        if (e.what == What::sync) return out + number("w", e.thread / lanes_per_warp) + "}";
        if (e.what != What::barrier) out += number("t", e.thread);
        if (e.what == What::arrive || e.what == What::pass)
            return out + number("a", static_cast<long long>(e.address)) +
                   number("phase", static_cast<long long>(e.number)) + place(line_of(e.pc)) + "}";
        if (e.what == What::copy || e.what == What::copied)
            return out + number("a", static_cast<long long>(e.address)) +
                   number("n", static_cast<long long>(e.number)) +
                   number("to", static_cast<long long>(e.to)) +
                   number("m", static_cast<long long>(e.mbarrier)) + place(line_of(e.pc)) + "}";
        if (e.what == What::exit) return out + "}";
        if (e.what == What::read || e.what == What::write) {
            out += number("a", static_cast<long long>(e.address)) + number("n", e.bytes) +
                   number("v", e.other);
            if (e.other != no_variable) out += number("i", e.index);
            out += strength(e.strength) + number("p", instruction(e.pc));
        }
        if (e.what == What::receive) out += number("from", e.other);
        if (e.what == What::receive || e.what == What::publish)
            out +=
                ",\"op\":\"" + std::string(names_of_collectives[static_cast<int>(e.operation)]) + "\"";
        if (e.what != What::barrier) out += words(e);
        return out + place(line_of(e.pc)) + "}";
    }

    static std::string strength(Strength s) {
        if (s == Strength::plain) return ",\"s\":\"plain\"";
        return s == Strength::is_volatile ? ",\"s\":\"volatile\"" : ",\"s\":\"atomic\"";
    }
    static std::string words(const RecordedEvent& e) {
        std::string out = ",\"w\":[";
        for (unsigned i = 0; i < (e.bytes + 3u) / 4; ++i)
            out += (i > 0 ? "," : "") + std::to_string(e.words[i]);
        return out + "]";
    }
    std::string place(const SourceLine& at) {
        if (at.line == 0) return "";
        const auto known = std::find(files_.begin(), files_.end(), at.file);
        const auto file = static_cast<long long>(known - files_.begin());
        if (known == files_.end()) files_.push_back(at.file);
        return number("f", file) + number("line", at.line);
    }
    /// The same number wherever the program does the same.
    long long instruction(const void* pc) {
        return instructions_.try_emplace(pc, static_cast<long long>(instructions_.size()))
            .first->second;
    }
    const SourceLine& line_of(const void* pc) {
        const auto [entry, is_new] = lines_.try_emplace(pc);
        if (is_new && pc) entry->second = source_line(pc);
        return entry->second;
    }

    const Recording& r_;
    std::FILE* file_;
    std::vector<std::string> files_;
    std::unordered_map<const void*, SourceLine> lines_;
    std::unordered_map<const void*, long long> instructions_;
};

// --- what is noted -----------------------------------------------------------------------------------

void launch_begins(const Launch& launch) {
    Recording& r = recording();
    activate(watcher, r.on);
    if (!r.on) return;
    if (!pending::others()) copies.clear(); // of threads that were stopped in the middle of one
    const LaunchConfig& config = *launch.config;
    RecordedEvent e{.what = What::launch};
    e.launch = r.latest[&launch] = static_cast<std::uint32_t>(r.launches.size());
    r.launches.push_back(
        {launch.kernel, current_work().device, config.grid, config.block, {config.file, config.line}});
    append(e);
}

/// What the running thread was about to do has happened; others may run now.
void settle() {
    if (!write_is_announced) return;
    write_is_announced = false;
    read_words(announced);
    if (may_store_nothing && announced.words[0] == value_before) return;
    append(announced);
}

void launch_ends() {
    settle();
    RecordedEvent e{.what = What::end};
    e.launch = running_launch();
    append(e);
}

/// The thread is about to access memory: its own, its block's, or everybody's.
void access(Thread& thread, const MemoryAccess& a) {
    settle();
    const bool is_private = thread.stack.contains(a.address);
    const auto copy = copies.find(&thread);
    const bool is_copied = !a.is_write && copy != copies.end() && copy->second.bytes == a.bytes &&
                           !std::exchange(copy->second.has_read, true);
    if (!is_copied) finish_copy(thread);
    in_pieces(a.address, a.bytes, [&](std::uintptr_t begin, std::uint8_t size) {
        RecordedEvent e = event_of(a.is_write ? What::write : What::read, thread, a.pc);
        e.bytes = size;
        e.address = begin;
        e.strength = a.strength;
        if (!is_private) name_variable(e, thread);
        if (a.is_write && a.bytes > widest_number) {
            copies[&thread].bytes = a.bytes;
            copies[&thread].writes.push_back(e);
        } else if (a.is_write) {
            announced = e;
            write_is_announced = true;
            may_store_nothing = false;
        } else {
            read_words(e);
            append(e);
        }
    });
}

void atomic(Thread& thread, const AtomicAccess& a, void*&) {
    if (!is_observed()) return;
    MemoryAccess part{a.pc, reinterpret_cast<std::uintptr_t>(a.address), a.bytes, false,
                      Strength::atomic_in_device};
    if (a.kind != AtomicKind::store) access(thread, part);
    if (a.kind == AtomicKind::load) return;
    part.is_write = true;
    access(thread, part);
    may_store_nothing = a.kind == AtomicKind::compare_exchange;
    const Unobserved unobserved;
    std::memcpy(&value_before, reinterpret_cast<const void*>(part.address),
                std::min(a.bytes, sizeof value_before));
}

void collective_comes(Thread& thread, Collective operation, std::uint64_t value) {
    settle();
    if (operation == Collective::sync) return;
    finish_copy(thread);
    RecordedEvent e = event_of(What::publish, thread, thread.waits_at);
    e.operation = operation;
    e.bytes = sizeof value;
    std::memcpy(e.words.data(), &value, sizeof value);
    append(e);
}

void lane_receives(Thread& thread, Collective operation, int from, std::uint64_t value) {
    if (operation == Collective::sync) return;
    RecordedEvent e = event_of(What::receive, thread, thread.waits_at);
    e.operation = operation;
    e.other = from < 0 ? from : static_cast<int>(thread.warp->first_thread) + from;
    e.bytes = sizeof value;
    std::memcpy(e.words.data(), &value, sizeof value);
    append(e);
}

void collective_ends(const Warp& warp) { append(event_of(What::sync, warp.threads[0], nullptr)); }

void barrier_opens(Block& block) {
    settle();
    for (const Warp& warp : block.warps)
        for (const Thread& thread : warp.threads) finish_copy(thread);
    for (const Warp& warp : block.warps)
        for (const Thread& thread : warp.threads)
            if (warp.at_barrier & thread.bit())
                return append(event_of(What::barrier, thread, thread.waits_at));
}

std::uintptr_t address_of(const Mbarrier& barrier, const Block& block) {
    for (const auto& [address, other] : block.mbarriers)
        if (&other == &barrier) return address;
    return 0;
}

void meet_at_mbarrier(What what, Thread& thread, const Mbarrier& barrier, std::uint64_t phase,
                      const void* pc) {
    settle();
    finish_copy(thread);
    RecordedEvent e = event_of(what, thread, pc);
    e.address = address_of(barrier, *thread.warp->block);
    e.number = phase;
    append(e);
}

void mbarrier_arrived(Thread& thread, Mbarrier& barrier) {
    meet_at_mbarrier(What::arrive, thread, barrier, barrier.phase, nullptr);
}

void mbarrier_passed(Thread& thread, Mbarrier& barrier) {
    meet_at_mbarrier(What::pass, thread, barrier, barrier.phase - 1, thread.waits_at);
}

void note_copy(What what, const Thread& thread, const BulkCopy& copy) {
    settle();
    RecordedEvent e = event_of(what, thread, copy.pc);
    e.address = reinterpret_cast<std::uintptr_t>(copy.from);
    e.to = reinterpret_cast<std::uintptr_t>(copy.to);
    e.mbarrier = copy.mbarrier;
    e.number = copy.bytes;
    append(e);
}

void copy_starts(Thread& thread, BulkCopy& copy, const Mbarrier*) {
    finish_copy(thread);
    note_copy(What::copy, thread, copy);
}

void copy_arrives(const Block&, Mbarrier&, const BulkCopy& copy) {
    note_copy(What::copied, *copy.thread, copy);
}

void thread_returns(Thread& thread) {
    settle();
    finish_copy(thread);
    append(event_of(What::exit, thread, nullptr));
}

void program_ends() {
    const Recording& r = recording();
    if (!r.on) return;
    if (r.overflowed) {
        std::fprintf(
            stderr,
            "scanlab: no recording was made: the kernels made more than %zu accesses, which is "
            "too much for a picture; give fewer elements\n",
            most_events);
        return;
    }
    std::FILE* file = std::fopen(r.path.c_str(), "w");
    if (!file) {
        std::fprintf(stderr, "scanlab: cannot write the recording %s: %s\n", r.path.c_str(),
                     std::strerror(errno));
        return;
    }
    Writer(r, file).write();
    std::fclose(file);
}

} // namespace

constinit const Watcher watcher{
    .launch_begins = launch_begins,
    .launch_ends = launch_ends,
    .thread_pauses = settle,
    .thread_returns = thread_returns,
    .barrier_opens = barrier_opens,
    .collective_comes = collective_comes,
    .lane_receives = lane_receives,
    .collective_ends = collective_ends,
    .access = access,
    .atomic = atomic,
    .mbarrier_arrived = mbarrier_arrived,
    .mbarrier_passed = mbarrier_passed,
    .copy_starts = copy_starts,
    .copy_arrives = copy_arrives,
    .program_ends = program_ends,
};

} // namespace scanlab::sim::recorder

namespace scanlab::sim {

void start_recording(const std::string& path) {
    recorder::recording().path = path;
    recorder::recording().on = true;
}

void expose(const volatile void*) {}

void describe_recording(const std::string& members) { recorder::recording().members = members; }

} // namespace scanlab::sim
