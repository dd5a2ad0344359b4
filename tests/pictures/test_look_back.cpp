// What a look-back's time chart says has happened: who published what, who waited, who read what.
#include "catch.hpp"

#include "descriptors.hpp"
#include "look_back.hpp"
#include "made_recording.hpp"

#include <algorithm>

using namespace scanlab::diagrams;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int descriptors = 2;
constexpr std::uint64_t aggregate = std::uint64_t{1} << 32, prefix = std::uint64_t{2} << 32;

/// Three tiles that sum to 5, 7 and 9. Tile 2 polls twice in vain, then adds up tile 1 and tile 0.
MadeRecording three_tiles(std::uint64_t last_prefix = 21) {
    MadeRecording made(3);
    made.write(0, 0, descriptors, 0, aggregate | 5);
    made.write(2, 0, descriptors, 2, aggregate | 9);
    for (int poll = 0; poll < 2; ++poll) {
        made.read(2, 0, descriptors, 1, 0);
        made.read(2, 1, descriptors, 0, aggregate | 5);
    }
    made.write(0, 0, descriptors, 0, prefix | 5);
    made.exit(0);
    made.write(1, 0, descriptors, 1, aggregate | 7);
    made.read(2, 0, descriptors, 1, aggregate | 7);
    made.read(2, 1, descriptors, 0, prefix | 5);
    made.write(2, 0, descriptors, 2, prefix | last_prefix);
    made.exit(2);
    made.read(1, 0, descriptors, 0, prefix | 5);
    made.write(1, 0, descriptors, 1, prefix | 12);
    made.exit(1);
    return made;
}

Picture draw(MadeRecording& made) {
    const auto found = find_descriptors(made.recording());
    REQUIRE(found);
    Dataflow flow;
    flow.at_event.resize(made.recording().events.size());
    return look_back(made.recording(), flow, *found);
}

const Node& node(const Picture& picture, const std::string& id) {
    const auto found = std::find_if(picture.nodes.begin(), picture.nodes.end(),
                                    [&](const Node& n) { return n.id == id; });
    REQUIRE(found != picture.nodes.end());
    return *found;
}

} // namespace

TEST_CASE("descriptors are found by how they are used") {
    MadeRecording made = three_tiles();
    const auto found = find_descriptors(made.recording());
    REQUIRE(found);
    CHECK(found->tiles == 3);
    REQUIRE(found->publications.size() == 6);
    CHECK(found->publications[1].tile == 2);
    CHECK(found->publications[1].state == State::aggregate);
    CHECK(found->publications[1].number == 9);
    CHECK(found->publications.back().state == State::prefix);
    CHECK(found->publications.back().number == 12);
}

TEST_CASE("a look-back counts up to the nearest prefix, and only when nobody is missing before it") {
    MadeRecording made = three_tiles();
    const auto found = find_descriptors(made.recording());
    REQUIRE(found);
    REQUIRE(found->windows.size() == 2);
    const Window& window = found->windows[0];
    CHECK(window.tile == 2);
    CHECK(window.polls == 2);
    CHECK(window.counts);
    REQUIRE(window.counted() == 2);
    CHECK(window.looks[0].tile == 1);
    CHECK(window.looks[0].state == State::aggregate);
    CHECK(window.looks[1].state == State::prefix);
    CHECK(found->windows[1].tile == 1);
    CHECK(found->windows[1].polls == 0);
}

TEST_CASE("what lies after a prefix does not count") {
    MadeRecording made(3);
    for (int tile = 0; tile < 2; ++tile) made.write(tile, 0, descriptors, tile, prefix | 1);
    made.read(2, 0, descriptors, 1, prefix | 1);
    made.read(2, 1, descriptors, 0, prefix | 1);
    const auto found = find_descriptors(made.recording());
    REQUIRE(found);
    REQUIRE(found->windows.size() == 1);
    CHECK(found->windows[0].tile == 2); // which never publishes anything
    CHECK(found->windows[0].counted() == 1);
}

TEST_CASE("a status in a word of its own is a descriptor, too, and its value stands beside it") {
    MadeRecording made(2);
    made.recording().variables[descriptors].element_bytes = 4;
    made.write(0, 0, 1, 0, 1234);
    made.write(0, 0, descriptors, 0, 1);
    made.read(1, 0, descriptors, 0, 0);
    made.read(1, 0, descriptors, 0, 1);
    made.write(1, 0, 1, 1, 5678);
    made.write(1, 0, descriptors, 1, 1);
    const auto found = find_descriptors(made.recording());
    REQUIRE(found);
    REQUIRE(found->publications.size() == 2);
    CHECK(found->publications[0].number == 1234);
    CHECK(found->publications[0].state == State::prefix);
    REQUIRE(found->windows.size() == 1);
    CHECK(found->windows[0].polls == 1);
    CHECK(found->windows[0].looks[0].number == 1234);
}

