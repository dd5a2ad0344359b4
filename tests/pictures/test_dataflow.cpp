// Which value was made from which: what a picture claims has to be what the kernel did.
#include "catch.hpp"

#include "dataflow.hpp"
#include "made_recording.hpp"

using namespace scanlab::diagrams;
using Catch::Matchers::ContainsSubstring;
using Origin = Value::Origin;

namespace {

constexpr int input = 0, output = 1, descriptors = 2, staged = 3, local = MadeRecording::local;
const std::vector<std::int64_t> numbers{1000, 2100, 4300, 8700};

/// The value that the last event has stored or received.
const Value& last(const Dataflow& flow) {
    REQUIRE(flow.at_event.back().size() == 1);
    return flow.values[flow.at_event.back().front()];
}

std::string label(const Dataflow& flow) { return flow.label(last(flow).inputs); }

/// Two inputs, scanned by one thread, and what a CPU would make of them.
MadeRecording scan_of_two() {
    MadeRecording made(1, {1000, 2100});
    made.recording().task = Recording::Task::inclusive_scan;
    made.recording().output = {MadeRecording::base(output), {1000, 3100}, {1000, 3100}};
    made.read(0, 0, input, 0, 1000);
    made.write(0, 0, output, 0, 1000);
    made.read(0, 0, input, 0, 1000);
    made.read(0, 0, input, 1, 2100);
    made.write(0, 0, output, 1, 3100);
    return made;
}

} // namespace

TEST_CASE("a stored number is the sum of what its thread has read") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 1, 2100);
    made.read(0, 0, input, 2, 4300);
    made.write(0, 0, staged, 2, 6400);
    const Dataflow flow = dataflow(made.recording());
    CHECK(last(flow).origin == Origin::sum);
    CHECK(last(flow).terms.size() == 2);
    CHECK(label(flow) == "1–2");
}

TEST_CASE("a value is followed through memory, local variables and shuffles") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 3, 8700);
    made.write(0, 0, local, 0, 8700);
    made.read(0, 0, local, 0, 8700);
    made.publish(0, 0, 8700);
    made.receive(0, 1, 0, 8700);
    made.write(0, 1, staged, 0, 8700);
    made.read(0, 2, staged, 0, 8700);
    made.write(0, 2, output, 0, 8700);
    const Dataflow flow = dataflow(made.recording());
    CHECK(last(flow).origin == Origin::copy);
    CHECK(flow.original(flow.at_event.back().front()) == flow.inputs[3]);
}

TEST_CASE("what a call in the midst of a sum has written does not hide what was read before it") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, 1000);
    made.write(0, 0, local, 1, 7); // an index
    made.read(0, 0, input, 1, 2100);
    made.write(0, 0, output, 1, 3100);
    CHECK(label(dataflow(made.recording())) == "0–1");
}

TEST_CASE("a call that finds out where a sum is to be stored does not hide what it was made from") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, 1000);
    made.read(0, 0, input, 1, 2100);
    made.write(0, 0, local, 1, 7); // an index, taken for made from what was read
    made.read(0, 0, local, 1, 7);
    made.write(0, 0, staged, 7, 3100);
    CHECK(label(dataflow(made.recording())) == "0–1");
}

TEST_CASE("bytes and the heads of segments are no data") {
    MadeRecording made(1, numbers);
    made.recording().heads = Recording::Input{MadeRecording::base(descriptors), {1, 0, 1, 0}};
    made.read(0, 0, descriptors, 0, 1);
    made.write(0, 0, staged, 0, 1);
    made.recording().events.back().bytes = 1;
    for (const auto& values : dataflow(made.recording()).at_event) CHECK(values.empty());
}

TEST_CASE("each segment of a scan begins anew") {
    MadeRecording made = scan_of_two();
    made.recording().task = Recording::Task::segmented_scan;
    made.recording().heads = Recording::Input{0x9000, {1, 0}};
    CHECK_NOTHROW(check(made.recording(), dataflow(made.recording())));
    made.recording().heads = Recording::Input{0x9000, {1, 1}};
    CHECK_THROWS_WITH(check(made.recording(), dataflow(made.recording())),
                      ContainsSubstring("output[1]"));
}

TEST_CASE("several elements computed before any is stored") {
    MadeRecording made(1, numbers);
    for (const int i : {0, 1, 2}) made.read(0, 0, input, i, static_cast<std::uint64_t>(numbers[i]));
    made.write(0, 0, local, 0, 3100);
    made.write(0, 0, local, 1, 6400);
    const Dataflow flow = dataflow(made.recording());
    CHECK(label(flow) == "1–2");
    CHECK(flow.label(flow.values[flow.at_event[3].front()].inputs) == "0–1");
}

TEST_CASE("a zero that the kernel has stored is an addend") {
    MadeRecording made(1, numbers);
    made.write(0, 0, staged, 3, 0);
    made.read(0, 1, staged, 3, 0);
    made.read(0, 1, input, 0, 1000);
    made.write(0, 1, staged, 2, 1000);
    const Dataflow flow = dataflow(made.recording());
    CHECK(flow.values[flow.at_event.front().front()].origin == Origin::constant);
    CHECK(last(flow).origin == Origin::sum);
    CHECK(last(flow).terms.size() == 2);
    CHECK(label(flow) == "x0");
}

