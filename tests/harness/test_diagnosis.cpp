// Each pattern of wrong results is told from the others, on arrays made by hand.
#include "catch.hpp"

#include "check/diagnosis.hpp"
#include "task/inputs.hpp"
#include "task/poison.hpp"
#include "task/reference.hpp"

#include <functional>
#include <string>
#include <vector>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A scan of random numbers to be spoilt: tiles of 128 threads × 2 items.
struct Scan {
    Task task = Task::inclusive_scan;
    Scope scope = Scope::device;
    Layout layout{128, 2};
    long long n = 1000;

    HostArray input = make_input(InputKind::large, task, n, 9);
    HostArray expected = reference();
    HostArray got = reference();

    HostArray reference() const { return reference(task, scope == Scope::block ? layout.tile() : n); }
    HostArray reference(Task other_task, long long tile) const {
        HostArray result(n);
        scan_plain(input, result, other_task, tile);
        return result;
    }
    std::optional<Diagnosis> diagnosis() const {
        return diagnose({task, scope, layout, input, expected, got, std::nullopt});
    }
    std::string cause() const { return diagnosis().value().cause; }
    int sum(long long begin, long long end) const {
        unsigned total = 0;
        for (long long i = begin; i < end; ++i) total += static_cast<unsigned>(input.data()[i]);
        return static_cast<int>(total);
    }
    void add(long long begin, long long end, int what) {
        for (long long i = begin; i < end; ++i) {
            got.data()[i] =
                static_cast<int>(static_cast<unsigned>(got.data()[i]) + static_cast<unsigned>(what));
        }
    }
    void spoil(long long begin, long long end) {
        for (long long i = begin; i < end; ++i) got.data()[i] ^= 0x1234 + static_cast<int>(i);
    }
};

} // namespace

TEST_CASE("a right result is not complained about") { CHECK_FALSE(Scan().diagnosis()); }

TEST_CASE("the first wrong element, its thread and the number of wrong ones are named") {
    Scan scan;
    scan.spoil(600, 610);
    const Diagnosis diagnosis = scan.diagnosis().value();
    CHECK(diagnosis.first_wrong == 600);
    CHECK(diagnosis.wrong == 10);
    CHECK(diagnosis.total == 1000);
    CHECK(diagnosis.owner->block == 2); // elements 512 … 767
    CHECK(diagnosis.owner->thread == 44);
    CHECK(diagnosis.owner->warp == 1);
    CHECK(diagnosis.owner->lane == 12);
}

TEST_CASE("with many items per thread, the owner is the thread whose vector holds the element") {
    const Layout layout{64, 8}; // a warp owns 256 elements, in two rows of 32 vectors of 4
    CHECK(owner_of(0, layout).thread == 0);
    CHECK(owner_of(3, layout).thread == 0);
    CHECK(owner_of(4, layout).thread == 1);
    CHECK(owner_of(127, layout).thread == 31);
    CHECK(owner_of(128, layout).thread == 0);
    CHECK(owner_of(256, layout).thread == 32);
    CHECK(owner_of(256, layout).warp == 1);
    CHECK(owner_of(511, layout).thread == 63);
    CHECK(owner_of(512, layout).block == 1);
    CHECK(owner_of(512, layout).thread == 0);
}

TEST_CASE("the owner is named right if threads own every so many-th element") {
    const Layout striped{64, 4, Arrangement::striped};
    CHECK(owner_of(0, striped).thread == 0);
    CHECK(owner_of(63, striped).thread == 63);
    CHECK(owner_of(64, striped).thread == 0);
    CHECK(owner_of(256 + 70, striped).block == 1);
    CHECK(owner_of(256 + 70, striped).thread == 6);
    const Layout warp_striped{64, 4, Arrangement::warp_striped}; // a warp owns 128 elements
    CHECK(owner_of(33, warp_striped).thread == 1);
    CHECK(owner_of(127, warp_striped).thread == 31);
    CHECK(owner_of(128, warp_striped).thread == 32);
    CHECK(owner_of(128, warp_striped).warp == 1);
}

