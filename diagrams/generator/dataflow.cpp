#include "dataflow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

namespace scanlab::diagrams {
namespace {

using Origin = Value::Origin;

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
        HeldValues held;
        std::deque<Published> published; ///< the latest at the front
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

    // --- values --------------------------------------------------------------------------

    std::size_t add(const Event& e, Value v, long long index) {
        if (v.origin == Origin::copy || v.origin == Origin::sum) v.inputs = flow_.inputs_of(v.terms);
        v.event = event_;
        v.launch = e.launch;
        v.block = e.block;
        v.thread = e.thread;
        v.barriers = barriers_[{e.launch, e.block}];
        v.collectives = collectives(e);
        v.variable = e.variable;
        v.index = index;
        v.at = e.at;
        flow_.values.push_back(std::move(v));
        return flow_.values.size() - 1;
    }

    std::size_t add(const Event& e, Origin origin, std::int64_t number, long long index) {
        return add(e, {.origin = origin, .number = number}, index);
    }

    std::size_t add(const Event& e, Sources sources, long long index) {
        const bool is_copy = sources.terms.size() == 1 && sources.terms.front().sign > 0;
        return add(e,
                   {.origin = !sources.are_added ? Origin::derived
                              : is_copy          ? Origin::copy
                                                 : Origin::sum,
                    .terms = std::move(sources.terms),
                    .number = sources.number.value,
                    .status = sources.number.status},
                   index);
    }

    std::size_t input(const Event& e, std::size_t i, std::int64_t number, long long index) {
        std::size_t& value = flow_.inputs[i];
        if (value == no_value) {
            value = add(e, Origin::input, number, index);
            flow_.values[value].inputs = {{static_cast<int>(i), 1}};
        }
        return value;
    }

