#include "dataflow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace scanlab::diagrams {
namespace {

using Bits = std::uint64_t;
using Origin = Value::Origin;
using Term = Value::Term;

constexpr int status_shift = 62;
constexpr int most_statements_back = 8; // statements back, in search of what a value was made from
constexpr Bits largest_status = 15;     // a larger high word is a number of its own

Bits low_bits(Bits bits, int bytes) {
    return bytes >= 8 ? bits : bits & ((Bits{1} << (8 * bytes)) - 1);
}

std::int64_t number_of(Bits bits, int bytes) {
    return bytes == 4 ? static_cast<std::int32_t>(bits) : static_cast<std::int64_t>(bits);
}

Provenance signed_sum(const std::vector<Value>& values, const std::vector<Term>& terms) {
    std::map<int, int> times;
    for (const Term& term : terms)
        for (const auto& [input, count] : values[term.value].inputs) times[input] += term.sign * count;
    Provenance sum;
    for (const auto& [input, count] : times)
        if (count != 0) sum.emplace_back(input, count);
    return sum;
}

/// A value that a thread has at hand.
struct Fresh {
    std::size_t value;
    Bits bits;           ///< as it was read
    std::size_t event;   ///< that brought it
    long long statement; ///< of the thread, counted
    bool is_own;         ///< made by the thread itself, not read or received
};

/// What is to be explained.
struct Stored {
    Bits bits;
    int bytes;
    bool is_private;      ///< to a variable of the thread's own
    bool is_whole = true; ///< not one element of a vector
};

/// How a stored number came about.
struct Explanation {
    Origin origin;
    std::vector<Term> terms;
    std::int64_t number;
    int status = 0;
};

/// Finds the fewest candidates whose signed sum is a number, the most recent ones first.
class SubsetSum {
public:
    SubsetSum(const std::vector<Value>& values, const std::vector<Fresh>& candidates, Bits target,
              int bytes)
        : values_(values), candidates_(candidates), target_(low_bits(target, bytes)),
          bytes_(std::max(bytes, 4)) {} // a byte is a flag, not the low bits of a sum

    /// The terms, or none. `must` is how many of the candidates, from the front, are to be preferred:
    /// at least one of them has to take part.
    std::vector<Term> find(std::size_t must) {
        // Long sums are short statements; what does not fit one is no sum at all.
        const std::size_t longest = candidates_.size() <= 8 ? candidates_.size() : 2;
        for (std::size_t size = 1; size <= longest; ++size)
            if (choose(0, must, size, 0)) return terms_;
        return {};
    }

private:
    bool choose(std::size_t first, std::size_t must, std::size_t size, Bits sum) {
        if (size == 0) {
            const bool adds_something =
                std::any_of(terms_.begin(), terms_.end(), [](const Term& t) { return t.sign > 0; });
            return adds_something && low_bits(sum, bytes_) == target_;
        }
        const std::size_t end = terms_.empty() ? must : candidates_.size();
        for (std::size_t i = first; i < end; ++i)
            for (const int sign : {1, -1}) {
                terms_.push_back({candidates_[i].value, sign, candidates_[i].event});
                const Bits number = static_cast<Bits>(values_[candidates_[i].value].number);
                if (choose(i + 1, must, size - 1, sign > 0 ? sum + number : sum - number)) return true;
                terms_.pop_back();
            }
        return false;
    }

    const std::vector<Value>& values_;
    const std::vector<Fresh>& candidates_;
    Bits target_;
    int bytes_;
    std::vector<Term> terms_;
};

/// Goes through a recording event by event, knowing at any time which value stands where.
class Tracer {
public:
    explicit Tracer(const Recording& recording) : recording_(recording) {
        if (recording.input) {
            flow_.inputs.assign(recording.input->values.size(), no_value);
            for (std::size_t i = 0; i < flow_.inputs.size(); ++i)
                flow_.names.push_back(fmt::format("x{}", i));
        }
        flow_.at_event.resize(recording.events.size());
    }

