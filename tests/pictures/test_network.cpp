// What the network of a scan shows: the textbooks' counts, from real runs; and what is wrong, in red.
#include "catch.hpp"

#include "access_table.hpp"
#include "barrier_reasons.hpp"
#include "dot.hpp"
#include "made_recording.hpp"
#include "memories.hpp"
#include "memory.hpp"
#include "network.hpp"
#include "network_graph.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>

using namespace scanlab::diagrams;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

constexpr int input = 0, output = 1, staged = 3;

/// What a program does with `n` elements, or, if it knows no harness, with its own.
Recording recorded(const std::string& program, int n = 0,
                   const std::vector<std::string>& options = {}) {
    const scanlab::ScratchFolder folder;
    const std::string file = (folder.path() / "recording").string();
    std::vector<std::string> command{program}, settings;
    command.insert(command.end(), options.begin(), options.end());
    if (n > 0)
        command.insert(command.end(), {"--record", file, "--n", std::to_string(n)});
    else
        settings.push_back("SCANLAB_SIM_RECORD=" + file);
    const auto ended =
        scanlab::run_process(command, std::chrono::seconds(600), folder.path(), settings);
    INFO(ended.err);
    REQUIRE(ended.how == scanlab::Ended::How::exited);
    REQUIRE(ended.code == 0);
    return read_recording(file);
}

NetworkGraph graph(const Recording& recording) {
    const Dataflow flow = dataflow(recording);
    check(recording, flow);
    return network_graph(recording, flow);
}

Picture picture(const Recording& recording) { return network(recording, dataflow(recording)); }

int nodes(const Picture& picture, Role role) {
    return static_cast<int>(
        std::count_if(picture.nodes.begin(), picture.nodes.end(),
                      [&](const Node& n) { return n.role == role && n.shape != Shape::dot; }));
}

int edges(const Picture& picture, Line line) {
    return static_cast<int>(std::count_if(picture.edges.begin(), picture.edges.end(),
                                          [&](const Edge& e) { return e.line == line; }));
}

/// How often each of 16 inputs is in a number, by its digits to the base 4: the first input counts
/// ones.
std::array<unsigned, 16> digits(std::int64_t number, std::int64_t first_input) {
    const auto unit = static_cast<std::uint32_t>(first_input);
    std::uint32_t inverse = unit; // of an odd number, right in three bits; Newton's method doubles them
    for (int bits = 3; bits < 32; bits *= 2) inverse *= 2 - unit * inverse;
    const std::uint32_t counts = static_cast<std::uint32_t>(number) * inverse;
    std::array<unsigned, 16> result{};
    for (unsigned i = 0; i < 16; ++i) result[i] = counts >> (2 * i) & 3;
    return result;
}

/// What the last value stored in made[i] is made of: "0–1 + 2–3", "0–3 − x3".
std::string made_of(const Recording& recording, const Dataflow& flow, long long i) {
    std::string text;
    for (const Value& v : flow.values) {
        if (!v.in_memory() || recording.variables[v.variable].name != "made" || v.index != i) continue;
        text.clear();
        for (const int sign : {1, -1})
            for (const Term& term : v.terms)
                if (term.sign == sign)
                    text += (sign < 0       ? " − "
                             : text.empty() ? ""
                                            : " + ") +
                            flow.label(flow.values[term.value].inputs);
    }
    return text;
}

/// Element 1 gets x0 + x1 while thread 0 reads it, in lines 10 and 20 and without a barrier. What it
/// reads is the sum already.
MadeRecording race() {
    MadeRecording made(1, {1000, 2100});
    made.recording().task = Recording::Task::inclusive_scan;
    for (const int t : {0, 1}) {
        made.read(0, t, input, t, t == 0 ? 1000 : 2100);
        made.write(0, t, staged, t, t == 0 ? 1000 : 2100);
    }
    made.barrier(0);
    made.read(0, 1, staged, 0, 1000);
    made.read(0, 1, staged, 1, 2100);
    made.write(0, 1, staged, 1, 3100);
    made.line(20);
    made.read(0, 0, staged, 0, 1000);
    made.read(0, 0, staged, 1, 3100);
    made.write(0, 0, output, 0, 4100);
    made.recording().output = {MadeRecording::base(output), {4100, 0}, {1000, 3100}};
    made.recording().findings.push_back({.kind = scanlab::sim::FindingKind::race_shared,
                                         .at = {"made.cu", 20},
                                         .other = {"made.cu", 10},
                                         .variable = "staged",
                                         .index = 1,
                                         .message = "thread 0 reads staged[1]"});
    return made;
}

} // namespace