TEST_CASE("a difference takes its inputs off") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, 1000);
    made.read(0, 0, input, 1, 2100);
    made.write(0, 0, staged, 1, 3100);
    made.read(0, 1, staged, 1, 3100);
    made.read(0, 1, input, 1, 2100);
    made.write(0, 1, output, 1, 1000);
    const Dataflow flow = dataflow(made.recording());
    CHECK(last(flow).origin == Origin::sum);
    CHECK(label(flow) == "x0");
}

TEST_CASE("of two equal values whose difference is stored, the one that was read last is taken off") {
    MadeRecording made(1, numbers);
    for (const int place : {0, 1}) {
        made.read(0, 0, input, 0, 1000);
        made.write(0, 0, staged, place, 1000);
    }
    made.read(0, 0, staged, 0, 1000);
    made.read(0, 0, staged, 1, 1000);
    made.write(0, 0, staged, 2, 0);
    const Dataflow flow = dataflow(made.recording());
    CHECK(last(flow).origin == Origin::sum);
    REQUIRE(last(flow).terms.size() == 2);
    for (const Term& term : last(flow).terms)
        CHECK(flow.values[term.value].index == (term.sign > 0 ? 0 : 1));
}

TEST_CASE("a vector access moves every element by itself") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, std::vector<std::uint32_t>{1000, 2100, 4300, 8700});
    made.write(0, 0, output, 0, std::vector<std::uint32_t>{1000, 2100, 4300, 8700});
    const Dataflow flow = dataflow(made.recording());
    REQUIRE(flow.at_event.back().size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(flow.original(flow.at_event.back()[i]) == flow.inputs[i]);
}

TEST_CASE("a descriptor's status is no part of its sum") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, 1000);
    made.read(0, 0, input, 1, 2100);
    made.write(0, 0, descriptors, 0, std::uint64_t{2} << 32 | 3100);
    const Dataflow flow = dataflow(made.recording());
    CHECK(last(flow).number == 3100);
    CHECK(last(flow).status == 2);
    CHECK(label(flow) == "0–1");
}

TEST_CASE("a flag is derived from an element and is none of its sums") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, 1000);
    made.write(0, 0, staged, 0, 1);
    const Dataflow flow = dataflow(made.recording());
    CHECK(last(flow).origin == Origin::derived);
    CHECK(last(flow).inputs.empty());
    REQUIRE(last(flow).terms.size() == 1);
    CHECK(last(flow).terms.front().value == flow.inputs[0]);
}

TEST_CASE("a number in a variable of the thread's own that no data add up to is an index") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, 1000);
    made.write(0, 0, local, 0, 7);
    made.read(0, 0, local, 0, 7);
    for (const auto& values : dataflow(made.recording()).at_event)
        for (const std::size_t v : values) CHECK(v == 0); // x0
}

TEST_CASE("flags are added up to counts") {
    MadeRecording made(1, numbers);
    for (const int i : {0, 1}) {
        made.read(0, i, input, i, static_cast<std::uint64_t>(numbers[static_cast<std::size_t>(i)]));
        made.write(0, i, staged, i, 1);
    }
    made.read(0, 1, staged, 0, 1);
    made.read(0, 1, staged, 1, 1);
    made.write(0, 1, staged, 1, 2);
    const Dataflow flow = dataflow(made.recording());
    CHECK(last(flow).origin == Origin::sum);
    CHECK(last(flow).terms.size() == 2);
    CHECK(last(flow).inputs.empty());
}

TEST_CASE("a counter that the kernel has begun is no sum of inputs") {
    MadeRecording made(1, numbers);
    made.write(0, 0, staged, 0, 1);
    made.read(0, 1, staged, 0, 1);
    made.write(0, 1, staged, 0, 2);
    CHECK(last(dataflow(made.recording())).origin == Origin::constant);
}

TEST_CASE("a value may be added to itself") {
    MadeRecording made(1, numbers);
    made.read(0, 0, input, 0, 1000);
    made.write(0, 0, staged, 0, 2000);
    CHECK(label(dataflow(made.recording())) == "x0 + x0");
}

TEST_CASE("a wrong output is described by what it sums, and by what it should sum") {
    MadeRecording made = scan_of_two();
    made.recording().output->values = {1000, 2100};
    made.recording().events.pop_back();
    made.write(0, 0, output, 1, 2100);
    CHECK(describe_wrong(made.recording(), dataflow(made.recording()), 1) ==
          "output[1] is the sum of x1 instead of 0–1");
    SECTION("garbage that is part of it is mentioned") {
        made.read(0, 0, input, 1, 2100);
        made.read(0, 0, staged, 0, 7);
        made.write(0, 0, output, 1, 2107);
        made.recording().output->values = {1000, 2107};
        CHECK(describe_wrong(made.recording(), dataflow(made.recording()), 1) ==
              "output[1] is the sum of x1 and of what is no input instead of 0–1");
    }
}