    Dataflow run() {
        for (event_ = 0; event_ < recording_.events.size(); ++event_) {
            const Event& e = recording_.events[event_];
            switch (e.kind) {
            case Event::Kind::read:
                read(e);
                break;
            case Event::Kind::write:
                write(e);
                break;
            case Event::Kind::publish:
                publish(e);
                break;
            case Event::Kind::receive:
                receive(e);
                break;
            case Event::Kind::barrier:
                ++barriers_[{e.launch, e.block}];
                break;
            case Event::Kind::sync:
                ++collectives_[{e.launch, e.block, e.warp}];
                break;
            case Event::Kind::exit:
                threads_.erase({e.launch, e.block, e.thread});
                break;
            default:
                break;
            }
        }
        find_outputs();
        if (!recording_.input) name_inputs();
        return std::move(flow_);
    }

private:
    /// A value in memory, or in a local variable.
    struct Cell {
        std::size_t value;
        int bytes;
        Bits bits;
    };
    using Memory = std::map<std::uint64_t, Cell>;

    struct Published {
        std::size_t value;
        Bits bits;
        int collectives; ///< that the warp had passed
    };

    struct Thread {
        Memory locals;
        std::deque<Fresh> fresh;         ///< the latest at the front
        std::deque<Published> published; ///< the latest at the front
        long long statements = 0;        ///< each ends with one or more writes
        bool has_written = false;        ///< since it has last read
    };
    using ThreadKey = std::tuple<int, int, int>;

    Thread& thread(const Event& e) { return threads_[{e.launch, e.block, e.thread}]; }

    Memory& memory(const Event& e) {
        if (e.variable < 0) return thread(e).locals;
        return recording_.variables[e.variable].in_shared_memory() ? shared_[{e.launch, e.block}]
                                                                   : global_;
    }

    int collectives(const Event& e) const {
        const auto found = collectives_.find({e.launch, e.block, e.thread / recording_.warp_size});
        return found == collectives_.end() ? 0 : found->second;
    }

    bool is_weak(std::size_t value) const { return weak_[value]; }

    // --- values --------------------------------------------------------------------------

    std::size_t add(const Event& e, Explanation explanation, long long index) {
        Value v;
        v.origin = explanation.origin;
        v.terms = std::move(explanation.terms);
        if (v.origin == Origin::copy || v.origin == Origin::sum)
            v.inputs = signed_sum(flow_.values, v.terms);
        v.number = explanation.number;
        v.status = explanation.status;
        v.event = event_;
        v.launch = e.launch;
        v.block = e.block;
        v.thread = e.thread;
        v.barriers = barriers_[{e.launch, e.block}];
        v.collectives = collectives(e);
        v.variable = e.variable;
        v.index = index;
        v.at = e.at;
        const bool has_weak_term = std::any_of(v.terms.begin(), v.terms.end(),
                                               [&](const Term& term) { return is_weak(term.value); });
        weak_.push_back(v.origin == Origin::derived || has_weak_term);
        flow_.values.push_back(std::move(v));
        return flow_.values.size() - 1;
    }

    std::size_t input(const Event& e, std::size_t i, std::int64_t number, long long index) {
        std::size_t& value = flow_.inputs[i];
        if (value == no_value) {
            value = add(e, {Origin::input, {}, number}, index);
            flow_.values[value].inputs = {{static_cast<int>(i), 1}};
        }
        return value;
    }

