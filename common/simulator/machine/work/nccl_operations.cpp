#include "machine/work/nccl_operations.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/base/events.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/fault.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "scanlab_sim/enumerators.hpp"

#include <algorithm>
#include <cstring>

namespace scanlab::sim::nccl {

namespace {

std::string rank_text(int rank) { return "rank " + std::to_string(rank); }
std::string whose(const Call& call) { return rank_text(call.communicator->rank) + "'s " + name(call); }

Bytes read(const Call& call) {
    const std::size_t bytes = call.bytes_given();
    if (bytes == 0) return {};
    announce<&Watcher::work_accesses>(call.from, bytes, false);
    Bytes given(bytes);
    std::memcpy(given.data(), call.from, bytes);
    return given;
}

void write(const Call& call, const Bytes& got) {
    if (got.empty()) return;
    announce<&Watcher::work_accesses>(call.to, got.size(), true);
    std::memcpy(call.to, got.data(), got.size());
    announce<&Watcher::host_fills>(call.to, got.size());
}

void tell_and_fail(FindingKind kind, const void* site, const void* other, const std::string& message,
                   const char* hint) {
    report({.kind = kind,
            .at = source_line(site),
            .other = other ? source_line(other) : SourceLine{},
            .message = message,
            .hint = hint});
    fail_launch(cudaErrorLaunchTimeout);
}

// --- collective operations ---------------------------------------------------------------------------

/// What the rank of the call gets when all have given.
Bytes got_by(const Call& call, const CollectiveState& state) {
    const auto rank = static_cast<std::size_t>(call.communicator->rank);
    std::vector<const Bytes*> given;
    for (const auto& [r, part] : state.parts) given.push_back(&part.given);
    switch (call.kind) {
    case Kind::reduce:
        if (call.communicator->rank != call.peer) return {};
        [[fallthrough]];
    case Kind::all_reduce:
        return reduce(given, 0, call.count, call.type, call.op);
    case Kind::reduce_scatter:
        return reduce(given, rank * call.count, call.count, call.type, call.op);
    case Kind::broadcast:
        return *given[static_cast<std::size_t>(call.peer)];
    default: {
        Bytes all;
        for (const Bytes* one : given) all.insert(all.end(), one->begin(), one->end());
        return all;
    }
    }
}

/// What distinguishes the two calls of one operation, in words; empty if they fit.
std::string difference(const Call& a, const Call& b) {
    const auto two = [](const std::string& one, const std::string& other) {
        return one + " here, and " + other;
    };
    if (a.kind != b.kind) return two(name(a), name(b));
    if (a.count != b.count) return two(std::to_string(a.count) + " elements", std::to_string(b.count));
    if (a.type != b.type) return two("data type " + std::to_string(a.type), std::to_string(b.type));
    const bool reduces =
        a.kind == Kind::all_reduce || a.kind == Kind::reduce || a.kind == Kind::reduce_scatter;
    if (reduces && a.op != b.op) return two("operation " + std::to_string(a.op), std::to_string(b.op));
    const bool has_root = a.kind == Kind::reduce || a.kind == Kind::broadcast;
    return has_root && a.peer != b.peer ? two("root " + std::to_string(a.peer), std::to_string(b.peer))
                                        : "";
}

/// One rank's part in a collective operation.
class Collective : public pending::Task {
public:
    Collective(const Work& work, const Call& call, std::shared_ptr<CollectiveState> state)
        : Task(work), call_(call), state_(std::move(state)) {}

    bool go_on(std::uint64_t) override {
        const memory::Opened opened;
        CollectiveState::Part& own = state_->parts.at(call_.communicator->rank);
        if (!own.has_given) {
            own.given = read(call_);
            own.has_given = true;
            note_activity();
        }
        if (!all_have_given()) return true;
        if (!state_->is_told_about && !fits()) return false;
        if (!state_->is_told_about) write(call_, got_by(call_, *state_));
        note_activity();
        return false;
    }
    bool stands_still() const override { return !all_have_given(); }

