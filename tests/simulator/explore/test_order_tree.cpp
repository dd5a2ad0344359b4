// Which orders are tried of programs so small that all can be counted by hand, or by brute force.
#include "catch.hpp"

#include "order_tree.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace scanlab;
using sim::Effect;

namespace {

/// What a thread does next: to one of a few words of memory, or at a barrier of all threads.
struct Action {
    enum Kind { read, write, exchange_if, await, barrier, arrive, test } kind;
    std::uint64_t word = 0;
    int value = 0;    ///< that is written; awaited; or after which the next action is left out
    int expected = 0; ///< of exchange_if
};
using Program = std::vector<std::vector<Action>>;

Action read(std::uint64_t word, int leaves_out_next_after = -1) { return {Action::read, word, leaves_out_next_after}; }
Action write(std::uint64_t word, int value = 1) { return {Action::write, word, value}; }
Action exchange_if(std::uint64_t word, int expected, int value) { return {Action::exchange_if, word, value, expected}; }
Action await(std::uint64_t word, int value) { return {Action::await, word, value}; }
Action barrier() { return {Action::barrier}; }
/// At an mbarrier, of which a phase lasts for two arrivals.
Action arrive(std::uint64_t word) { return {Action::arrive, word}; }
Action test(std::uint64_t word) { return {Action::test, word}; }

/// Runs a program as the simulator runs a launch: see common/simulator/machine/threads/choices.cpp.
class Run {
public:
    explicit Run(const Program& program) : program_(program), at_(program.size()), steps_(program.size()) { settle(); }

    /// What can go on now, and what it would do at most.
    std::map<Process, sim::Operation> possible() const {
        std::map<Process, sim::Operation> all;
        for (Process p = 0; p < program_.size(); ++p) {
            if (has_ended(p)) continue;
            const Action& a = next(p);
            if (a.kind == Action::barrier) continue;
            if (spins_.contains(p)) continue;
            const bool only_reads = a.kind == Action::read || a.kind == Action::await || a.kind == Action::test;
            all[p] = {only_reads ? Effect::reads : a.kind == Action::arrive ? Effect::arrives : Effect::writes, a.word, 1};
        }
        return all;
    }

    void step(Process p) {
        const Action a = next(p);
        OrderStep step{.process = p, .done = possible().at(p), .possible = possible(), .synchronisations = std::move(synchronisations_)};
        synchronisations_.clear();
        ++at_[p];
        ++steps_[p];
        switch (a.kind) {
        case Action::read:
            if (value(a.word) == a.value) ++at_[p];
            break;
        case Action::await:
            if (value(a.word) == a.value) break;
            --at_[p];
            spins_.insert(p);
            if (memory_.contains(a.word)) break; // what it saw, a thread has written
            step.was_in_vain = true;
            step.done.effect = Effect::pauses;
            break;
        case Action::write:
            set(a.word, a.value);
            break;
        case Action::exchange_if:
            if (value(a.word) == a.expected && a.value != a.expected)
                set(a.word, a.value);
            else // it changes nothing
                step.done.effect = Effect::reads;
            break;
        case Action::arrive:
            set(a.word, value(a.word) + 1);
            if (value(a.word) % 2 == 0) step.done.effect = Effect::ends_phase;
            break;
        default:
            break;
        }
        trace_.steps.push_back(std::move(step));
        settle();
    }

    /// The usual one: which has had the fewest steps, if none of those asleep.
    std::optional<Process> usual(const std::map<Process, Effect>& asleep) const {
        std::optional<Process> found;
        for (const auto& [p, operation] : possible())
            if (!asleep.contains(p) && (!found || steps_[p] < steps_[*found])) found = p;
        return found;
    }

    const LaunchTrace& trace() const { return trace_; }
    LaunchTrace& trace() { return trace_; }

private:
    void set(std::uint64_t word, int value) {
        memory_[word] = value;
        std::erase_if(spins_, [&](Process p) { return next(p).word == word; });
    }
    bool has_ended(Process p) const { return at_[p] >= program_[p].size(); }
    const Action& next(Process p) const { return program_[p][at_[p]]; }
    int value(std::uint64_t word) const {
        const auto found = memory_.find(word);
        return found == memory_.end() ? 0 : found->second;
    }
    void settle() {
        for (;;) {
            std::vector<Process> all;
            for (Process p = 0; p < program_.size(); ++p) {
                if (!has_ended(p) && next(p).kind != Action::barrier) return;
                all.push_back(p);
            }
            if (std::ranges::all_of(all, [&](Process p) { return has_ended(p); })) return;
            for (const Process p : all)
                if (!has_ended(p)) ++at_[p];
            synchronisations_.push_back(all);
        }
    }