    /// What stands in memory that no kernel has written, or not since the host has.
    std::size_t found_in_memory(const Event& e, std::uint64_t address, Bits bits, int bytes) {
        const std::int64_t number = number_of(bits, bytes);
        const Variable& variable = recording_.variables[e.variable];
        const long long index = element(e, address);
        if (!recording_.input) {
            if (variable.in_shared_memory()) return add(e, {Origin::garbage, {}, number}, index);
            flow_.inputs.push_back(no_value);
            return input(e, flow_.inputs.size() - 1, number, index);
        }
        const Recording::Input& in = *recording_.input;
        if (address >= in.address && address < in.address + 4 * in.values.size())
            return input(e, (address - in.address) / 4, number, index);
        if (number == 0 && !variable.in_shared_memory()) return no_value; // cleared by the host
        // Copied by other means than a kernel's accesses?
        const auto same = std::find(in.values.begin(), in.values.end(), number);
        if (number != 0 && same != in.values.end())
            return input(e, static_cast<std::size_t>(same - in.values.begin()), number, index);
        return add(e, {Origin::garbage, {}, number}, index);
    }

    /// What the kernel stores whatever the data are. Where nobody says what the input is, kernels that
    /// fill arrays make it.
    std::size_t constant(const Event& e, int offset, int bytes) {
        const std::int64_t number = number_of(part(e, offset, bytes), bytes);
        const long long index = element(e, e.address + static_cast<std::uint64_t>(offset));
        if (recording_.input || number == 0 || recording_.variables[e.variable].in_shared_memory())
            return add(e, {Origin::constant, {}, number}, index);
        flow_.inputs.push_back(no_value);
        return input(e, flow_.inputs.size() - 1, number, index);
    }

    long long element(const Event& e, std::uint64_t address) const {
        if (e.variable < 0) return -1;
        const int bytes = recording_.variables[e.variable].element_bytes;
        return e.index + static_cast<long long>(address - e.address) / std::max(bytes, 1);
    }

    // --- events --------------------------------------------------------------------------

    /// The thread has read or received a value.
    void remember(Thread& thread, std::size_t value, Bits bits, std::size_t event) {
        if (thread.has_written) ++thread.statements;
        thread.has_written = false;
        have(thread, value, bits, event);
        flow_.at_event[event].push_back(value);
    }

    void have(Thread& thread, std::size_t value, Bits bits, std::size_t event, bool is_own = false) {
        thread.fresh.push_front({value, bits, event, thread.statements, is_own});
        constexpr std::size_t enough = 64;
        if (thread.fresh.size() > enough) thread.fresh.pop_back();
    }

    static Bits part(const Event& e, int offset, int bytes) {
        Bits bits = e.words[static_cast<std::size_t>(offset) / 4];
        if (bytes > 4)
            bits |= static_cast<Bits>(e.words[static_cast<std::size_t>(offset) / 4 + 1]) << 32;
        return low_bits(bits, bytes);
    }

    /// What decides but is never added: a byte is a flag, and so are the heads of segments. blockDim
    /// and its like are variables to the simulator.
    bool is_no_data(const Event& e) const {
        if (e.bytes == 1) return true;
        if (e.variable < 0) return false;
        if (const auto& heads = recording_.heads; heads && e.address >= heads->address &&
                                                  e.address < heads->address + 4 * heads->values.size())
            return true;
        const std::string& name = recording_.variables[e.variable].name;
        return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim" ||
               name == "warpSize";
    }

    void read(const Event& e) {
        if (is_no_data(e)) return;
        Memory& cells = memory(e);
        Thread& reader = thread(e);
        for (int offset = 0; offset < e.bytes;) {
            const std::uint64_t address = e.address + static_cast<std::uint64_t>(offset);
            const auto cell = cells.find(address);
            if (cell != cells.end()) {
                const int bytes = std::min(cell->second.bytes, e.bytes - offset);
                const Bits bits = part(e, offset, bytes);
                if (low_bits(cell->second.bits, bytes) == bits) {
                    remember(reader, cell->second.value, bits, event_);
                    offset += bytes;
                    continue;
                }
                cells.erase(cell);
            }
            const int bytes =
                std::min(e.variable >= 0 && recording_.variables[e.variable].element_bytes == 8 ? 8 : 4,
                         e.bytes - offset);
            const Bits bits = part(e, offset, bytes);
            const std::size_t value = e.variable < 0 ? passed_unseen(reader, bits, bytes)
                                                     : found_in_memory(e, address, bits, bytes);
            if (value != no_value) {
                cells[address] = {value, bytes, bits};
                remember(reader, value, bits, event_);
            }
            offset += bytes;
        }
    }

