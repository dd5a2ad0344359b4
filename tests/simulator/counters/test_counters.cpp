// What the counters say about kernels whose costs can be worked out by hand.
#include "catch.hpp"

#include "program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using Catch::Matchers::ContainsSubstring;
using nlohmann::json;

namespace {

struct Global {
    long long requests, sectors, useful_bytes;
    bool operator==(const Global&) const = default;
};
struct Shared {
    long long requests, wavefronts, bank_conflicts;
    bool operator==(const Shared&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Global& g) {
    return out << g.requests << " requests, " << g.sectors << " sectors, " << g.useful_bytes << " useful bytes";
}
std::ostream& operator<<(std::ostream& out, const Shared& s) {
    return out << s.requests << " requests, " << s.wavefronts << " wavefronts, " << s.bank_conflicts << " bank conflicts";
}

Global global(const json& counters, const char* what) {
    const json& c = counters.at(std::string("global_") + what);
    return {c.at("requests"), c.at("sectors"), c.at("useful_bytes")};
}
Shared shared(const json& counters, const char* what) {
    const json& c = counters.at(std::string("shared_") + what);
    return {c.at("requests"), c.at("wavefronts"), c.at("bank_conflicts")};
}

/// All that was counted in a run of the program with the access patterns.
const json& kernels() {
    static const json all = [] {
        const scanlab::ScratchFolder folder;
        const std::string file = (folder.path() / "counters.json").string();
        const scanlab::Ended ended = run_shell("SCANLAB_SIM_COUNTERS=" + file + " " PROGRAMS "/access_patterns");
        CAPTURE(ended.out, ended.err);
        REQUIRE(ended.code == 0);
        return json::parse(read_file(file));
    }();
    return all;
}

/// The counters of a kernel, of its i-th configuration.
json counters(const std::string& name, int i = 0) {
    for (const json& kernel : kernels())
        if (kernel.at("kernel") == name && i-- == 0) return kernel.at("counters");
    FAIL("no kernel " << name);
    return {};
}

/// A lesson's kernels in its measured call on n elements.
json lesson_kernels(const std::string& name, const std::string& arguments) {
    const scanlab::ScratchFolder folder;
    const std::string file = (folder.path() / "report.json").string();
    const scanlab::Ended ended = run_shell(LESSONS "/" + name + " --counters --case ones " + arguments + " --json " + file);
    CAPTURE(ended.out, ended.err);
    REQUIRE(ended.code == 0);
    return json::parse(read_file(file)).at("kernels");
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
    const json meetings = counters("collectives");
    CHECK(meetings.at("collectives") == 3);
    CHECK(meetings.at("warp_syncs") == 1);
    CHECK(meetings.at("diverged") == 1); // the shuffle of sixteen lanes
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

TEST_CASE("lesson 02 has 17 barriers, and no bank conflicts") {
    const json kernel = lesson_kernels("hillis_steele_shared", "--n 4096").at(0);
    const json& c = kernel.at("counters");
    const long long blocks = 16, warps = 8 * blocks;
    CHECK(kernel.at("warps") == warps);
    CHECK(c.at("block_barriers") == 17 * warps);
    CHECK(global(c, "load") == Global{warps, 4 * warps, 128 * warps});
    CHECK(global(c, "store") == Global{warps, 4 * warps, 128 * warps});
    // A step stores once per warp and loads twice, but where the whole warp has nobody to its left, once:
    // one warp at distance 32, two at 64, four at 128. One store more at the start, one load at the
    // end.
    const long long stores = 9 * warps, loads = 17 * warps - 7 * blocks;
    CHECK(shared(c, "load") == Shared{loads, loads, 0});
    CHECK(shared(c, "store") == Shared{stores, stores, 0});
}

TEST_CASE("lesson 05 moves 16 sectors per request, and its helpers' costs stand in their header") {
    const json kernel = lesson_kernels("coarsened", "--n 4096").at(0);
    CHECK(global(kernel.at("counters"), "load") == Global{32, 16 * 32, 512 * 32});
    CHECK(global(kernel.at("counters"), "store") == Global{32, 16 * 32, 512 * 32});
    std::map<std::string, long long> barriers;
    for (const json& line : kernel.at("lines")) {
        const std::string file = line.at("file");
        barriers[file.substr(file.rfind('/') + 1)] += line.at("counters").at("block_barriers").get<long long>();
    }
    CHECK(barriers == std::map<std::string, long long>{{"coarsened.cu", 0}, {"collectives.cuh", 32}});
}

TEST_CASE("lesson 06 has the bank conflicts of a tree with strides of powers of two") {
    const json c = lesson_kernels("blelloch", "--n 512").at(0).at("counters");
    constexpr long long tile = 512;
    Shared load{}, store{};
    // `lanes` threads of the block access words that lie `spacing` apart, `loads` and `stores` times.
    const auto access = [&](long long lanes, long long spacing, int loads, int stores) {
        for (long long first = 0; first < lanes; first += 32) {
            const long long active = std::min(lanes - first, 32LL);
            const long long banks = 32 / std::min(spacing, 32LL);
            const long long turns = (active + banks - 1) / banks;
            load.requests += loads, load.wavefronts += loads * turns;
            store.requests += stores, store.wavefronts += stores * turns;
        }
    };
    access(tile / 2, 2, 2, 2); // leaves
    for (long long stride = 1; stride < tile; stride *= 2) {
        access(tile / 2 / stride, 2 * stride, 2, 1); // up-sweep
        access(tile / 2 / stride, 2 * stride, 3, 2); // down-sweep
    }
    access(1, 1, 0, 1); // root
    load.bank_conflicts = load.wavefronts - load.requests;
    store.bank_conflicts = store.wavefronts - store.requests;
    CHECK(load.bank_conflicts > 0);
    CHECK(shared(c, "load") == load);
    CHECK(shared(c, "store") == store);
}
