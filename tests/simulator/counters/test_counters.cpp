// What the counters say about kernels whose costs can be worked out by hand.
#include "catch.hpp"

#include "counted.hpp"
#include "program.hpp"

#include <map>

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

namespace {

/// All that was counted in a run of the program.
json counted_in(const std::string& program) {
    const scanlab::ScratchFolder folder;
    const std::string file = (folder.path() / "counters.json").string();
    const scanlab::Ended ended = run_shell("SCANLAB_SIM_COUNTERS=" + file + " " PROGRAMS "/" + program);
    CAPTURE(ended.out, ended.err);
    REQUIRE(ended.code == 0);
    CHECK(ended.out.empty());
    return json::parse(read_file(file));
}

/// Of the program with the access patterns.
const json& kernels() {
    static const json all = counted_in("access_patterns");
    return all;
}

/// The counters of a kernel, of its i-th configuration.
json counters(const std::string& name, int i = 0) {
    for (const json& kernel : kernels())
        if (kernel.at("kernel") == name && i-- == 0) return kernel.at("counters");
    FAIL("no kernel " << name);
    return {};
}

} // namespace

TEST_CASE("loads of a warp touch the sectors that its lanes' addresses lie in") {
    // 32 lanes want 4 bytes each: with stride s they lie in s times as many sectors, but at most 32.
    CHECK(global(counters("strided<1>"), "load") == Global{1, 4, 128});
    CHECK(global(counters("strided<2>"), "load") == Global{1, 8, 128});
    CHECK(global(counters("strided<4>"), "load") == Global{1, 16, 128});
    CHECK(global(counters("strided<8>"), "load") == Global{1, 32, 128});
    CHECK(global(counters("strided<32>"), "load") == Global{1, 32, 128});
    CHECK(global(counters("strided<32>"), "store") == Global{1, 4, 128});
    CHECK(global(counters("misaligned"), "load") == Global{1, 5, 128});
    CHECK(global(counters("broadcast"), "load") == Global{1, 1, 4});
}

TEST_CASE("wide and narrow elements make more and fewer sectors") {
    CHECK(global(counters("copy<int4>"), "load") == Global{1, 16, 512});
    CHECK(global(counters("copy<double>"), "store") == Global{1, 8, 256});
    CHECK(global(counters("copy<char>"), "load") == Global{1, 1, 32});
    // Twelve bytes are moved in three pieces; the lanes' pieces lie 12 bytes apart, 384 bytes in all.
    CHECK(global(counters("copy_triples"), "load") == Global{3, 36, 384});
    CHECK(global(counters("copy_triples"), "store") == Global{3, 36, 384});
}

TEST_CASE("an access counts, in whatever way the program makes it") {
    constexpr int bytes = 32 * sizeof(int);
    const json all = counted_in("every_access");
    CHECK(all.size() > 25);
    for (const json& kernel : all) {
        INFO(kernel.at("kernel"));
        const json& c = kernel.at("counters");
        const auto of = [&](const char* what) { return global(c, what).useful_bytes; };
        CHECK(of("load") + of("store") + of("atomic") == 2 * bytes);
        CHECK((of("atomic") > 0 ? of("atomic") == 2 * bytes : of("load") == bytes));
    }
}

TEST_CASE("every warp of every block makes its own requests") { CHECK(global(counters("copy<int>"), "load") == Global{4, 16, 512}); }

TEST_CASE("lanes that want different words of one bank take turns") {
    const auto both = [](const std::string& kernel, const Shared& expected) {
        CAPTURE(kernel);
        CHECK(shared(counters(kernel), "load") == expected);
        CHECK(shared(counters(kernel), "store") == expected);
    };
    both("shared_strided<int, 1>", {1, 1, 0});
    both("shared_strided<int, 2>", {1, 2, 1});
    both("shared_strided<int, 4>", {1, 4, 3});
    both("shared_strided<int, 16>", {1, 16, 15});
    both("shared_strided<int, 32>", {1, 32, 31});
    both("shared_strided<int, 33>", {1, 1, 0});
    both("shared_strided<char, 1>", {1, 1, 0}); // four lanes share a word
    CHECK(shared(counters("shared_broadcast<int>"), "load") == Shared{1, 1, 0});
}

TEST_CASE("wide accesses to shared memory go by half and quarter warps") {
    CHECK(shared(counters("shared_strided<double, 1>"), "load") == Shared{1, 2, 0});
    CHECK(shared(counters("shared_strided<double, 1>"), "store") == Shared{1, 2, 0});
    CHECK(shared(counters("shared_strided<double, 2>"), "load") == Shared{1, 4, 2});
    CHECK(shared(counters("shared_strided<int4, 1>"), "load") == Shared{1, 4, 0});
    CHECK(shared(counters("shared_strided<int4, 1>"), "store") == Shared{1, 4, 0});
    CHECK(shared(counters("shared_strided<int4, 2>"), "load") == Shared{1, 8, 4});
    // Halves and quarters without a lane cost nothing.
    CHECK(shared(counters("shared_by_few<double, 16>"), "store") == Shared{1, 1, 0});
    CHECK(shared(counters("shared_by_few<double, 17>"), "store") == Shared{1, 2, 0});
    CHECK(shared(counters("shared_by_few<int4, 9>"), "store") == Shared{1, 2, 0});
    // Neighbours that load the same are served together.
    CHECK(shared(counters("shared_broadcast<double>"), "load") == Shared{1, 1, 0});
    CHECK(shared(counters("shared_broadcast<int4>"), "load") == Shared{1, 2, 0});
}