    /// What stands in memory that no kernel has written, or not since the host has.
    std::size_t found_in_memory(const Event& e, std::uint64_t address, Bits bits, int bytes) {
        const std::int64_t number = plain_number(bits, bytes).value;
        const Variable& variable = recording_.variables[e.variable];
        const long long index = element(e, address);
        if (!recording_.input) {
            if (variable.in_shared_memory()) return add(e, Origin::garbage, number, index);
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
        return add(e, Origin::garbage, number, index);
    }

    /// What the kernel stores whatever the data are. Where nobody says what the input is, kernels that
    /// fill arrays make it.
    std::size_t constant(const Event& e, int offset, int bytes) {
        const std::int64_t number = plain_number(part(e, offset, bytes), bytes).value;
        const long long index = element(e, e.address + static_cast<std::uint64_t>(offset));
        if (recording_.input || number == 0 || recording_.variables[e.variable].in_shared_memory())
            return add(e, Origin::constant, number, index);
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
    void bring(const Event& e, std::size_t value) {
        hold(e, value, event_, e.kind == Event::Kind::read ? Held::How::read : Held::How::received);
        flow_.at_event[event_].push_back(value);
    }

    /// Of what the kernel stores whatever the data are, only zeros are added to them: the rest are
    /// counters.
    void hold(const Event& e, std::size_t value, std::size_t event, Held::How how) {
        if (flow_.values[value].origin == Origin::constant && flow_.values[value].number != 0) return;
        thread(e).held.add({{value, 1, event}, flow_.values[value].number, how});
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
        for (int offset = 0; offset < e.bytes;) offset += read_word(e, offset);
    }

    /// Reads what stands there. Returns how many bytes that are.
    int read_word(const Event& e, int offset) {
        Memory& cells = memory(e);
        const std::uint64_t address = e.address + static_cast<std::uint64_t>(offset);
        if (const auto cell = cells.find(address); cell != cells.end()) {
            const int bytes = std::min(cell->second.bytes, e.bytes - offset);
            if (low_bits(cell->second.bits, bytes) == part(e, offset, bytes)) {
                bring(e, cell->second.value);
                return bytes;
            }
            cells.erase(cell);
        }
        const bool is_wide = e.variable >= 0 && recording_.variables[e.variable].element_bytes == 8;
        const int bytes = std::min(is_wide ? 8 : 4, e.bytes - offset);
        const Bits bits = part(e, offset, bytes);
        // A local variable may get its value without a write that is reported, such as a parameter.
        const std::size_t value =
            e.variable < 0 ? thread(e).held.latest(plain_number(bits, bytes)).value_or(no_value)
                           : found_in_memory(e, address, bits, bytes);
        if (value != no_value) {
            cells[address] = {value, bytes, bits};
            bring(e, value);
        }
        return bytes;
    }

    void write(const Event& e) {
        forget(memory(e), e.address, static_cast<std::uint64_t>(e.bytes));
        if (is_no_data(e)) return;
        if (e.bytes != 8 || !store(e, 0, 8))
            for (int offset = 0; offset < e.bytes; offset += 4) {
                const int bytes = std::min(4, e.bytes - offset);
                if (!store(e, offset, bytes) && e.variable >= 0)
                    put(e, offset, bytes, constant(e, offset, bytes));
            }
        if (e.variable >= 0) thread(e).held.end_statement();
        // What an atomic update returns is what it found.
        if (is_update(e))
            for (const std::size_t value : flow_.at_event[event_ - 1])
                hold(e, value, event_ - 1, Held::How::read);
    }

    /// Whatever stands there is gone, an 8-byte value that begins a word earlier, too.
    static void forget(Memory& cells, std::uint64_t address, std::uint64_t bytes) {
        auto old = cells.lower_bound(address < 4 ? 0 : address - 4);
        while (old != cells.end() && old->first < address + bytes)
            old = old->first + static_cast<std::uint64_t>(old->second.bytes) > address
                      ? cells.erase(old)
                      : std::next(old);
    }

    bool is_update(const Event& write) const {
        if (!write.is_atomic || event_ == 0) return false;
        const Event& read = recording_.events[event_ - 1];
        return read.kind == Event::Kind::read && read.is_atomic && read.address == write.address &&
               read.launch == write.launch && read.block == write.block && read.thread == write.thread;
    }

    void put(const Event& e, int offset, int bytes, std::size_t value) {
        const std::uint64_t address = e.address + static_cast<std::uint64_t>(offset);
        memory(e)[address] = {value, bytes, part(e, offset, bytes)};
        flow_.at_event[event_].push_back(value);
    }

    /// Explains so many bytes of what is written; false if data have no part in it.
    bool store(const Event& e, int offset, int bytes) {
        HeldValues& held = thread(e).held;
        auto sources = held.sources({part(e, offset, bytes), bytes, e.variable < 0, bytes == e.bytes});
        if (!sources) return false;
        const std::uint64_t address = e.address + static_cast<std::uint64_t>(offset);
        const std::size_t value = add(e, std::move(*sources), element(e, address));
        put(e, offset, bytes, value);
        hold(e, value, event_, Held::How::stored);
        if (flow_.values[value].origin == Origin::derived) thread(e).held.close_statement();
        return true;
    }

    void publish(const Event& e) {
        Thread& publisher = thread(e);
        const Bits bits = e.bits();
        std::size_t value = no_value;
        if (auto sources = publisher.held.sources({bits, bits >> 32 == 0 ? 4 : 8})) {
            value = add(e, std::move(*sources), -1);
            flow_.at_event[event_].push_back(value);
        }
        publisher.published.push_front({value, bits, collectives(e)});
        constexpr std::size_t enough = 4;
        if (publisher.published.size() > enough) publisher.published.pop_back();
        publisher.held.end_statement();
    }

    void receive(const Event& e) {
        if (e.from < 0) return receive_of_all(e);
        for (const Published& published : threads_[{e.launch, e.block, e.from}].published)
            if (published.bits == e.bits()) {
                if (published.value != no_value) bring(e, published.value);
                return;
            }
    }

    /// The result of a reduction or a scan by the warp; that of a vote is no sum.
    void receive_of_all(const Event& e) {
        std::vector<Term> terms;
        Bits sum = 0;
        for (const std::size_t value : published_by_warp(e)) {
            terms.push_back({value, 1, event_});
            sum += static_cast<Bits>(flow_.values[value].number);
            if (low_bits(sum, 4) == low_bits(e.bits(), 4))
                return bring(e, add(e, Sources{terms, plain_number(low_bits(e.bits(), 4), 4)}, -1));
        }
    }

    /// What the lanes have brought to the collective whose result the thread gets, lane by lane.
    std::vector<std::size_t> published_by_warp(const Event& e) {
        const auto& own = thread(e).published;
        std::vector<std::size_t> values;
        const int first = e.thread / recording_.warp_size * recording_.warp_size;
        for (int lane = 0; lane < recording_.warp_size && !own.empty(); ++lane)
            for (const Published& published : threads_[{e.launch, e.block, first + lane}].published)
                if (published.collectives == own.front().collectives && published.value != no_value) {
                    values.push_back(published.value);
                    break;
                }
        return values;
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
    std::size_t event_ = 0;
    Memory global_;
    std::map<std::pair<int, int>, Memory> shared_; ///< by launch and block
    std::map<ThreadKey, Thread> threads_;
    std::map<std::pair<int, int>, int> barriers_;
    std::map<std::tuple<int, int, int>, int> collectives_; ///< by launch, block and warp
};

} // namespace

Provenance Dataflow::inputs_of(const std::vector<Term>& terms) const {
    std::map<int, int> times;
    for (const Term& term : terms)
        for (const auto& [input, count] : values[term.value].inputs) times[input] += term.sign * count;
    std::erase_if(times, [](const auto& entry) { return entry.second == 0; });
    return {times.begin(), times.end()};
}

std::size_t Dataflow::original(std::size_t value) const {
    while (values[value].origin == Value::Origin::copy) value = values[value].terms.front().value;
    return value;
}

Dataflow dataflow(const Recording& recording) { return Tracer(recording).run(); }

} // namespace scanlab::diagrams