TEST_CASE("steps and additions are the textbook's") {
    struct Textbook {
        const char* program;
        const char* counts;
    };
    const auto [program, counts] = GENERATE(
        Textbook{HILLIS_STEELE, "4 steps · 49 additions"}, Textbook{BLELLOCH, "8 steps · 30 additions"},
        Textbook{SKLANSKY, "4 steps · 32 additions"}, Textbook{BRENT_KUNG, "7 steps · 26 additions"});
    const Recording recording = recorded(program, 16);
    CHECK_THAT(picture(recording).caption.front(), ContainsSubstring(counts));
    CHECK(graph(recording).repeated == 0);
}

TEST_CASE("of 16 inputs every number says by its digits which it sums") {
    for (const char* program : {HILLIS_STEELE, BLELLOCH, BRENT_KUNG, WARP_SHUFFLE, DECOYS}) {
        const Recording run = recorded(program, 16);
        for (const Value& v : dataflow(run).values) {
            if (v.origin == Value::Origin::constant) continue;
            std::array<unsigned, 16> counts{};
            for (const auto& [index, times] : v.inputs) counts[static_cast<std::size_t>(index)] = times;
            CHECK(digits(v.number, run.input->values[0]) == counts);
        }
    }
}

TEST_CASE("no small number is a sum of different inputs") {
    const std::int64_t first = recorded(DECOYS, 16).input->values[0];
    for (int number = 1; number <= 1 << 12; ++number)
        for (const int index : {number, -number})
            CHECK(std::ranges::any_of(digits(index, first), [](unsigned times) { return times > 1; }));
}

TEST_CASE("of more inputs any two runs have different sums") {
    const Recording recording = recorded(HILLIS_STEELE, 64);
    std::set<std::uint32_t> sums;
    for (std::size_t first = 0; first < 64; ++first) {
        std::uint32_t sum = 0;
        for (std::size_t last = first; last < 64; ++last)
            CHECK(sums.insert(sum += static_cast<std::uint32_t>(recording.input->values[last])).second);
    }
}

TEST_CASE("sums that invite a wrong explanation get the right one") {
    const Recording recording = recorded(DECOYS, 16);
    const Dataflow flow = dataflow(recording);
    check(recording, flow);
    const auto [i, sources] = GENERATE(table<int, const char*>({{0, "2–3 + 0–1"},
                                                                {1, "x3 + 0–2"},
                                                                {2, "0–1 + 0–1"},
                                                                {3, "x5 + x5"},
                                                                {4, "0–3 − x3"},
                                                                {5, "0–3 − 0–3"},
                                                                {6, "x10 + x9"},
                                                                {7, "0–14 + x15"}}));
    CHECK(made_of(recording, flow, i) == sources);
}

TEST_CASE("every element's final value is marked") {
    for (const int n : {13, 16, 64}) {
        INFO(n);
        const Picture p = picture(recorded(BLELLOCH, n));
        CHECK(nodes(p, Role::complete) == n);
        CHECK(nodes(p, Role::wrong) == 0);
        CHECK(p.problems.empty());
    }
}

TEST_CASE("a tree that is gone up and down has a band for either") {
    const Picture p = picture(recorded(BRENT_KUNG, 16));
    REQUIRE(p.bands.size() == 2);
    CHECK(p.bands[0].label == "up-sweep");
    CHECK(p.bands[1].label == "down-sweep");
    CHECK(p.steps[4].label == "step 4, d = 8");
    CHECK(p.steps[5].label == "step 5, d = 4");
    CHECK(p.steps[5].lines.size() == 1);
}

TEST_CASE("final values stay green where a step leaves them as they are") {
    // 2, 4, 8 and 16 elements are complete after the steps; the input itself is not.
    CHECK(nodes(picture(recorded(HILLIS_STEELE, 16)), Role::complete) == 2 + 4 + 8 + 16);
}