    const Program& program_;
    std::vector<std::size_t> at_;
    std::vector<int> steps_;
    std::map<std::uint64_t, int> memory_;
    std::set<Process> spins_; ///< who has looked in vain, and nothing has changed since then
    std::vector<std::vector<Process>> synchronisations_;
    LaunchTrace trace_;
};

LaunchTrace run(const Program& program, const std::vector<sim::Choice>& choices) {
    Run run(program);
    std::map<Process, Effect> asleep;
    for (std::uint64_t step = 0; !run.possible().empty(); ++step) {
        std::optional<Process> chosen;
        for (const sim::Choice& c : choices) {
            if (c.step != step) continue;
            if (c.asleep)
                asleep[c.process] = *c.asleep;
            else
                chosen = c.process;
        }
        if (!chosen) chosen = run.usual(asleep);
        if (!chosen) {
            run.trace().is_redundant = true;
            break;
        }
        const auto possible = run.possible();
        run.step(*chosen);
        asleep.erase(*chosen);
        std::erase_if(asleep, [&](const auto& sleeper) {
            const sim::Operation& would = possible.at(sleeper.first);
            return sim::conflict({sleeper.second, would.address, would.bytes}, run.trace().steps.back().done);
        });
    }
    return run.trace();
}

/// Equal for orders that differ in nothing but neighbours that do not conflict: which conflicting
/// operation comes before which.
std::string class_of(const LaunchTrace& trace) {
    std::map<Process, int> steps;
    std::vector<std::string> names, pairs;
    std::vector<sim::Operation> operations;
    for (const OrderStep& step : trace.steps) {
        if (step.was_in_vain) continue; // it might as well have waited
        names.push_back(std::to_string(step.process) + "." + std::to_string(steps[step.process]++));
        pairs.push_back(names.back() + static_cast<char>(step.done.effect));
        for (std::size_t i = 0; i < operations.size(); ++i)
            if (sim::conflict(operations[i], step.done)) pairs.push_back(names[i] + "<" + names.back());
        operations.push_back(step.done);
    }
    std::ranges::sort(pairs);
    std::string text;
    for (const std::string& pair : pairs) text += pair + " ";
    return text;
}

void try_everything(const Program& program, const Run& so_far, std::set<std::string>& classes) {
    const auto possible = so_far.possible();
    if (possible.empty()) classes.insert(class_of(so_far.trace()));
    for (const auto& [process, operation] : possible) {
        Run next = so_far;
        next.step(process);
        try_everything(program, next, classes);
    }
}

std::set<std::string> by_brute_force(const Program& program) {
    std::set<std::string> classes;
    try_everything(program, Run(program), classes);
    return classes;
}

struct AllOrders {
    std::set<std::string> classes;
    long long orders, redundant;
};

AllOrders explored(const Program& program) {
    OrderTree tree(7);
    std::set<std::string> classes;
    LaunchTrace trace = run(program, {});
    for (;;) {
        tree.add(trace);
        if (!trace.is_redundant) classes.insert(class_of(trace));
        const auto choices = tree.next();
        if (!choices) break;
        trace = run(program, *choices);
    }
    CHECK(tree.known_to_be_left() == 0);
    return {classes, tree.orders(), tree.redundant()};
}

long long orders_of(const Program& program) { return explored(program).orders; }

Program threads(std::size_t count, const std::vector<Action>& actions) { return Program(count, actions); }

} // namespace

TEST_CASE("threads that write words of their own have one order") {
    Program program;
    for (std::uint64_t word = 0; word < 8; ++word) program.push_back({write(word), read(word)});
    CHECK(orders_of(program) == 1);
    CHECK(orders_of({}) == 1);
}

TEST_CASE("what conflicts is tried in each order, what does not is not") {
    CHECK(orders_of({{write(0)}, {write(0)}, {read(0)}}) == 6);
    CHECK(orders_of({{write(0)}, {write(0)}, {read(0)}, {read(0)}}) == 18); // the reads do not conflict
    CHECK(orders_of(threads(5, {read(0)})) == 1);
    CHECK(orders_of(threads(4, {write(0)})) == 24);
    CHECK(orders_of(threads(2, {write(0), write(1)})) == 4);
}

TEST_CASE("barriers order what lies on their two sides") {
    CHECK(orders_of(threads(2, {write(0), barrier(), write(0)})) == 4);
    CHECK(orders_of({{write(0), barrier()}, {barrier(), write(0)}}) == 1);
    CHECK(orders_of({{write(0), barrier(), read(1)}, {write(1), barrier(), read(0)}}) == 1);
}

TEST_CASE("an exchange that fails is a read") {
    // One of them gets the lock; the others only see that it is taken.
    CHECK(orders_of(threads(3, {exchange_if(0, 0, 1)})) == 3);
}