TEST_CASE("a counter that all blocks increment is no descriptor") {
    MadeRecording made(2);
    for (int block = 0; block < 2; ++block) {
        made.read(block, 0, descriptors, 0, aggregate + block);
        made.write(block, 0, descriptors, 0, aggregate + block + 1);
    }
    CHECK_FALSE(find_descriptors(made.recording()));
}

TEST_CASE("the chart has a row and a step for everything that happened, in its order") {
    MadeRecording made = three_tiles();
    const Picture picture = draw(made);
    std::vector<std::string> labels;
    for (const Step& step : picture.steps) labels.push_back(step.label);
    CHECK(labels == std::vector<std::string>{
                        "start", "tile 0 starts", "tile 0 publishes aggregate", "tile 2 starts",
                        "tile 2 publishes aggregate", "tile 0 publishes prefix", "tile 0 is done",
                        "tile 1 starts", "tile 1 publishes aggregate", "tile 2 looks back",
                        "tile 2 publishes prefix", "tile 2 is done", "tile 1 looks back",
                        "tile 1 publishes prefix", "tile 1 is done"});
    CHECK(picture.edges.size() == 3); // tile 2 reads two descriptors, tile 1 one
    CHECK(node(picture, "aggregate_1").label == "A 7");
    CHECK(node(picture, "prefix_2").label == "P 21");
    CHECK(node(picture, "prefix_2").role == Role::prefix);
    CHECK(picture.problems.empty());
    REQUIRE(picture.caption.size() == 2);
    CHECK(picture.caption[0] ==
          "3 tiles, 2 look-backs: 3 descriptors read and added up (1 aggregate, 2 prefixes).");
    CHECK_THAT(picture.caption[1], ContainsSubstring("tile 2, 2 polls"));
}

TEST_CASE("the table has a row for everything that happened, and a tile's state in its column") {
    MadeRecording made = three_tiles();
    const auto found = find_descriptors(made.recording());
    REQUIRE(found);
    Dataflow flow;
    flow.at_event.resize(made.recording().events.size());
    CHECK(look_back_in_markdown(made.recording(), flow, *found) ==
          "| | tile 0 | tile 1 | tile 2 |\n"
          "|---|---|---|---|\n"
          "| tile 0 starts | empty | empty | empty |\n"
          "| tile 0 publishes A 5 | A 5 | empty | empty |\n"
          "| tile 2 starts | A 5 | empty | empty |\n"
          "| tile 2 publishes A 9 | A 5 | empty | A 9 |\n"
          "| tile 0 publishes P 5 | P 5 | empty | A 9 |\n"
          "| tile 1 starts | P 5 | empty | A 9 |\n"
          "| tile 1 publishes A 7 | P 5 | A 7 | A 9 |\n"
          "| tile 2 adds up A 7 + P 5, after 2 polls | P 5 | A 7 | A 9 |\n"
          "| tile 2 publishes P 21 | P 5 | A 7 | P 21 |\n"
          "| tile 1 adds up P 5 | P 5 | A 7 | P 21 |\n"
          "| tile 1 publishes P 12 | P 5 | P 12 | P 21 |\n");
}

TEST_CASE("each edge ends where it was read, at its moment") {
    MadeRecording made = three_tiles();
    const Picture picture = draw(made);
    const Edge& edge = picture.edges[1];
    CHECK(picture.steps[edge.step].label == "tile 2 looks back");
    CHECK(picture.nodes[edge.from].at.x == node(picture, "prefix_2").at.x);
    CHECK(picture.nodes[edge.to].at.x == node(picture, "prefix_0").at.x);
    CHECK(picture.nodes[edge.to].role == Role::prefix);
    CHECK(picture.nodes[edge.to].at.y > node(picture, "aggregate_1").at.y);
    CHECK(picture.nodes[edge.to].at.y < node(picture, "prefix_2").at.y);
}

TEST_CASE("a prefix that is not what the look-back has found is wrong") {
    MadeRecording made = three_tiles(22);
    const Picture picture = draw(made);
    CHECK(node(picture, "prefix_2").role == Role::wrong);
    REQUIRE(picture.problems.size() == 1);
    CHECK(picture.problems[0] ==
          "Tile 2 publishes 22 as its prefix, but what it has found adds up to 21.");
}

TEST_CASE("a tile that waits forever says for whom") {
    MadeRecording made(3);
    made.write(0, 0, descriptors, 0, prefix | 5);
    made.write(2, 0, descriptors, 2, aggregate | 9);
    for (int poll = 0; poll < 4; ++poll) {
        made.read(2, 0, descriptors, 1, 0);
        made.read(2, 1, descriptors, 0, prefix | 5);
    }
    const Picture picture = draw(made);
    CHECK(picture.steps.back().label == "tile 2 waits");
    CHECK_THAT(picture.steps.back().description, ContainsSubstring("tile 1 (empty)"));
    REQUIRE_FALSE(picture.edges.empty());
    CHECK(picture.edges.front().line == Line::racing);
}