TEST_CASE("the likely cause of a wrong scan is named") {
    Scan scan;
    const auto everywhere = [&](const std::function<int(long long)>& value) {
        for (long long i = 0; i < scan.n; ++i) scan.got.data()[i] = value(i);
    };

    SECTION("nothing written") {
        everywhere([](long long) { return poison_word; });
        CHECK_THAT(scan.cause(), ContainsSubstring("Nothing was written"));
    }
    SECTION("elements not written") {
        for (const long long i : {3, 77, 500}) scan.got.data()[i] = poison_word;
        CHECK_THAT(scan.cause(), ContainsSubstring("were never written"));
    }
    SECTION("tail not written") {
        for (long long i = 768; i < 1000; ++i) scan.got.data()[i] = poison_word;
        CHECK_THAT(scan.cause(), ContainsSubstring("never written") &&
                                     ContainsSubstring("the last tile, which has 232 of 256"));
    }
    SECTION("exclusive for inclusive") {
        scan.got = scan.reference(Task::exclusive_scan, scan.n);
        CHECK_THAT(scan.cause(), ContainsSubstring("You computed the exclusive scan"));
    }
    SECTION("inclusive for exclusive") {
        Scan exclusive{.task = Task::exclusive_scan};
        exclusive.got = exclusive.reference(Task::inclusive_scan, exclusive.n);
        CHECK_THAT(exclusive.cause(), ContainsSubstring("You computed the inclusive scan"));
    }
    SECTION("nothing added") {
        everywhere([&](long long i) { return scan.input.data()[i]; });
        CHECK_THAT(scan.cause(), ContainsSubstring("is the same as the input"));
    }
    SECTION("no carry between tiles") {
        scan.got = scan.reference(Task::inclusive_scan, 256);
        CHECK_THAT(scan.cause(), ContainsSubstring("Every tile of 256 elements starts again from 0"));
    }
    SECTION("sums that run on over the tiles of a block scan") {
        Scan block{.scope = Scope::block};
        block.got = block.reference(Task::inclusive_scan, block.n);
        CHECK_THAT(block.cause(), ContainsSubstring("run on from tile to tile"));
    }
    SECTION("no carry between warps") {
        Scan block{.scope = Scope::block};
        block.got = block.reference(Task::inclusive_scan, 64);
        CHECK_THAT(block.cause(), ContainsSubstring("Every warp's 64 elements start again"));
    }
    SECTION("no carry between threads") {
        Scan block{.scope = Scope::block};
        block.got = block.reference(Task::inclusive_scan, 2);
        CHECK_THAT(block.cause(), ContainsSubstring("Every thread's 2 elements start again"));
    }
    SECTION("too few doublings") {
        everywhere([&](long long i) { return scan.sum(std::max(0LL, i - 127), i + 1); });
        CHECK_THAT(scan.cause(),
                   ContainsSubstring("the sum of only 128 inputs. The distance doubles too few times"));
    }
    SECTION("the last tile's carry only") {
        scan.add(512, 768, -scan.sum(0, 256));
        scan.add(768, 1000, -scan.sum(0, 512));
        CHECK_THAT(scan.cause(), ContainsSubstring("Block 2 is the first that is wrong") &&
                                     ContainsSubstring("carry"));
    }
    SECTION("off by exactly the total of the tile before") {
        scan.add(512, 768, -scan.sum(256, 512));
        CHECK_THAT(scan.cause(), ContainsSubstring("by exactly the total of the tile before"));
    }
    SECTION("off by exactly the sum of all tiles before") {
        scan.add(512, 768, -scan.sum(0, 512));
        CHECK_THAT(scan.cause(), ContainsSubstring("by exactly the sum of all tiles before"));
    }
    SECTION("the own total twice") {
        scan.add(256, 512, scan.sum(256, 512));
        CHECK_THAT(scan.cause(),
                   ContainsSubstring("by exactly its own total, which was added once too often"));
    }
    SECTION("only the tail") {
        scan.spoil(800, 900);
        CHECK_THAT(scan.cause(),
                   ContainsSubstring("Only the last tile is wrong, which has 232 of 256 elements"));
    }
    SECTION("warps off by a constant") {
        Scan block{.scope = Scope::block};
        block.add(64, 128, 5);
        block.add(320, 384, 9);
        CHECK_THAT(block.cause(),
                   ContainsSubstring("each warp's elements are wrong by one same amount"));
    }
    SECTION("every block after the first") {
        scan.spoil(300, 400);
        scan.spoil(520, 530);
        scan.spoil(768, 1000);
        CHECK_THAT(scan.cause(), ContainsSubstring("every other block is wrong"));
    }
    SECTION("the last step is missing") {
        everywhere([&](long long i) { return scan.sum(std::max(0LL, i - 511), i + 1); });
        CHECK_THAT(scan.cause(),
                   ContainsSubstring("The step with distance 512 is missing, or its sums"));
    }
    SECTION("a distance off by one, whichever way") {
        const auto doubled = [&](long long least, long long off) {
            std::vector<unsigned> sums(scan.input.data(), scan.input.data() + scan.n), before;
            for (long long distance = 1; distance < scan.n; distance *= 2) {
                before = sums;
                for (long long i = distance + least; i < scan.n; ++i)
                    if (i - distance + off >= 0)
                        sums.at(static_cast<std::size_t>(i)) +=
                            before.at(static_cast<std::size_t>(i - distance + off));
            }
            std::copy(sums.begin(), sums.end(), scan.got.data());
            return scan.cause();
        };
        CHECK_THAT(doubled(1, 0), ContainsSubstring("has to be `>=`, not `>`"));
        CHECK_THAT(doubled(0, 1), ContainsSubstring("one place too close"));
        CHECK_THAT(doubled(0, -1), ContainsSubstring("one place too far away"));
    }
    SECTION("a shift in every step, not only the first") {
        Scan exclusive{.task = Task::exclusive_scan};
        std::vector<unsigned> sums(exclusive.input.data(), exclusive.input.data() + exclusive.n),
            before;
        for (long long distance = 1; distance < exclusive.n; distance *= 2) {
            before = sums;
            const auto from = [&](long long k) {
                return k < 0 ? 0u : before.at(static_cast<std::size_t>(k));
            };
            for (long long i = 0; i < exclusive.n; ++i)
                sums.at(static_cast<std::size_t>(i)) = from(i - 1) + from(i - 1 - distance);
        }
        std::copy(sums.begin(), sums.end(), exclusive.got.data());
        CHECK_THAT(exclusive.cause(), ContainsSubstring("Every step moves the elements"));
    }
    SECTION("an index without the block, or times it") {
        everywhere([&](long long i) { return i < 128 ? scan.expected.data()[i] : poison_word; });
        CHECK_THAT(scan.cause(), ContainsSubstring("never written"));
        everywhere([&](long long i) {
            const bool is_product =
                i == 0 || (i < 128) || (i % 2 == 0 && i < 256) || (i % 3 == 0 && i < 384);
            return is_product ? scan.expected.data()[i] : poison_word;
        });
        CHECK_THAT(scan.cause(), ContainsSubstring("`blockIdx.x` times `threadIdx.x`"));
    }
    SECTION("the first input is missing") {
        scan.add(0, scan.n, -scan.input.data()[0]);
        CHECK_THAT(scan.cause(), ContainsSubstring("The first input is missing"));
    }
    SECTION("a sum that starts with something else than 0") {
        scan.add(0, scan.n, 1);
        CHECK_THAT(scan.cause(), ContainsSubstring("Every result is 1 too large"));
    }
    SECTION("no pattern") {
        scan.spoil(100, 101);
        scan.spoil(300, 301);
        CHECK(scan.cause().empty());
    }
}