TEST_CASE("a barrier stands wherever the block has waited") {
    const Picture p = picture(recorded(HILLIS_STEELE, 16));
    REQUIRE(p.barriers.size() == 9);
    for (const Barrier& barrier : p.barriers) CHECK(barrier.label == "barrier");
}

TEST_CASE("a step is what threads do at once, and d is the distance that the program means") {
    const Picture p = picture(recorded(WARP_SHUFFLE, 16)); // four warps of four lanes
    std::vector<std::string> labels, descriptions;
    for (const Step& step : p.steps) {
        labels.push_back(step.label);
        descriptions.push_back(step.description);
    }
    CHECK(labels == std::vector<std::string>{"input", "step 1, d = 1", "step 2, d = 2", "step 3, d = 1",
                                             "step 4, d = 2", "step 5", "step 6"});
    CHECK_THAT(descriptions[4], StartsWith("2 sums are made, with a partner at distance 2. "));
    CHECK(descriptions[5] ==
          "4 differences are made."); // of all four warps, whatever they had to add before
    CHECK_THAT(descriptions[6], StartsWith("16 sums are made. Elements 0–15 are complete. "));
}

TEST_CASE("no two nodes stand in the same place") {
    for (const char* program : {HILLIS_STEELE, BLELLOCH, SKLANSKY, BRENT_KUNG, WARP_SHUFFLE}) {
        const Picture p = picture(recorded(program, 16));
        for (std::size_t a = 0; a < p.nodes.size(); ++a)
            for (std::size_t b = 0; b < a; ++b) {
                const double dx = p.nodes[a].at.x - p.nodes[b].at.x,
                             dy = p.nodes[a].at.y - p.nodes[b].at.y;
                const double apart = (p.nodes[a].width + p.nodes[b].width) / 2;
                CHECK((dx * dx + dy * dy >= apart * apart || p.nodes[a].shape != p.nodes[b].shape));
            }
    }
}

TEST_CASE("a program without a harness is drawn, too") {
    const Picture p = picture(recorded(PLAIN));
    CHECK(nodes(p, Role::input) == 8);
    CHECK(nodes(p, Role::complete) == 2 * (2 + 4)); // of each block, after either step
    CHECK_THAT(p.caption.front(), ContainsSubstring("2 steps · 10 additions"));
    CHECK(p.title == "plain: 8 elements, 2 blocks of 4 threads");
}

TEST_CASE("the same recording gives the same text") {
    const Recording recording = recorded(WARP_SHUFFLE, 16);
    CHECK(dot(picture(recording)) == dot(picture(recording)));
}

TEST_CASE("wrong values are red, and so is the way they have come") {
    MadeRecording made = race();
    const Picture p = picture(made.recording());
    CHECK(nodes(p, Role::wrong) == 1);
    const auto wrong = std::find_if(p.nodes.begin(), p.nodes.end(),
                                    [](const Node& n) { return n.role == Role::wrong; });
    CHECK(wrong->label == "0–1\n+ x0");
    REQUIRE(edges(p, Line::racing) == 1);
    const auto racing = std::find_if(p.edges.begin(), p.edges.end(),
                                     [](const Edge& e) { return e.line == Line::racing; });
    CHECK(racing->tooltip.find("staged[1]") != std::string::npos);
    CHECK(racing->to == static_cast<std::size_t>(wrong - p.nodes.begin()));
    REQUIRE_FALSE(p.problems.empty());
    CHECK(p.problems.front() == "made.cu:20: thread 0 reads staged[1]");
}