    void give_up() override {
        if (std::exchange(state_->is_told_about, true)) return;
        std::string missing, late;
        for (int rank = 0; rank < static_cast<int>(call_.communicator->clique->size()); ++rank) {
            const auto part = state_->parts.find(rank);
            if (part == state_->parts.end())
                missing += (missing.empty() ? "" : ", ") + rank_text(rank);
            else if (!part->second.has_given)
                late += (late.empty() ? "" : ", ") + rank_text(rank);
        }
        const std::string why = missing.empty()
                                    ? late + " has called it, but its stream never comes to it"
                                    : missing + " never calls it";
        tell_and_fail(
            FindingKind::deadlock, call_.site, nullptr,
            sentence(whose(call_)) + " waits for ever, because " + why + ".",
            "Let all ranks of a communicator call the same collective operations, in the same "
            "order.");
    }

private:
    bool all_have_given() const {
        return state_->parts.size() == call_.communicator->clique->size() &&
               std::ranges::all_of(state_->parts,
                                   [](const auto& entry) { return entry.second.has_given; });
    }
    bool fits() {
        for (const auto& [rank, part] : state_->parts) {
            const std::string different = difference(call_, part.call);
            if (different.empty()) continue;
            state_->is_told_about = true;
            tell_and_fail(FindingKind::bad_copy, call_.site, part.call.site,
                          sentence(whose(call_)) + " meets a call of " + rank_text(rank) +
                              " that does not fit: " + different + " there.",
                          "Let all ranks make the same call. NCCL does not compare them: it hangs or "
                          "mixes up the data.");
            return false;
        }
        return true;
    }

    Call call_;
    std::shared_ptr<CollectiveState> state_;
};

/// Whether the thread itself keeps the other ranks from coming.
void check_group(const CollectiveState& state, const Call& call) {
    if (call.is_in_group) return;
    for (const auto& [rank, part] : state.parts) {
        if (part.call.is_in_group || part.thread != this_thread()) continue;
        report({.kind = FindingKind::deadlock,
                .at = source_line(part.call.site),
                .other = source_line(call.site),
                .message = "One thread calls " + name(call) + " for " + rank_text(rank) +
                           " and then for " + rank_text(call.communicator->rank) +
                           ", outside of a group. The first call may wait for the second for ever.",
                .hint = "Call `ncclGroupStart()` before the calls, and `ncclGroupEnd()` after them."});
        return;
    }
}

void submit_collective_call(const Call& call) {
    Clique& clique = *call.communicator->clique;
    const std::uint64_t number = call.communicator->calls++;
    auto& state = clique.collectives[number];
    if (!state) state = std::make_shared<CollectiveState>();
    check_group(*state, call);
    state->parts.emplace(call.communicator->rank, CollectiveState::Part{.call = call});
    const std::shared_ptr<CollectiveState> all = state;
    if (all->parts.size() == clique.size())
        clique.collectives.erase(number); // those who take part keep it
    const Work work = submit_collective(stream_of(call.stream), whose(call), call.site);
    pending::add(std::make_unique<Collective>(work, call, all));
}

// --- from one rank to another ------------------------------------------------------------------------

/// What a rank sends and receives in one group: goes on together.
class Exchange : public pending::Task {
public:
    Exchange(const Work& work, std::vector<Call> calls) : Task(work), calls_(std::move(calls)) {}

    bool go_on(std::uint64_t) override {
        const memory::Opened opened;
        if (!std::exchange(has_begun_, true)) begin();
        std::erase_if(receives_, [&](const Call& call) { return receive(call); });
        return !is_over();
    }
    bool stands_still() const override {
        return !is_over() && std::ranges::none_of(receives_, [](const Call& call) {
            return !messages_to(call).empty();
        });
    }
    void give_up() override {
        if (is_over()) return;
        const bool receives = !receives_.empty();
        const Call& call = receives ? receives_.front() : untaken()->sent;
        tell_and_fail(FindingKind::deadlock, call.site, nullptr,
                      sentence(whose(call)) + (receives ? " from " : " to ") + rank_text(call.peer) +
                          " waits for ever, because " + rank_text(call.peer) +
                          " does not come to its " + (receives ? "`ncclSend()`." : "`ncclRecv()`."),
                      "Each `ncclSend()` needs its `ncclRecv()`. If both ranks send first, put each "
                      "rank's pair into one group.");
    }

private:
    using Messages = std::deque<std::shared_ptr<Message>>;