TEST_CASE("what waits for a write comes after it") {
    CHECK(orders_of({{await(0, 1)}, {write(1)}}) == 1);    // the first waits for ever
    CHECK(orders_of({{await(0, 1)}, {write(0, 1)}}) == 1); // looking in vain is waiting
    CHECK(orders_of({{write(0, 1)}, {await(0, 1), write(1)}, {await(0, 1), read(1)}}) == 2);
    CHECK(orders_of({{write(0, 2)}, {write(0, 1)}, {await(0, 1)}}) == 4); // what has been written, it has seen
}

TEST_CASE("which way a thread takes may depend on what it reads") {
    CHECK(orders_of({{read(0, 0), write(1)}, {write(0, 1), write(1)}}) == 3);
}

TEST_CASE("arrivals at an mbarrier have no order, but who tests it notices the last") {
    CHECK(orders_of({{arrive(0)}, {arrive(0)}}) == 1);
    CHECK(orders_of({{arrive(0)}, {arrive(0)}, {test(0)}}) == 2);
}

TEST_CASE("no order is missing and none is tried twice, of random programs") {
    std::mt19937 dice(1);
    const auto below = [&](unsigned n) { return static_cast<int>(dice() % n); };
    int larger = 0;
    for (int round = 0; round < 200; ++round) {
        Program program;
        const int threads = 2 + below(2);
        for (int t = 0; t < threads; ++t) {
            std::vector<Action> actions;
            const int count = 1 + below(threads == 2 ? 6 : 4);
            for (int i = 0; i < count; ++i) {
                const auto word = static_cast<std::uint64_t>(below(2));
                switch (below(8)) {
                case 0:
                case 1:
                    actions.push_back(read(word, below(3)));
                    break;
                case 2:
                case 3:
                    actions.push_back(write(word, below(3)));
                    break;
                case 4:
                case 5:
                    actions.push_back(exchange_if(word, below(3), below(3)));
                    break;
                case 6:
                    actions.push_back(barrier());
                    break;
                default:
                    actions.push_back(await(word, below(3)));
                    break;
                }
            }
            program.push_back(actions);
        }
        const auto all = by_brute_force(program);
        const AllOrders found = explored(program);
        CAPTURE(round);
        REQUIRE(found.classes == all);
        REQUIRE(found.orders == static_cast<long long>(all.size()));
        larger += all.size() > 10;
    }
    CHECK(larger > 20);
}

TEST_CASE("where nothing is chosen, whoever has gone on least often goes on, and the last block starts") {
    const std::map<Process, int> steps{{3, 2}, {5, 1}, {7, 1}, {9, 0}};
    const auto steps_of = [](const auto& process) { return process.second; };
    const auto below = [](Process end) { return [end](const auto& process) { return process.first < end; }; };
    CHECK(sim::usual_process(steps, below(10), steps_of) == 9);
    CHECK(sim::usual_process(steps, below(9), steps_of) == 5); // of two, the first
    CHECK(sim::usual_process(steps, below(3), steps_of) == std::nullopt);
    CHECK(sim::usual_block(std::vector{64, 65, 67}) == 67);
}

TEST_CASE("what a program has written down is read") {
    const auto traces = read_traces("L 0\n+ 3 w 4096 4\n+ 5 r 4096 4\nd 5 r 4096 4\nm 3 5\nd 3 r 4096 4\n"
                                    "f 5 r 8 4\nE 77\nL 1\nb 64 65\ns 64\nx\n");
    REQUIRE(traces.size() == 2);
    REQUIRE(traces[0].steps.size() == 3);
    CHECK(traces[0].steps[0].process == 5);
    CHECK(traces[0].steps[0].possible.size() == 2);
    CHECK(traces[0].steps[1].done == sim::Operation{Effect::reads, 4096, 4});
    CHECK(traces[0].steps[1].synchronisations == std::vector<std::vector<Process>>{{3, 5}});
    CHECK(traces[0].steps[2].kind == OrderStep::Kind::last_resort);
    CHECK(traces[0].left == 77);
    CHECK(traces[1].is_redundant);
    CHECK(traces[1].steps[0].kind == OrderStep::Kind::block_start);
    CHECK(text(choices_of(traces[0], 2)) == "2.0=5");
    CHECK(text(choices_of(traces[1], 4)) == "4.0=64");
    CHECK_THROWS_AS(read_traces("d 3 w 0 4\n"), BadTrace);
    CHECK_THROWS_AS(read_traces("L 0\nd 3\n"), BadTrace);
    CHECK_THROWS_AS(read_traces("L 0\nnonsense\n"), BadTrace);
}

TEST_CASE("choices are written as they are read") {
    for (const char* written : {"none", "0.5=33", "2.5=33,2.9~7w,3.0=1"}) {
        const auto choices = sim::parse_choices(written);
        REQUIRE(choices);
        CHECK(text(*choices) == written);
    }
    for (const char* wrong : {"", "5", "0.5", "0.5=", "0.5=x", "0.5=3,", "0.5~3", "0.5~3q", "-1.5=3", "0.5=3 ", "None"})
        CHECK_FALSE(sim::parse_choices(wrong));
}
