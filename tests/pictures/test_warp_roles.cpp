// Which warp does what for which tile, from what they wait for: a recording made by hand of one block,
// two tiles of two elements, and warps of one lane that load and publish (0), sum and scan (1), and
// look back (2).
#include "catch.hpp"

#include "warp_roles.hpp"

#include <algorithm>

using namespace scanlab::diagrams;

namespace {

using Kind = Event::Kind;
constexpr int global_sums = 0, shared = 1, result = 2;
constexpr std::uint64_t input_at = 0x1000, output_at = 0x2000, sums_at = 0x3000, ring_at = 0x4000,
                        prefix_at = 0x5000, arrived = 0x6000, summed = 0x6010, known = 0x6020;

class Made {
public:
    Made() {
        r.warp_size = 1;
        r.launches.push_back({"kernel", {1, 1, 1}, {3, 1, 1}, {}});
        r.variables = {{"sums", Variable::Kind::global, 2, 8},
                       {"ring", Variable::Kind::shared, 8, 4},
                       {"output", Variable::Kind::global, 4, 4}};
        r.input = {input_at, {1, 2, 3, 4}};
        r.output = {output_at, {1, 3, 6, 10}, {1, 3, 6, 10}};
    }
    void tile(int t, std::uint32_t published) {
        copy(t);
        meet(Kind::pass, 1, arrived, t);
        access(Kind::read, 1, shared, ring_at + 4);
        meet(Kind::arrive, 1, summed, t);
        meet(Kind::pass, 0, summed, t);
        access(Kind::read, 0, global_sums, sums_at + 8u * t, true);
        access(Kind::write, 0, global_sums, sums_at + 8u * t, true, published);
        meet(Kind::pass, 2, summed, t);
        access(Kind::read, 2, global_sums, sums_at + 64, true); // another block's
        access(Kind::read, 2, global_sums, sums_at + 64, true); // again
        access(Kind::write, 2, shared, prefix_at);
        meet(Kind::arrive, 2, known, t);
        meet(Kind::pass, 1, known, t);
        access(Kind::write, 1, result, output_at + 8u * t);
    }
    Recording r;

private:
    Event& add(Kind kind, int thread) {
        Event e{};
        e.kind = kind;
        e.block = 0;
        e.thread = thread;
        r.events.push_back(e);
        return r.events.back();
    }
    void copy(int t) {
        for (const Kind kind : {Kind::copy, Kind::copied}) {
            Event& e = add(kind, 0);
            e.address = input_at + 8u * t;
            e.to = ring_at;
            e.mbarrier = arrived;
            e.bytes = 8;
        }
    }
    void meet(Kind kind, int thread, std::uint64_t barrier, int phase) {
        Event& e = add(kind, thread);
        e.address = barrier;
        e.phase = phase;
    }
    void access(Kind kind, int thread, int variable, std::uint64_t address, bool is_atomic = false,
                std::uint32_t word = 0) {
        Event& e = add(kind, thread);
        e.variable = variable;
        e.address = address;
        e.bytes = 4;
        e.words = {word, 1};
        e.is_atomic = is_atomic;
    }
};

int actions(const WarpRoles& roles, Action::Kind kind, int warp, int tile) {
    return static_cast<int>(
        std::count_if(roles.actions.begin(), roles.actions.end(), [&](const Action& d) {
            return d.kind == kind && d.warp == warp && d.tile == tile;
        }));
}

} // namespace

TEST_CASE("each warp's actions are about the tile that it has waited for") {
    Made made;
    made.tile(0, 3);
    made.tile(1, 7);
    const auto roles = find_warp_roles(made.r);
    REQUIRE(roles);
    CHECK(roles->tiles == 2);
    CHECK(roles->actions.size() == 10);
    for (const int tile : {0, 1}) {
        CHECK(actions(*roles, Action::Kind::load, 0, tile) == 1);
        CHECK(actions(*roles, Action::Kind::sum, 1, tile) == 1);
        CHECK(actions(*roles, Action::Kind::publish, 0, tile) == 1);
        CHECK(actions(*roles, Action::Kind::look_back, 2, tile) == 1);
        CHECK(actions(*roles, Action::Kind::finish, 1, tile) == 1);
    }
    for (const Action& action : roles->actions) {
        CHECK(action.polls == (action.kind == Action::Kind::look_back ? 1 : 0));
        CHECK(action.needs.size() == (action.kind == Action::Kind::load ? 0u : 1u));
        for (const Need& need : action.needs) {
            CHECK(roles->actions[need.action].tile == action.tile);
            CHECK(roles->actions[need.action].begin < action.begin);
        }
    }
}

TEST_CASE("a picture that would not be true is not drawn") {
    Made wrong_sum;
    wrong_sum.tile(0, 3);
    wrong_sum.tile(1, 8);
    CHECK_THROWS_AS(find_warp_roles(wrong_sum.r), std::logic_error);
    Made twice;
    twice.tile(0, 3);
    CHECK_THROWS_AS(find_warp_roles(twice.r), std::logic_error); // nobody has loaded tile 1
}

TEST_CASE("kernels without bulk copies have no such roles") {
    Made made;
    CHECK(!find_warp_roles(made.r));
}