    /// A local variable that got its value without a write that was reported, such as a parameter.
    std::size_t passed_unseen(const Thread& thread, Bits bits, int bytes) const {
        for (const Fresh& fresh : thread.fresh)
            if (bits != 0 && low_bits(fresh.bits, bytes) == bits && !is_weak(fresh.value))
                return fresh.value;
        return no_value;
    }

    void write(const Event& e) {
        Thread& writer = thread(e);
        const bool is_update =
            e.is_atomic && event_ > 0 && is_read_of_same(recording_.events[event_ - 1], e);
        Memory& cells = memory(e);
        // Whatever stood here is gone, an 8-byte value that begins a word earlier, too.
        auto old = cells.lower_bound(e.address < 4 ? 0 : e.address - 4);
        while (old != cells.end() && old->first < e.address + static_cast<std::uint64_t>(e.bytes))
            old = old->first + static_cast<std::uint64_t>(old->second.bytes) > e.address
                      ? cells.erase(old)
                      : std::next(old);

        if (is_no_data(e)) return;
        if (e.bytes != 8 || !store(e, writer, 0, 8))
            for (int offset = 0; offset < e.bytes; offset += 4) {
                const int bytes = std::min(4, e.bytes - offset);
                if (!store(e, writer, offset, bytes) && e.variable >= 0)
                    put(e, offset, bytes, constant(e, offset, bytes));
            }
        writer.has_written = true;
        // What an atomic update returns is what it found.
        if (is_update && !flow_.at_event[event_ - 1].empty()) {
            ++writer.statements;
            writer.has_written = false;
            have(writer, flow_.at_event[event_ - 1].front(), recording_.events[event_ - 1].bits(),
                 event_ - 1);
        }
    }

    static bool is_read_of_same(const Event& read, const Event& write) {
        return read.kind == Event::Kind::read && read.is_atomic && read.address == write.address &&
               read.launch == write.launch && read.block == write.block && read.thread == write.thread;
    }

    void put(const Event& e, int offset, int bytes, std::size_t value) {
        const std::uint64_t address = e.address + static_cast<std::uint64_t>(offset);
        memory(e)[address] = {value, bytes, part(e, offset, bytes)};
        flow_.at_event[event_].push_back(value);
    }

    /// Explains so many bytes of what is written; false if data have no part in it.
    bool store(const Event& e, Thread& writer, int offset, int bytes) {
        const auto explanation =
            explain(writer, {part(e, offset, bytes), bytes, e.variable < 0, bytes == e.bytes});
        if (!explanation) return false;
        const std::size_t value =
            add(e, *explanation, element(e, e.address + static_cast<std::uint64_t>(offset)));
        put(e, offset, bytes, value);
        have(writer, value, part(e, offset, bytes), event_, true); // it may still be in a register
        return true;
    }

    void publish(const Event& e) {
        Thread& publisher = thread(e);
        const Bits bits = e.bits();
        const auto explanation = explain(publisher, {bits, bits >> 32 == 0 ? 4 : 8, false});
        std::size_t value = no_value;
        if (explanation) {
            value = add(e, *explanation, -1);
            flow_.at_event[event_].push_back(value);
        }
        publisher.published.push_front({value, bits, collectives(e)});
        constexpr std::size_t enough = 4;
        if (publisher.published.size() > enough) publisher.published.pop_back();
        publisher.has_written = true;
    }

    void receive(const Event& e) {
        Thread& receiver = thread(e);
        if (e.from < 0) {
            receive_of_all(e, receiver);
            return;
        }
        for (const Published& published : threads_[{e.launch, e.block, e.from}].published)
            if (published.bits == e.bits()) {
                if (published.value != no_value) remember(receiver, published.value, e.bits(), event_);
                return;
            }
    }

