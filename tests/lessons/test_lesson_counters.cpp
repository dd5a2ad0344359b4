// What the counters say about lessons whose costs can be worked out by hand.
#include "catch.hpp"

#include "counted.hpp"
#include "program.hpp"

#include <algorithm>
#include <map>

using nlohmann::json;

namespace {

/// A lesson's kernels in its measured call on n elements.
json lesson_kernels(const std::string& name, const std::string& arguments) {
    const scanlab::ScratchFolder folder;
    const std::string file = (folder.path() / "report.json").string();
    const scanlab::Ended ended =
        run_shell(LESSONS "/" + name + " --counters --case ones " + arguments + " --json " + file);
    CAPTURE(ended.out, ended.err);
    REQUIRE(ended.code == 0);
    return json::parse(read_file(file)).at("kernels");
}

} // namespace

TEST_CASE("lesson 02 has 17 barriers, and no bank conflicts") {
    const json kernel = lesson_kernels("hillis_steele_shared", "--n 4096").at(0);
    const json& c = kernel.at("counters");
    const long long blocks = 16, warps = 8 * blocks;
    CHECK(kernel.at("warps") == warps);
    CHECK(c.at("block_barriers") == 17 * warps);
    CHECK(global(c, "load") == Global{warps, 4 * warps, 128 * warps});
    CHECK(global(c, "store") == Global{warps, 4 * warps, 128 * warps});
    // A step stores once per warp and loads twice, but where the whole warp has nobody to its left,
    // once: one warp at distance 32, two at 64, four at 128. One store more at the start, one load at
    // the end.
    const long long stores = 9 * warps, loads = 17 * warps - 7 * blocks;
    CHECK(shared(c, "load") == Shared{loads, loads, 0});
    CHECK(shared(c, "store") == Shared{stores, stores, 0});
}

TEST_CASE("lesson 13 starts as many warps as lesson 10 for an array that is small") {
    for (const char* elements : {"2000", "4000", "8000", "16000"}) {
        const std::string arguments = std::string("--block 512 --n ") + elements;
        CAPTURE(elements);
        CHECK(lesson_kernels("float_scan", arguments).at(0).at("warps") ==
              lesson_kernels("look_ahead", arguments).at(0).at("warps"));
    }
}

TEST_CASE("lesson 10 halves its tiles if two blocks have at most four rounds of 8192 elements each") {
    const auto warps = [](const char* arguments) {
        return lesson_kernels("look_ahead", arguments).at(0).at("warps");
    };
    CHECK(warps("--n 16385") == 2 * (8 + 3)); // 8 scan, 3 load and look back
    CHECK(warps("--n 65536") == 2 * (8 + 3));
    CHECK(warps("--n 65537") == 2 * (16 + 3));
}

TEST_CASE("lesson 05 moves 16 sectors per request, and its helpers' costs stand in their header") {
    const json kernel = lesson_kernels("coarsened", "--n 4096").at(0);
    CHECK(global(kernel.at("counters"), "load") == Global{32, 16 * 32, 512 * 32});
    CHECK(global(kernel.at("counters"), "store") == Global{32, 16 * 32, 512 * 32});
    std::map<std::string, long long> barriers;
    for (const json& line : kernel.at("lines")) {
        const std::string file = line.at("file");
        barriers[file.substr(file.rfind('/') + 1)] +=
            line.at("counters").at("block_barriers").get<long long>();
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
