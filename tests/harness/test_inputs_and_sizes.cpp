#include "catch.hpp"

#include "check/sizes.hpp"
#include "task/inputs.hpp"

#include <algorithm>
#include <numeric>
#include <set>

using namespace scanlab;

TEST_CASE("a failure shrinks to a smaller n: a shorter input is the beginning of a longer one") {
    for (const InputKind kind :
         {InputKind::ones, InputKind::zeros, InputKind::random, InputKind::large}) {
        for (const Task task : {Task::inclusive_scan, Task::compaction}) {
            const HostArray longer = make_input(kind, task, 10'000, 7),
                            shorter = make_input(kind, task, 777, 7);
            CHECK(std::equal(shorter.data(), shorter.data() + 777, longer.data()));
        }
    }
}

TEST_CASE("other seeds are other inputs") {
    std::set<long long> sums;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const HostArray input = make_input(InputKind::large, Task::inclusive_scan, 100, seed);
        sums.insert(std::accumulate(input.data(), input.data() + 100, 0LL));
    }
    CHECK(sums.size() == 20);
}

TEST_CASE("inputs show what they are meant to show") {
    const long long n = 100'000;
    const HostArray random = make_input(InputKind::random, Task::inclusive_scan, n, 1);
    const auto [least, most] = std::minmax_element(random.data(), random.data() + n);
    CHECK(*least == -8);
    CHECK(*most == 8);

    const HostArray large = make_input(InputKind::large, Task::inclusive_scan, n, 1);
    CHECK(*std::max_element(large.data(), large.data() + n) > 2'000'000'000);
    CHECK(*std::min_element(large.data(), large.data() + n) < -2'000'000'000);

    const HostArray half = make_input(InputKind::random, Task::compaction, n, 1);
    const auto zeros = std::count(half.data(), half.data() + n, 0);
    CHECK(zeros > n * 49 / 100);
    CHECK(zeros < n * 51 / 100);

    for (const long long size : {1LL, 2LL, 1000LL}) {
        const HostArray one_hot = make_input(InputKind::one_hot, Task::inclusive_scan, size, 1);
        CHECK(std::count(one_hot.data(), one_hot.data() + size, 1) == 1);
        CHECK(std::count(one_hot.data(), one_hot.data() + size, 0) == size - 1);
    }
}

TEST_CASE("no awkward size is left out, and the smallest come first") {
    const auto sizes = awkward_sizes({.tile = 4096,
                                      .resident_tiles = 10,
                                      .largest_power = 65536,
                                      .large_odd = 30011,
                                      .most = 1 << 20});
    CHECK(std::is_sorted(sizes.begin(), sizes.end()));
    for (const long long n : {0,    1,    2,    3,    31,   32,   33,    255,   256,   257,  1023,
                              1024, 1025, 4095, 4096, 4097, 8193, 16384, 30011, 45057, 65536}) {
        CAPTURE(n);
        CHECK(std::count(sizes.begin(), sizes.end(), n) == 1);
    }
}

TEST_CASE("a small device is not asked for more than it holds") {
    const auto sizes = awkward_sizes({.tile = 256,
                                      .resident_tiles = 1000,
                                      .largest_power = 1 << 24,
                                      .large_odd = 10'000'019,
                                      .most = 5000});
    CHECK(sizes.back() == 4096);
}