    static Messages& messages(const Call& call, int sender, int receiver) {
        return call.communicator->clique->messages[{sender, receiver}];
    }
    static Messages& messages_to(const Call& call) {
        return messages(call, call.peer, call.communicator->rank);
    }

    void begin() {
        for (const Call& call : calls_) {
            if (call.kind == Kind::receive) {
                receives_.push_back(call);
                continue;
            }
            sent_.push_back(std::make_shared<Message>(Message{call, read(call)}));
            messages(call, call.communicator->rank, call.peer).push_back(sent_.back());
        }
        note_activity();
    }
    bool receive(const Call& call) {
        Messages& waiting = messages_to(call);
        if (waiting.empty()) return false;
        const std::shared_ptr<Message> message = waiting.front();
        waiting.pop_front();
        message->is_taken = true;
        note_activity();
        if (message->given.size() == call.bytes())
            write(call, message->given);
        else
            tell_and_fail(FindingKind::bad_copy, call.site, message->sent.site,
                          sentence(whose(call)) + " is for " + std::to_string(call.bytes()) +
                              " bytes, but " + rank_text(call.peer) + " sends " +
                              std::to_string(message->given.size()) + ".",
                          "Check the number of elements and their type on both sides.");
        return true;
    }
    const Message* untaken() const {
        const auto found =
            std::ranges::find(sent_, false, [](const auto& message) { return message->is_taken; });
        return found == sent_.end() ? nullptr : found->get();
    }
    bool is_over() const { return has_begun_ && receives_.empty() && !untaken(); }

    std::vector<Call> calls_, receives_;
    std::vector<std::shared_ptr<Message>> sent_;
    bool has_begun_ = false;
};

void submit_exchange(const std::vector<Call>& calls) {
    const Call& first = calls.front();
    const Work work = submit_collective(stream_of(first.stream), whose(first), first.site);
    pending::add(std::make_unique<Exchange>(work, calls));
}

} // namespace

std::size_t Call::bytes_given() const {
    const bool is_root = communicator->rank == peer;
    if (kind == Kind::receive || (kind == Kind::broadcast && !is_root)) return 0;
    return kind == Kind::reduce_scatter ? bytes() * communicator->clique->size() : bytes();
}

std::size_t Call::bytes_got() const {
    const bool is_root = communicator->rank == peer;
    if (kind == Kind::send || (kind == Kind::reduce && !is_root)) return 0;
    return kind == Kind::all_gather ? bytes() * communicator->clique->size() : bytes();
}

std::string name(const Call& call) {
    constexpr const char* names[] = {"ncclAllReduce()", "ncclReduce()",        "ncclBroadcast()",
                                     "ncclAllGather()", "ncclReduceScatter()", "ncclSend()",
                                     "ncclRecv()"};
    static_assert(std::size(names) == enumerators<Kind>);
    return names[static_cast<int>(call.kind)];
}

void submit_calls(const std::vector<Call>& calls) {
    std::map<std::pair<ncclComm*, cudaStream_t>, std::vector<Call>> exchanges;
    for (const Call& call : calls) {
        const devices::Used used(call.communicator->device);
        if (call.is_collective())
            submit_collective_call(call);
        else
            exchanges[{call.communicator, call.stream}].push_back(call);
    }
    for (const auto& [where, exchanged] : exchanges) {
        const devices::Used used(where.first->device);
        submit_exchange(exchanged);
    }
}

} // namespace scanlab::sim::nccl
