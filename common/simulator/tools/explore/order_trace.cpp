#include "order_trace.hpp"

#include <algorithm>
#include <sstream>
#include <string>

namespace scanlab {

namespace {

using Kind = OrderStep::Kind;

class TraceReader {
public:
    void read(const std::string& line) {
        words_.clear();
        words_.str(line);
        const char what = take<char>();
        if (what == 'L') {
            traces_.emplace_back();
            possible_.clear();
            synchronisations_.clear();
            return;
        }
        if (traces_.empty()) throw BadTrace("a trace begins with '" + line + "'");
        switch (what) {
        case '+': {
            const auto process = take<Process>();
            possible_[process] = take_operation();
            break;
        }
        case 'd':
        case 'f': {
            const auto process = take<Process>();
            add_step(what == 'd' ? Kind::chosen : Kind::last_resort, process, take_operation(),
                     possible_);
            possible_.erase(process);
            break;
        }
        case 'b':
            for (const Process block : take_all()) blocks_[block] = {};
            break;
        case 's':
            add_step(Kind::block_start, take<Process>(), {}, blocks_);
            blocks_.clear();
            break;
        case 'm':
            synchronisations_.push_back(take_all());
            break;
        case 'v': {
            const auto number = take<std::size_t>();
            if (number >= trace().steps.size()) throw BadTrace("'" + line + "' in a trace");
            OrderStep& step = trace().steps[number];
            step.was_in_vain = true;
            step.done.effect = sim::Effect::pauses;
            break;
        }
        case 'x':
            trace().is_redundant = true;
            break;
        case 'c':
            trace().is_cut = true;
            break;
        case 'E':
            trace().left_over = possible_;
            trace().left = take<std::uint64_t>();
            break;
        default:
            throw BadTrace("'" + line + "' in a trace");
        }
    }
    std::vector<LaunchTrace> traces() && { return std::move(traces_); }

private:
    LaunchTrace& trace() { return traces_.back(); }

    template <class T>
    T take() {
        T value{};
        if (!(words_ >> value)) throw BadTrace("'" + words_.str() + "' in a trace");
        return value;
    }
    sim::Operation take_operation() {
        const auto effect = sim::Effect{take<char>()};
        const auto address = take<std::uint64_t>();
        return {effect, address, take<std::uint64_t>()};
    }
    std::vector<Process> take_all() {
        std::vector<Process> all;
        for (Process p = 0; words_ >> p;) all.push_back(p);
        return all;
    }
    void add_step(Kind kind, Process process, const sim::Operation& done,
                  const std::map<Process, sim::Operation>& possible) {
        trace().steps.push_back({.kind = kind,
                                 .process = process,
                                 .done = done,
                                 .possible = possible,
                                 .synchronisations = std::move(synchronisations_)});
        synchronisations_.clear();
    }

    std::istringstream words_;
    std::vector<LaunchTrace> traces_;
    std::map<Process, sim::Operation> possible_, blocks_;
    std::vector<std::vector<Process>> synchronisations_;
};

} // namespace

std::vector<LaunchTrace> read_traces(std::string_view text) {
    TraceReader reader;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) reader.read(line);
    return std::move(reader).traces();
}

namespace {

/// The process that would have gone on if nothing had been chosen.
Process usual(const OrderStep& step, std::map<Process, std::uint64_t>& steps) {
    if (step.kind == Kind::block_start) return sim::usual_block(step.possible).first;
    const auto any = [](const auto&) { return true; };
    return *sim::usual_process(step.possible, any,
                               [&](const auto& process) { return steps[process.first]; });
}

} // namespace

std::vector<sim::Choice> choices_of(const LaunchTrace& trace, std::uint64_t launch) {
    std::vector<sim::Choice> choices;
    std::map<Process, std::uint64_t> steps;
    for (std::uint64_t number = 0; const OrderStep& step : trace.steps) {
        if (step.kind != Kind::last_resort && usual(step, steps) != step.process)
            choices.push_back({launch, number, step.process});
        ++steps[step.process];
        ++number;
    }
    return choices;
}

} // namespace scanlab