    /// The result of a reduction, a scan or a vote of the warp.
    void receive_of_all(const Event& e, Thread& receiver) {
        if (receiver.published.empty()) return;
        const int epoch = receiver.published.front().collectives;
        const int first = e.thread / recording_.warp_size * recording_.warp_size;
        std::vector<Term> terms;
        std::vector<Term> fitting;
        std::int64_t sum = 0;
        for (int lane = 0; lane < recording_.warp_size; ++lane) {
            const auto other = threads_.find({e.launch, e.block, first + lane});
            if (other == threads_.end()) continue;
            for (const Published& published : other->second.published)
                if (published.collectives == epoch && published.value != no_value) {
                    terms.push_back({published.value, 1, event_});
                    sum += flow_.values[published.value].number;
                    if (low_bits(static_cast<Bits>(sum), 4) == low_bits(e.bits(), 4)) fitting = terms;
                    break;
                }
        }
        if (terms.empty()) return;
        const Origin origin = fitting.empty()       ? Origin::derived
                              : fitting.size() == 1 ? Origin::copy
                                                    : Origin::sum;
        const std::size_t value = add(
            e, {origin, fitting.empty() ? terms : fitting, number_of(low_bits(e.bits(), 4), 4)}, -1);
        remember(receiver, value, e.bits(), event_);
    }

    // --- explanations --------------------------------------------------------------------

    std::optional<Explanation> explain(const Thread& thread, const Stored& stored) const {
        if (thread.has_written) {
            if (stored.bits == 0) return std::nullopt; // some other variable is set to zero
            if (auto found = stored_again(thread, stored)) return found;
        }
        std::vector<Fresh> strong, all;
        std::size_t recent = 0;
        for (const Fresh& fresh : thread.fresh) {
            if (fresh.is_own) continue;
            const bool is_recent = fresh.statement == thread.statements;
            if (is_recent) all.push_back(fresh);
            if (is_weak(fresh.value)) continue;
            if (is_recent) ++recent;
            strong.push_back(fresh);
        }
        // What a call in the midst of an expression has read and written stands between its terms: look
        // further back, as far as needed, but something has to be fresh.
        for (int back = 0; recent > 0 && back <= most_statements_back; ++back) {
            std::vector<Fresh> candidates;
            for (const Fresh& fresh : strong)
                if (fresh.statement >= thread.statements - back) candidates.push_back(fresh);
            if (back > 0 && candidates.size() == recent) continue;
            if (auto found = match(candidates, recent, stored)) {
                if (stored.is_whole) add_identities(*found, strong, recent);
                return found;
            }
        }
        if (recent == 0 && !stored.is_private)
            if (auto found = made_before(thread, stored)) return found;
        if (all.empty() || thread.has_written) return std::nullopt;
        if (auto found = match_all(all, stored)) return found;
        if (auto found = match(all, all.size(), stored)) return found;
        if (recent == 0 && stored.bits == 0) return std::nullopt;
        if (stored.bytes == 8 && stored.bits >> 32 != 0) return std::nullopt;
        Explanation derived{Origin::derived, {}, number_of(stored.bits, stored.bytes)};
        for (const Fresh& fresh : all) add_once(derived.terms, {fresh.value, 1, fresh.event});
        return derived;
    }

    /// What the thread has just stored elsewhere goes to a second place.
    std::optional<Explanation> stored_again(const Thread& thread, const Stored& stored) const {
        for (const Fresh& fresh : thread.fresh)
            if (fresh.is_own && fresh.statement == thread.statements && fresh.bits == stored.bits)
                return handed_on(fresh);
        return std::nullopt;
    }