TEST_CASE("the likely cause of a wrong compaction is named") {
    const long long n = 1000;
    const Layout layout{128, 2};
    const HostArray input = make_input(InputKind::random, Task::compaction, n, 4);
    HostArray expected(n), got(n);
    expected.truncate(compute_plain(Task::compaction, input, expected));
    std::fill_n(got.data(), n, poison_word);
    compute_plain(Task::compaction, input, got);
    long long kept = expected.size();
    const auto diagnosis = [&] {
        return diagnose({Task::compaction, Scope::device, layout, input, expected, got, kept});
    };
    const auto cause = [&] { return diagnosis().value().cause; };
    CHECK_FALSE(diagnosis());

    SECTION("count not written") {
        kept = static_cast<long long>(0xA5A5A5A5A5A5A5A5u);
        CHECK_THAT(cause(), ContainsSubstring("never written"));
        CHECK_FALSE(diagnosis()->first_wrong);
    }
    SECTION("nothing kept") {
        kept = 0;
        CHECK_THAT(cause(), ContainsSubstring("nothing was kept"));
    }
    SECTION("zeros kept") {
        kept = n;
        std::copy_n(input.data(), n, got.data());
        CHECK_THAT(cause(), ContainsSubstring("zeros included"));
    }
    SECTION("some other count") {
        kept += 3;
        CHECK_THAT(cause(), ContainsSubstring("The count is wrong"));
    }
    SECTION("first block only") {
        kept = 256 - std::count(input.data(), input.data() + 256, 0);
        CHECK_THAT(cause(), ContainsSubstring("only the first block's"));
    }
    SECTION("last block only") {
        kept = 232 - std::count(input.data() + 768, input.data() + 1000, 0);
        CHECK_THAT(cause(), ContainsSubstring("only the last block's"));
    }
    SECTION("nothing written") {
        std::fill_n(got.data(), n, poison_word);
        CHECK_THAT(cause(), ContainsSubstring("nothing was written"));
    }
    SECTION("gaps") {
        got.data()[5] = poison_word;
        CHECK_THAT(cause(), ContainsSubstring("gaps"));
    }
    SECTION("zeros among them") {
        got.data()[5] = 0;
        CHECK_THAT(cause(), ContainsSubstring("zeros among"));
    }
    SECTION("another order") {
        std::reverse(got.data(), got.data() + kept);
        CHECK_THAT(cause(), ContainsSubstring("changed their order"));
    }
    SECTION("the owner is the thread whose input belongs there") {
        got.data()[0] = -1;
        const auto first_kept =
            std::find_if(input.data(), input.data() + n, [](int v) { return v != 0; });
        CHECK(diagnosis()->owner->thread == (first_kept - input.data()) / 2);
    }
}