TEST_CASE("atomics are counted apart, and at one address of shared memory one by one") {
    CHECK(global(counters("atomics_side_by_side"), "atomic") == Global{1, 4, 128});
    CHECK(global(counters("atomics_at_one_place"), "atomic") == Global{1, 1, 4});
    CHECK(global(counters("atomics_at_one_place"), "load") == Global{0, 0, 0});
    CHECK(shared(counters("shared_atomics<0>"), "atomic") == Shared{1, 32, 31});
    CHECK(shared(counters("shared_atomics<1>"), "atomic") == Shared{1, 1, 0});
    CHECK(shared(counters("shared_atomics<2>"), "atomic") == Shared{1, 2, 1});
    CHECK(global(counters("atomic_loads"), "load") == Global{1, 4, 128});
    CHECK(global(counters("atomic_loads"), "atomic") == Global{0, 0, 0});
}

TEST_CASE("the branches of a warp are instructions of their own, and diverged") {
    CHECK(global(counters("two_branches"), "load") == Global{2, 8, 128});
    CHECK(counters("two_branches").at("instructions") == 4);
    CHECK(counters("two_branches").at("diverged") == 4);
    CHECK(counters("strided<1>").at("diverged") == 0);
}

TEST_CASE("lanes that do not exist are not missed, lanes that leave early are") {
    CHECK(global(counters("tail", 0), "load") == Global{2, 5, 160});
    CHECK(counters("tail", 0).at("diverged") == 0);
    CHECK(global(counters("tail", 1), "load") == Global{1, 3, 80});
    CHECK(counters("tail", 1).at("diverged") == 2);
}

TEST_CASE("each round of a loop is an instruction of its own") {
    const json loops = counters("loop"); // the launches are alike: 10 + 1000 rounds
    CHECK(global(loops, "load") == Global{1010, 4 * 1010, 128 * 1010});
    CHECK(global(loops, "store") == Global{1010, 4 * 1010, 128 * 1010});
    CHECK(loops.at("diverged") == 0);
}

TEST_CASE("lanes stay side by side where some skip a branch or leave a loop") {
    const json branch = counters("loop_with_branch");
    CHECK(global(branch, "load") == Global{1008, 4 * 1008, 128 * 1008});
    CHECK(global(branch, "store") == Global{1008, 4 * 1008, 32 * 1008});
    CHECK(branch.at("diverged") == 1008);
    // Eight lanes go round once, eight twice, eight three times; the last store is everybody's.
    const json uneven = counters("uneven_loop");
    CHECK(global(uneven, "load") == Global{3, 3 * 4, 4 * (24 + 16 + 8)});
    CHECK(global(uneven, "store") == Global{4, 4 * 4, 4 * (24 + 16 + 8 + 32)});
    CHECK(uneven.at("diverged") == 6);
}

TEST_CASE("collectives and barriers are counted once per warp") {
    const json collectives = counters("collectives");
    CHECK(collectives.at("collectives") == 3);
    CHECK(collectives.at("warp_syncs") == 1);
    CHECK(collectives.at("diverged") == 1); // the shuffle of sixteen lanes
    CHECK(counters("barriers").at("block_barriers") == 3 * 3 * 6);
    CHECK(counters("barriers").at("instructions") == 3 * 3); // the stores
}

TEST_CASE("launches that are alike are folded, others are not") {
    std::vector<long long> launches;
    for (const json& kernel : kernels())
        if (kernel.at("kernel") == "broadcast") launches.push_back(kernel.at("launches"));
    CHECK(launches == std::vector<long long>{1, 4});
    CHECK(global(counters("broadcast", 1), "load") == Global{16, 16, 64});
}

TEST_CASE("costs are told of the line that causes them") {
    const auto same_kernel = [](const json& kernel) { return kernel.at("kernel") == "one_line_twice"; };
    const json kernel = *std::ranges::find_if(kernels(), same_kernel);
    REQUIRE(kernel.at("lines").size() == 2);
    const json& helper = kernel.at("lines")[0];
    CHECK_THAT(helper.at("file").get<std::string>(), ContainsSubstring("access_patterns.cu"));
    CHECK(global(helper.at("counters"), "load") == Global{2, 12, 256}); // both instantiations
    CHECK(global(helper.at("counters"), "store") == Global{0, 0, 0});
    CHECK(global(kernel.at("lines")[1].at("counters"), "store") == Global{1, 4, 128});
}

TEST_CASE("text and annotated source come to standard error") {
    const scanlab::Ended text = run_shell("SCANLAB_SIM_COUNTERS=- SCANLAB_SIM_ANNOTATE=1 " PROGRAMS "/access_patterns");
    CHECK(text.out.empty());
    CHECK_THAT(text.err, ContainsSubstring("4 launches of broadcast <<<2, 64>>> at "));
    CHECK_THAT(text.err, ContainsSubstring("2 x 6.00") && ContainsSubstring("one line, several inst"));
    const scanlab::Ended fast = run_shell("SCANLAB_SIM_COUNTERS=- " PROGRAMS "/access_patterns_fast");
    CHECK_THAT(fast.err, ContainsSubstring("nothing was counted"));
}