    /// What was ready before a call found out where it is to be stored.
    std::optional<Explanation> made_before(const Thread& thread, const Stored& stored) const {
        std::vector<Fresh> all;
        for (long long back = 0; back <= most_statements_back; ++back) {
            std::vector<Fresh> candidates;
            for (const Fresh& fresh : thread.fresh) {
                if (is_weak(fresh.value) || fresh.statement != thread.statements - back) continue;
                if (fresh.is_own && fresh.bits == stored.bits) return handed_on(fresh);
                if (!fresh.is_own) candidates.push_back(fresh);
            }
            if (auto found = match(candidates, candidates.size(), stored)) {
                add_identities(*found, candidates, candidates.size());
                return found;
            }
            all.insert(all.end(), candidates.begin(), candidates.end());
        }
        return stored.bits == 0 ? std::nullopt : match(all, all.size(), stored);
    }

    Explanation handed_on(const Fresh& fresh) const {
        const Value& v = flow_.values[fresh.value];
        return {Origin::copy, {{fresh.value, 1, fresh.event}}, v.number, v.status};
    }

    static void add_once(std::vector<Term>& terms, const Term& term) {
        if (std::none_of(terms.begin(), terms.end(),
                         [&](const Term& t) { return t.value == term.value; }))
            terms.push_back(term);
    }

    /// The stored bits as a number, or as a number with a status above it. `must`: see SubsetSum.
    std::optional<Explanation> match(const std::vector<Fresh>& candidates, std::size_t must,
                                     const Stored& stored) const {
        if (stored.bytes == 8) {
            for (std::size_t i = 0; i < must; ++i)
                if (candidates[i].bits == stored.bits) return handed_on(candidates[i]);
            const Bits high = stored.bits >> 32, highest = stored.bits >> status_shift;
            const int shift = high > 0 && high <= largest_status ? 32
                              : highest == 1 || highest == 2     ? status_shift
                                                                 : 0;
            if (shift > 0) {
                Stored number = stored;
                number.bits = stored.bits & ((Bits{1} << shift) - 1);
                number.bytes = shift == 32 ? 4 : 8;
                auto found = match_number(candidates, must, number);
                if (found) found->status = static_cast<int>(stored.bits >> shift);
                return found;
            }
        }
        return match_number(candidates, must, stored);
    }

    std::optional<Explanation> match_number(const std::vector<Fresh>& candidates, std::size_t must,
                                            const Stored& stored) const {
        std::vector<Term> terms;
        if (stored.bits != 0)
            terms = SubsetSum(flow_.values, candidates, stored.bits, stored.bytes).find(must);
        // A zero may be a difference, such as a first thread's exclusive prefix; but among a thread's
        // own variables there are too many zeros that aren't.
        else if (!stored.is_private)
            terms = difference(candidates, must);
        for (std::size_t i = 0; i < must && terms.empty(); ++i)
            if (candidates[i].bits == stored.bits) return handed_on(candidates[i]);
        if (terms.empty()) return std::nullopt;
        const bool is_copy = terms.size() == 1 && terms.front().sign > 0;
        return Explanation{is_copy ? Origin::copy : Origin::sum, std::move(terms),
                           number_of(stored.bits, stored.bytes)};
    }

    /// Two different values of the same number, read to be subtracted.
    std::vector<Term> difference(const std::vector<Fresh>& candidates, std::size_t must) const {
        for (std::size_t b = 0; b < must; ++b)
            for (std::size_t a = b + 1; a < must; ++a)
                if (const Fresh& taken = candidates[b], &from = candidates[a];
                    taken.value != from.value && taken.bits == from.bits && taken.bits != 0)
                    return {{from.value, 1, from.event}, {taken.value, -1, taken.event}};
        return {};
    }

    /// Counts are so small that sums of some of them would often fit by chance: all of them first.
    std::optional<Explanation> match_all(const std::vector<Fresh>& candidates,
                                         const Stored& stored) const {
        std::vector<Term> terms;
        Bits sum = 0;
        for (const Fresh& fresh : candidates) add_once(terms, {fresh.value, 1, fresh.event});
        for (const Term& term : terms) sum += static_cast<Bits>(flow_.values[term.value].number);
        if (terms.size() < 2 || low_bits(sum, stored.bytes) != stored.bits) return std::nullopt;
        return Explanation{Origin::sum, std::move(terms), number_of(stored.bits, stored.bytes)};
    }