TEST_CASE("shared memory that nobody has written holds garbage") {
    MadeRecording made(1, numbers);
    made.read(0, 0, staged, 0, 0xA5A5A5A5);
    CHECK(last(dataflow(made.recording())).origin == Origin::garbage);
}

TEST_CASE("without a harness, whatever was in global memory before is the input") {
    MadeRecording made(1);
    for (const int i : {2, 1}) {
        made.read(0, 0, input, i, static_cast<std::uint64_t>(numbers[i]));
        made.write(0, 0, output, i, static_cast<std::uint64_t>(numbers[i]));
    }
    const Dataflow flow = dataflow(made.recording());
    CHECK(flow.names == std::vector<std::string>{"x1", "x2"});
    REQUIRE(flow.outputs.size() == 3);
    CHECK(flow.original(flow.outputs[1]) == flow.inputs[0]);
    CHECK(flow.outputs[0] == no_value);
}

TEST_CASE("without a harness, what a kernel fills an array with is input, too") {
    MadeRecording made(1);
    made.write(0, 0, input, 0, 7);
    made.write(0, 1, input, 1, 9);
    made.read(0, 0, input, 0, 7);
    made.read(0, 0, input, 1, 9);
    made.write(0, 0, output, 1, 16);
    CHECK(label(dataflow(made.recording())) == "0–1");
}

TEST_CASE("a label names runs of inputs, and says what counts twice") {
    Dataflow flow;
    for (int i = 0; i < 8; ++i) flow.names.push_back("x" + std::to_string(i));
    CHECK(flow.label({}) == "0");
    CHECK(flow.label({{4, 1}}) == "x4");
    CHECK(flow.label({{4, 1}, {5, 1}, {6, 1}}) == "4–6");
    CHECK(flow.label({{0, 1}, {1, 2}, {2, 2}, {3, 1}}) == "0–3 + 1–2");
    CHECK(flow.label({{0, 1}, {2, 1}}) == "x0 + x2");
    CHECK(flow.label({{0, 1}, {1, -1}}) == "x0 − x1");
}

TEST_CASE("a right scan passes the checks") {
    MadeRecording made = scan_of_two();
    const Dataflow flow = dataflow(made.recording());
    CHECK(wrong_outputs(made.recording()).empty());
    CHECK_NOTHROW(check(made.recording(), flow));
}

TEST_CASE("a wrong result is found, and is no reason not to draw") {
    MadeRecording made = scan_of_two();
    made.recording().output->expected = {1000, 3101};
    CHECK(wrong_outputs(made.recording()) == std::vector<std::size_t>{1});
    CHECK_NOTHROW(check(made.recording(), dataflow(made.recording())));
}

TEST_CASE("a right result that no kernel was seen to write is not drawn") {
    MadeRecording made = scan_of_two();
    made.recording().events.pop_back();
    CHECK_THROWS_WITH(check(made.recording(), dataflow(made.recording())),
                      ContainsSubstring("output[1] is right, but no kernel was seen to write it"));
}

TEST_CASE("a right number that comes from the wrong inputs is not drawn") {
    MadeRecording made(1, {1000, 1000});
    made.recording().task = Recording::Task::inclusive_scan;
    made.recording().output = {MadeRecording::base(output), {1000}, {1000}};
    made.read(0, 0, input, 1, 1000);
    made.write(0, 0, output, 0, 1000);
    CHECK_THROWS_WITH(check(made.recording(), dataflow(made.recording())),
                      ContainsSubstring("was seen to come from x1"));
}

TEST_CASE("a value that is not the sum of its terms is not drawn") {
    MadeRecording made = scan_of_two();
    Dataflow flow = dataflow(made.recording());
    SECTION("in numbers") {
        flow.values[flow.outputs[1]].number += 1;
        CHECK_THROWS_WITH(check(made.recording(), flow), ContainsSubstring("add up to"));
    }
    SECTION("because a term is missing") {
        flow.values[flow.outputs[1]].terms.pop_back();
        CHECK_THROWS_AS(check(made.recording(), flow), std::logic_error);
    }
}

TEST_CASE("what is no recording is refused in a line") {
    CHECK_THROWS_WITH(parse_recording("{", "x.json"), ContainsSubstring("x.json is not a recording"));
    CHECK_THROWS_WITH(parse_recording(R"({"version": 7})", "x.json"), ContainsSubstring("version 7"));
    CHECK_THROWS_AS(parse_recording(R"({"version": 1})", "x.json"), BadInput);
    CHECK_THROWS_WITH(parse_recording(R"({"version": 1, "task": "bins"})", "x.json"),
                      ContainsSubstring("this task is 'bins'"));
    CHECK_THROWS_WITH(read_recording("/nowhere/x.json"),
                      ContainsSubstring("cannot read /nowhere/x.json"));
}