namespace {

/// Four threads scan in one array, but thread 2 reads the sum that thread 1 has just made: 0–2 instead
/// of 1–2.
MadeRecording sum_that_comes_too_early() {
    const std::vector<std::int64_t> x{1000, 2100, 4300, 8700};
    MadeRecording made(1, x);
    made.recording().task = Recording::Task::inclusive_scan;
    std::vector<std::int64_t> sums = x;
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    for (int t = 0; t < 4; ++t) {
        made.read(0, t, input, t, static_cast<std::uint64_t>(x[at(t)]));
        made.write(0, t, staged, t, static_cast<std::uint64_t>(x[at(t)]));
    }
    const auto add = [&](int t, int distance) {
        made.read(0, t, staged, t - distance, static_cast<std::uint64_t>(sums[at(t - distance)]));
        made.read(0, t, staged, t, static_cast<std::uint64_t>(sums[at(t)]));
        made.write(0, t, staged, t, static_cast<std::uint64_t>(sums[at(t)] += sums[at(t - distance)]));
    };
    made.barrier(0);
    for (const int t : {3, 1, 2}) add(t, 1);
    made.barrier(0);
    for (const int t : {3, 2}) add(t, 2);
    made.barrier(0);
    for (int t = 0; t < 4; ++t) {
        made.read(0, t, staged, t, static_cast<std::uint64_t>(sums[at(t)]));
        made.write(0, t, output, t, static_cast<std::uint64_t>(sums[at(t)]));
    }
    made.recording().output = {MadeRecording::base(output), sums, {1000, 3100, 7400, 16100}};
    made.recording().findings.push_back({.kind = scanlab::sim::FindingKind::race_shared,
                                         .at = {"made.cu", 10},
                                         .other = {"made.cu", 10},
                                         .variable = "staged",
                                         .index = 1,
                                         .message = "thread 2 reads staged[1]"});
    return made;
}

} // namespace

TEST_CASE("a picture ends with the step in which a race first leaves another sum than the one meant") {
    MadeRecording made = sum_that_comes_too_early();
    const Picture p = picture(made.recording());
    std::vector<std::string> labels, wrong;
    for (const Step& step : p.steps) labels.push_back(step.label);
    for (const Node& node : p.nodes)
        if (node.role == Role::wrong) wrong.push_back(node.label);
    CHECK(labels == std::vector<std::string>{"input", "step 1, d = 1", "step 1 goes on"});
    CHECK(wrong == std::vector<std::string>{"0–2"});
    CHECK_THAT(p.caption.front(), StartsWith("the first of 2 steps"));
    CHECK(p.problems[1] ==
          "the picture ends with step 1, the first with a wrong value: 0–2 should be 1–2");
}

TEST_CASE("a sum was meant to be what orders the race so that the result is right") {
    // Thread 3 reads an element before thread 1 has added to it, and nobody else needs the old one.
    MadeRecording made(1, {1000, 2100, 4300, 8700});
    made.recording().task = Recording::Task::inclusive_scan;
    for (int t = 0; t < 4; ++t) {
        const std::uint64_t x =
            std::array<std::uint64_t, 4>{1000, 2100, 4300, 8700}[static_cast<std::size_t>(t)];
        made.read(0, t, input, t, x);
        made.write(0, t, staged, t, x);
    }
    made.barrier(0);
    made.read(0, 3, staged, 2, 4300);
    made.read(0, 3, staged, 3, 8700);
    made.write(0, 3, staged, 3, 13000);
    made.line(20);
    made.read(0, 3, staged, 1, 2100);
    made.read(0, 3, staged, 3, 13000);
    made.write(0, 3, output, 3, 15100);
    made.line(10);
    made.read(0, 1, staged, 0, 1000);
    made.read(0, 1, staged, 1, 2100);
    made.write(0, 1, staged, 1, 3100);
    made.line(20);
    for (const auto& [t, sum] : {std::pair{0, 1000}, std::pair{1, 3100}}) {
        made.read(0, t, staged, t, static_cast<std::uint64_t>(sum));
        made.write(0, t, output, t, static_cast<std::uint64_t>(sum));
    }
    made.read(0, 2, staged, 1, 3100);
    made.read(0, 2, staged, 2, 4300);
    made.write(0, 2, output, 2, 7400);
    made.recording().output = {
        MadeRecording::base(output), {1000, 3100, 7400, 15100}, {1000, 3100, 7400, 16100}};
    made.recording().findings.push_back({.kind = scanlab::sim::FindingKind::race_shared,
                                         .at = {"made.cu", 20},
                                         .other = {"made.cu", 10},
                                         .variable = "staged",
                                         .index = 1,
                                         .message = "thread 3 reads staged[1]"});
    const NetworkGraph g = graph(made.recording());
    std::vector<Provenance> meant;
    for (const Shown& node : g.nodes)
        if (node.is_wrong) meant.push_back(node.intended);
    CHECK(meant == std::vector<Provenance>{{{0, 1}, {1, 1}, {2, 1}, {3, 1}}});
}