    /// A zero that the kernel has put somewhere is added like any other value, though the number
    /// doesn't show it. (One that comes out of a shuffle may have been dropped.)
    void add_identities(Explanation& found, const std::vector<Fresh>& strong,
                        std::size_t recent) const {
        if (found.status != 0) return;
        for (std::size_t i = 0; i < recent; ++i) {
            const Value& v = flow_.values[strong[i].value];
            const bool is_read = recording_.events[strong[i].event].kind == Event::Kind::read;
            if (is_read && v.number == 0 && v.inputs.empty() && v.origin != Origin::garbage)
                add_once(found.terms, {strong[i].value, 1, strong[i].event});
        }
        if (found.terms.size() > 1) found.origin = Origin::sum;
    }

    // --- the end -------------------------------------------------------------------------

    void find_outputs() {
        if (recording_.output) {
            for (std::size_t i = 0; i < recording_.output->values.size(); ++i) {
                const auto bytes = static_cast<std::size_t>(recording_.output->element_bytes);
                const auto cell = global_.find(recording_.output->address + bytes * i);
                const bool is_there =
                    cell != global_.end() &&
                    flow_.values[cell->second.value].number == recording_.output->values[i];
                flow_.outputs.push_back(is_there ? cell->second.value : no_value);
            }
            return;
        }
        // A plain program doesn't say; what it has written last in global memory is likely the result.
        const Value* last = nullptr;
        for (const auto& [address, cell] : global_)
            if (const Value& v = flow_.values[cell.value];
                v.origin != Origin::input && (last == nullptr || v.event > last->event))
                last = &v;
        if (last == nullptr) return;
        for (const auto& [address, cell] : global_) {
            const Value& v = flow_.values[cell.value];
            if (v.variable != last->variable || v.origin == Origin::input) continue;
            flow_.outputs.resize(std::max(flow_.outputs.size(), static_cast<std::size_t>(v.index) + 1),
                                 no_value);
            flow_.outputs[static_cast<std::size_t>(v.index)] = cell.value;
        }
    }

    /// Inputs of a plain program are numbered as they were read; now that all are known, as they stand.
    void name_inputs() {
        const auto place = [&](std::size_t value) {
            return std::pair(flow_.values[value].variable, flow_.values[value].index);
        };
        std::vector<int> order(flow_.inputs.size()), rank(flow_.inputs.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return place(flow_.inputs[static_cast<std::size_t>(a)]) <
                   place(flow_.inputs[static_cast<std::size_t>(b)]);
        });
        std::vector<std::size_t> sorted;
        std::set<int> arrays;
        for (std::size_t i = 0; i < order.size(); ++i) {
            rank[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
            sorted.push_back(flow_.inputs[static_cast<std::size_t>(order[i])]);
            arrays.insert(flow_.values[sorted.back()].variable);
        }
        flow_.inputs = std::move(sorted);
        for (const std::size_t value : flow_.inputs) {
            const auto [variable, index] = place(value);
            flow_.names.push_back(
                arrays.size() == 1 ? fmt::format("x{}", index)
                                   : fmt::format("{}[{}]", recording_.variables[variable].name, index));
        }
        for (Value& v : flow_.values) {
            for (auto& [i, count] : v.inputs) i = rank[static_cast<std::size_t>(i)];
            std::sort(v.inputs.begin(), v.inputs.end());
        }
    }

    const Recording& recording_;
    Dataflow flow_;
    std::vector<bool> weak_; ///< values that have been derived, or are made from such
    std::size_t event_ = 0;
    Memory global_;
    std::map<std::pair<int, int>, Memory> shared_; ///< by launch and block
    std::map<ThreadKey, Thread> threads_;
    std::map<std::pair<int, int>, int> barriers_;
    std::map<std::tuple<int, int, int>, int> collectives_; ///< by launch, block and warp
};

} // namespace

