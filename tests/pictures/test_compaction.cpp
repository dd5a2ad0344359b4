// What a compaction's picture says of each element: kept or dropped, and where it went.
#include "catch.hpp"

#include "compaction.hpp"
#include "made_recording.hpp"

#include <algorithm>
#include <utility>

using namespace scanlab::diagrams;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int input = 0, output = 1, staged = 3;

/// Two tiles of two elements, 0 11 | 22 33; each goes through shared memory.
MadeRecording compacted() {
    MadeRecording made(2, {0, 11, 22, 33});
    Recording& r = made.recording();
    r.task = Recording::Task::compaction;
    r.block = 2;
    r.output = {MadeRecording::base(output), {11, 22, 33, -1}, {11, 22, 33}};
    const int values[] = {0, 11, 22, 33}, places[] = {0, 0, 0, 1};
    for (int i = 0; i < 4; ++i) {
        made.read(i / 2, i % 2, input, i, values[i]);
        // Each block has its own shared memory, at an address of its own.
        if (values[i] != 0) made.write(i / 2, i % 2, staged, places[i] + 100 * (i / 2), values[i]);
        if (values[i] != 0) r.events.back().index = places[i];
    }
    const auto scatter = [&](int block, int thread, int place, int position, int value) {
        made.read(block, thread, staged, place + 100 * block, value);
        made.write(block, thread, output, position, value);
    };
    scatter(0, 0, 0, 0, 11);
    scatter(1, 0, 0, 1, 22);
    scatter(1, 1, 1, 2, 33);
    return made;
}

const Node* find(const Picture& picture, const std::string& id) {
    const auto found = std::find_if(picture.nodes.begin(), picture.nodes.end(),
                                    [&](const Node& n) { return n.id == id; });
    return found == picture.nodes.end() ? nullptr : &*found;
}

} // namespace

TEST_CASE("a split moves the odd elements, too") {
    MadeRecording made(1, {11, 22, 33});
    Recording& r = made.recording();
    r.task = Recording::Task::split;
    r.block = 4;
    r.output = {MadeRecording::base(output), {22, 11, 33}, {22, 11, 33}};
    for (const auto& [from, to] : {std::pair(0, 1), {1, 0}, {2, 2}}) {
        made.read(0, from, input, from, 11 * (from + 1));
        made.write(0, from, output, to, 11 * (from + 1));
    }
    Picture picture = compaction(r, nullptr);
    CHECK(find(picture, "flag0")->label == "0");
    CHECK(find(picture, "flag1")->label == "1");
    CHECK(find(picture, "output1")->label == "x0");
    CHECK(find(picture, "output1")->role == Role::complete);
    CHECK(picture.problems.empty());
    CHECK_THAT(picture.caption[0], ContainsSubstring("1 even, 2 odd"));

    std::swap(r.output->values[1], r.output->values[2]); // not stable
    std::swap(r.events[1].address, r.events[5].address);
    picture = compaction(r, nullptr);
    REQUIRE(!picture.problems.empty());
    CHECK(picture.problems[0] == "output[1] holds x2; x0 belongs there.");
}

TEST_CASE("elements are kept or dropped, and each kept one has its position") {
    MadeRecording made = compacted();
    const Picture picture = compaction(made.recording(), nullptr);
    CHECK(find(picture, "x0")->role == Role::dropped);
    CHECK(find(picture, "flag0")->label == "0");
    CHECK(find(picture, "x3")->role == Role::input);
    CHECK(find(picture, "flag3")->label == "1");
    REQUIRE(find(picture, "position2"));
    CHECK(find(picture, "position2")->label == "1"); // in tile 1, where output[2] comes from
    CHECK(find(picture, "position2")->at.x == find(picture, "x3")->at.x);
    CHECK(picture.problems.empty());
    CHECK_THAT(picture.caption[0], ContainsSubstring("3 kept, 1 dropped"));
}

TEST_CASE("the way of an element leads from the input through shared memory to the output") {
    MadeRecording made = compacted();
    const Picture picture = compaction(made.recording(), nullptr);
    REQUIRE(find(picture, "staged2"));
    CHECK(find(picture, "staged2")->label == "x3");
    CHECK(find(picture, "output2")->label == "x3");
    CHECK(find(picture, "output2")->role == Role::complete);
    const auto moved = std::count_if(picture.edges.begin(), picture.edges.end(),
                                     [](const Edge& e) { return e.line == Line::moved; });
    CHECK(moved == 6);
}

TEST_CASE("an element in the wrong place is red") {
    MadeRecording made = compacted();
    auto& events = made.recording().events;
    std::swap(events.back().address, events[events.size() - 3].address);
    made.recording().output->values = {11, 33, 22, -1};
    const Picture picture = compaction(made.recording(), nullptr);
    CHECK(find(picture, "output0")->role == Role::complete);
    CHECK(find(picture, "output1")->role == Role::wrong);
    REQUIRE(picture.problems.size() == 2);
    CHECK(picture.problems[0] == "output[1] holds x3; x2 belongs there.");
}

TEST_CASE("an element that does not arrive is missing") {
    MadeRecording made = compacted();
    made.recording().events.pop_back();
    const Picture picture = compaction(made.recording(), nullptr);
    CHECK(find(picture, "output2")->role == Role::missing);
    REQUIRE(picture.problems.size() == 1);
    CHECK(picture.problems[0] == "output[2] is not written; x3 belongs there.");
}

TEST_CASE("a value that comes from nowhere is wrong, even beyond the end") {
    MadeRecording made = compacted();
    made.write(1, 1, output, 3, 77);
    made.recording().output->values[3] = 77;
    const Picture picture = compaction(made.recording(), nullptr);
    CHECK(find(picture, "output3")->role == Role::wrong);
    REQUIRE(picture.problems.size() == 1);
    CHECK(picture.problems[0] ==
          "output[3] holds what is no element of the input; nothing belongs there.");
}

TEST_CASE("a count that is wrong is told") {
    MadeRecording made = compacted();
    made.recording().kept = MadeRecording::base(2);
    made.write(1, 0, 2, 0, 4);
    const Picture picture = compaction(made.recording(), nullptr);
    REQUIRE(picture.problems.size() == 1);
    CHECK(picture.problems[0] == "The kernel says that it keeps 4; it should be 3.");
}

TEST_CASE("what is no compaction is refused") {
    MadeRecording made(1);
    CHECK_THROWS_AS(compaction(made.recording(), nullptr), BadInput);
}