TEST_CASE("an element that is never written is missing in the picture") {
    MadeRecording made = race();
    const Picture p = picture(made.recording());
    REQUIRE(nodes(p, Role::missing) == 1);
    const auto missing = std::find_if(p.nodes.begin(), p.nodes.end(),
                                      [](const Node& n) { return n.role == Role::missing; });
    CHECK(missing->label == "?");
    CHECK(missing->tooltip == "output[1] is never written");
}

TEST_CASE("accesses that a barrier orders are no race, whatever line they stand in") {
    MadeRecording made = race();
    std::vector<Event>& events = made.recording().events;
    const auto written = std::find_if(events.rbegin(), events.rend(), [](const Event& e) {
        return e.kind == Event::Kind::write && e.variable == staged;
    });
    Event barrier = *std::find_if(events.begin(), events.end(),
                                  [](const Event& e) { return e.kind == Event::Kind::barrier; });
    events.insert(written.base(), barrier);
    CHECK(edges(picture(made.recording()), Line::racing) == 0);
}

TEST_CASE("what a barrier is for is counted from the accesses that it keeps in order") {
    MadeRecording made(1, {1, 2, 3, 4});
    made.write(0, 0, staged, 0, 1);
    made.write(0, 1, staged, 1, 2);
    made.barrier(0);
    made.read(0, 1, staged, 0, 1); // of thread 0
    made.read(0, 2, staged, 0, 1); // the same place once more
    made.read(0, 1, staged, 1, 2); // its own
    made.barrier(0);
    made.write(0, 0, staged, 0, 3); // others have read it
    made.barrier(0);
    made.barrier(0);
    made.read(0, 3, staged, 0, 3); // any of two barriers would do
    made.barrier(0);
    made.write(0, 2, staged, 5, 1);
    made.barrier(0);
    made.write(0, 3, staged, 5, 2);
    const BarrierReasons reasons = barrier_reasons(made.recording());
    REQUIRE(reasons.size() == 6);
    CHECK(reasons.at({0, 1}).sentence() ==
          "1 element written before it is read after it by another thread");
    CHECK(reasons.at({0, 2}).sentence() ==
          "1 element read before it is overwritten after it by another thread");
    CHECK(reasons.at({0, 4}).sentence() == "nothing in this run needs it");
    CHECK(reasons.at({0, 6}).sentence() ==
          "1 element written before it is overwritten after it by another thread");
}

TEST_CASE("a step says why it is as it is, and which threads make it") {
    const Picture p = picture(recorded(HILLIS_STEELE, 16));
    CHECK_THAT(p.steps.at(2).description,
               ContainsSubstring("Sums now take in up to 4 elements, twice as many as before."));
    CHECK_THAT(p.steps.at(2).description,
               ContainsSubstring("0–1 have no partner 2 to the left: their sums are complete."));
    CHECK_THAT(
        p.steps.at(2).description,
        ContainsSubstring("The second barrier before it: 14 elements read before it are overwritten"));
    CHECK_THAT(picture(recorded(WARP_SHUFFLE, 16)).steps.at(1).description,
               ContainsSubstring("by a shuffle"));
    for (const Node& node : p.nodes)
        if (node.shape != Shape::dot) {
            REQUIRE(node.makers.size() == (node.step == 0 ? node.makers.size() : 1));
            if (node.step > 0)
                CHECK(node.place == "sums[" + std::to_string(node.makers.front().thread) + "]");
        }
}

namespace {

struct Cost {
    long long requests = 0, turns = 0, sectors = 0;
};

/// What the simulator counts in a run.
Cost counted(const std::string& program, int n, const std::string& block) {
    const scanlab::ScratchFolder folder;
    const std::string file = (folder.path() / "report.json").string();
    scanlab::run_process({program, "--n", std::to_string(n), "--block", block, "--case", "random",
                          "--counters", "--json", file},
                         std::chrono::seconds(600), folder.path(), {});
    std::ifstream text(file);
    Cost cost;
    const auto report = nlohmann::json::parse(text);
    for (const auto& kernel : report.at("kernels")) {
        const auto& c = kernel.at("counters");
        for (const char* kind : {"shared_load", "shared_store"}) {
            cost.requests += c.at(kind).at("requests").get<long long>();
            cost.turns += c.at(kind).at("wavefronts").get<long long>();
        }
        for (const char* kind : {"global_load", "global_store"}) {
            cost.requests += c.at(kind).at("requests").get<long long>();
            cost.sectors += c.at(kind).at("sectors").get<long long>();
        }
    }
    return cost;
}

Cost recorded_cost(const Recording& recording, int banks) {
    Cost cost;
    for (const WarpAccess& access : warp_accesses(recording)) {
        ++cost.requests;
        if (access.is_shared)
            cost.turns += turns(access, recording, banks);
        else
            cost.sectors += sectors(access, recording);
    }
    return cost;
}

int conflicts(const Picture& picture) {
    int more = 0;
    for (const AccessInStep& access : picture.accesses) more += access.is_shared ? access.cost - 1 : 0;
    return more;
}

} // namespace