bool is_range(const Provenance& inputs) {
    if (inputs.empty()) return false;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i].second != 1 || inputs[i].first != inputs[0].first + static_cast<int>(i))
            return false;
    return true;
}

std::string Dataflow::label(const Provenance& sum) const {
    std::map<int, int> left(sum.begin(), sum.end());
    std::string text;
    while (!left.empty()) {
        // The longest run from the first input that is left, each of its elements once.
        const int sign = left.begin()->second > 0 ? 1 : -1;
        const int first = left.begin()->first;
        int last = first;
        for (auto i = left.begin(); i != left.end() && i->first <= last + 1 && i->second * sign > 0;) {
            last = i->first;
            i->second -= sign;
            i = i->second == 0 ? left.erase(i) : std::next(i);
        }
        if (!text.empty())
            text += sign > 0 ? " + " : " − ";
        else if (sign < 0)
            text += "−";
        text +=
            first == last ? names[static_cast<std::size_t>(first)] : fmt::format("{}–{}", first, last);
    }
    return text.empty() ? "0" : text;
}

std::size_t Dataflow::original(std::size_t value) const {
    while (values[value].origin == Value::Origin::copy) value = values[value].terms.front().value;
    return value;
}

Dataflow dataflow(const Recording& recording) { return Tracer(recording).run(); }

std::vector<std::size_t> wrong_outputs(const Recording& recording) {
    std::vector<std::size_t> wrong;
    if (!recording.output) return wrong;
    for (std::size_t i = 0; i < recording.output->expected.size(); ++i)
        if (i >= recording.output->values.size() ||
            recording.output->values[i] != recording.output->expected[i])
            wrong.push_back(i);
    return wrong;
}

namespace {

/// What output i of a scan has to sum: the inputs from `first` up to but not including `end`.
std::pair<int, int> range_of_prefix(const Recording& recording, std::size_t i) {
    const int element = static_cast<int>(i);
    int first = recording.each_tile_by_itself ? element - element % recording.tile() : 0;
    if (recording.heads)
        for (int k = first; k <= element; ++k)
            if (recording.heads->values[static_cast<std::size_t>(k)] != 0) first = k;
    return {first, recording.task == Recording::Task::exclusive_scan ? element : element + 1};
}

} // namespace

void check(const Recording& recording, const Dataflow& flow) {
    const auto require = [](bool holds, const std::string& what) {
        if (!holds) throw std::logic_error("the picture would not be true: " + what);
    };
    for (const Value& v : flow.values) {
        if (v.origin != Origin::copy && v.origin != Origin::sum) continue;
        Bits sum = 0;
        for (const Term& term : v.terms) {
            const Bits number = static_cast<Bits>(flow.values[term.value].number);
            sum += term.sign > 0 ? number : 0 - number;
        }
        require(low_bits(sum, 4) == low_bits(static_cast<Bits>(v.number), 4),
                fmt::format("{} is not what its sources add up to", v.number));
        require(signed_sum(flow.values, v.terms) == v.inputs,
                fmt::format("{} and its sources do not come from the same inputs", v.number));
    }
    if (!recording.output) return;

    const auto wrong = wrong_outputs(recording);
    for (std::size_t i = 0; i < recording.output->expected.size(); ++i) {
        if (std::binary_search(wrong.begin(), wrong.end(), i)) continue;
        require(flow.outputs[i] != no_value,
                fmt::format("output[{}] is right, but no kernel was seen to write it", i));
        if (recording.moves_elements()) continue;
        const auto [first, end] = range_of_prefix(recording, i);
        const Provenance& inputs = flow.values[flow.outputs[i]].inputs;
        const bool is_prefix = first == end ? inputs.empty()
                                            : is_range(inputs) && inputs.front().first == first &&
                                                  inputs.back().first == end - 1;
        require(is_prefix,
                fmt::format("output[{}] has the right value, but it was seen to come from {}", i,
                            flow.label(inputs)));
    }
}

} // namespace scanlab::diagrams