TEST_CASE("turns at banks and sectors are those that the simulator counts") {
    constexpr int all_banks = 32;
    const auto compare = [&](const std::string& program, int n, const std::string& block) {
        INFO(program);
        const Cost shown = recorded_cost(recorded(program, n, {"--block", block}), all_banks);
        const Cost simulated = counted(program, n, block);
        CHECK(shown.requests == simulated.requests);
        CHECK(shown.turns == simulated.turns);
        CHECK(shown.sectors == simulated.sectors);
    };
    compare(DOUBLE_BUFFER_32, 127, "64");
    compare(BLELLOCH_32, 127, "64"); // strides that conflict
}

TEST_CASE("a page shows each access of a warp in one step, and Blelloch's conflicts in small") {
    const Picture blelloch = picture(recorded(BLELLOCH, 16));
    CHECK(conflicts(blelloch) > 0);
    for (const char* program : {HILLIS_STEELE, DOUBLE_BUFFER, WARP_SHUFFLE}) {
        INFO(program);
        CHECK(conflicts(picture(recorded(program, 16))) == 0);
    }
    for (const AccessInStep& access : blelloch.accesses) {
        CHECK(access.step < static_cast<int>(blelloch.steps.size()));
        CHECK((access.array == "tree") == access.is_shared);
        for (const auto& [thread, word] : access.words) CHECK((0 <= word && word < 48));
        if (access.at.line == 29 && access.step == 3) {
            CHECK(access.words.size() == 2); // threads 0 and 1
            CHECK(access.cost == 2);
        }
    }
}

TEST_CASE("as many barriers are drawn as the kernel has") {
    // Reduce-then-scan reads its inputs in two launches.
    const auto program = GENERATE(HILLIS_STEELE, DOUBLE_BUFFER, BLELLOCH, SKLANSKY, REDUCE_THEN_SCAN);
    const Picture shown = picture(recorded(program, 16));
    CHECK(shown.barriers.size() > 1);
    CHECK_THAT(shown.caption.front(),
               ContainsSubstring(" " + std::to_string(shown.barriers.size()) + " barriers"));
}

TEST_CASE("a table says what each thread reads and writes, in the course's numbers") {
    const std::vector<int> numbers{3, 1, 7, 0, 4, 1, 6, 3};
    std::vector<int> sums = numbers;
    const Recording run = recorded(HILLIS_STEELE, 8);
    const auto table = access_table(run, dataflow(run));
    const auto row = [](const std::vector<int>& values) {
        std::string text;
        for (const int value : values) text += " | " + std::to_string(value);
        return text + " |\n";
    };
    std::string expected = "| reads `input[i]`" + row(sums) + "| writes `sums[t]`" + row(sums);
    const std::string wait = "| *barrier: all wait* | | | | | | | | |\n";
    for (std::size_t distance = 1; distance < 8; distance *= 2) {
        const std::vector<int> before = sums;
        expected += wait + "| reads `sums[t - " + std::to_string(distance) + "]`";
        for (std::size_t t = 0; t < 8; ++t) {
            expected += t < distance ? " | –" : " | " + std::to_string(before[t - distance]);
            if (t >= distance) sums[t] += before[t - distance];
        }
        expected +=
            " |\n" + wait + "| reads `sums[t]`" + row(before) + "| writes `sums[t]`" + row(sums);
    }
    expected += wait + "| reads `sums[t]`" + row(sums) + "| writes `output[i]`" + row(sums);
    const std::string text = in_markdown(run, table);
    CHECK(text.substr(text.find("| reads")) == expected);

    const Recording other = recorded(BLELLOCH, 8);
    CHECK_THAT(in_markdown(other, access_table(other, dataflow(other))),
               ContainsSubstring("writes `tree[…]` | [1] 4 | [3] 7 | [5] 5 | [7] 9 |"));
    const Recording shuffles = recorded(WARP_SHUFFLE, 8);
    CHECK_THAT(in_markdown(shuffles, access_table(shuffles, dataflow(shuffles))),
               ContainsSubstring("| gets from thread `t - 1` | – | 3 | 1 | 7 | – | 4 | 1 | 6 |"));
    const Recording large = recorded(HILLIS_STEELE, 32);
    CHECK_THROWS_AS(access_table(large, dataflow(large)), BadInput);
}

TEST_CASE("barriers stand between the accesses to memory that they keep apart") {
    const Recording run = recorded(HILLIS_STEELE, 8);
    const Picture shown = memories(run, dataflow(run));
    CHECK(shown.barriers.size() == 1 + 2 * 3);
    CHECK(shown.bands.size() == 3); // global, shared, global memory
    int held = 0;
    for (const Node& node : shown.nodes) {
        if (node.shape != Shape::circle) continue;
        ++held; // what a thread has read, it adds to its sum after another barrier
        for (const Edge& edge : shown.edges) {
            if (shown.nodes[edge.from].id != node.id && shown.nodes[edge.to].id != node.id) continue;
            const double top = shown.nodes[edge.from].at.y, bottom = shown.nodes[edge.to].at.y;
            CHECK(std::ranges::count_if(shown.barriers, [&](const Barrier& barrier) {
                      return barrier.y > top && barrier.y < bottom;
                  }) == 1);
        }
    }
    CHECK(held == 7 + 6 + 4);
    CHECK(nodes(shown, Role::wrong) == 0);
}

TEST_CASE("two buffers take turns, with one barrier between two steps") {
    const Recording run = recorded(DOUBLE_BUFFER, 8);
    const Picture shown = memories(run, dataflow(run));
    CHECK(shown.barriers.size() == 1 + 3);
    REQUIRE(shown.bands.size() == 6); // the input, four times a buffer, the output
    for (std::size_t i = 1; i < 5; ++i)
        CHECK(shown.bands[i].label == "shared memory, buffers[" + std::to_string((i - 1) % 2) + "]");
    CHECK(std::ranges::none_of(shown.nodes, [](const Node& n) { return n.shape == Shape::circle; }));
    CHECK(nodes(shown, Role::wrong) == 0);
    CHECK_THROWS_AS(memories(recorded(WARP_SHUFFLE, 8), dataflow(recorded(WARP_SHUFFLE, 8))), BadInput);
}

TEST_CASE("brackets name the threads and warps that read the inputs") {
    const auto labels = [](const Picture& p) {
        std::vector<std::string> result;
        for (const Bracket& bracket : p.brackets) result.push_back(bracket.label);
        return result;
    };
    const auto text = [](const std::string& wanted) {
        return [wanted](const Text& t) { return t.text == wanted; };
    };
    SECTION("one element per thread") {
        const Picture p = picture(recorded(WARP_SHUFFLE, 16));
        CHECK(labels(p) == std::vector<std::string>{"warp 0", "warp 1", "warp 2", "warp 3"});
        CHECK(std::ranges::count_if(p.texts, text("lane 3")) == 4);
    }
    SECTION("four elements per thread") {
        const Picture p = picture(recorded(COARSENED, 16));
        CHECK(labels(p) == std::vector<std::string>{"thread 0", "thread 1", "thread 2", "thread 3",
                                                    "warp 0", "warp 1"});
        CHECK(p.brackets[1].left == p.nodes[4].at.x - p.nodes[4].width / 2);
        CHECK(p.brackets[1].right == p.nodes[7].at.x + p.nodes[7].width / 2);
    }
    SECTION("several blocks") {
        CHECK(labels(picture(recorded(REDUCE_THEN_SCAN, 16))) ==
              std::vector<std::string>{"thread 0", "thread 1", "thread 0", "thread 1", "warp 0",
                                       "warp 0", "block 0", "block 1"});
    }
    SECTION("inputs that several threads read") {
        CHECK(picture(recorded(SKLANSKY, 16)).brackets.empty());
    }
}
