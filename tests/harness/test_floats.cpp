#include "catch.hpp"
#include "check/diagnosis.hpp"
#include "task/fixed_order.hpp"
#include "task/inputs.hpp"
#include "task/reference.hpp"
#include "task/rounding.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using Catch::Matchers::ContainsSubstring;

namespace scanlab {
namespace {

constexpr Layout layout{64, 4}; // tiles of 256 elements

int bits(float number) { return std::bit_cast<int>(number); }
float number(int bits) { return std::bit_cast<float>(bits); }

bool is_nearly(double a, double b) { return std::abs(a - b) < 1e-6 * b; }

RoundingBound bound_of(long long additions, const std::vector<float>& numbers) {
    RoundingBound bound(additions);
    for (const float n : numbers) bound.add(n);
    return bound;
}

std::optional<Diagnosis> judged(Task task, const HostArray& input, const HostArray& expected,
                                const HostArray& got, long long additions) {
    return diagnose({.task = task,
                     .scope = Scope::device,
                     .layout = layout,
                     .input = input,
                     .expected = expected,
                     .got = got,
                     .kept = {},
                     .additions = additions});
}

} // namespace

TEST_CASE("sums of whole floats that need no rounding have to be equal") {
    const RoundingBound bound = bound_of(1000, {1, -7, 100'000});
    CHECK(bound.error() == 0);
    CHECK(bound.allows(99'994, 99'994));
    CHECK_FALSE(bound.allows(99'994, std::nextafter(99'994.F, 0.F)));
    CHECK(bound_of(1000, {16'777'216, 1}).error() > 0); // the sum has no float
    CHECK(bound_of(1000, {0.5F, 1}).error() > 0);
}

TEST_CASE("a float sum may be off by what rounding explains, and no more") {
    const float u = 0x1p-24F;
    const RoundingBound two =
        bound_of(2, {0.5F, 0.25F, 0.25F, 0.75F}); // at most two additions in a row
    CHECK(is_nearly(two.error(), 2 * u * 1.75));
    CHECK(two.allows(1.75F, 1.75F + 0x1p-23F));
    CHECK_FALSE(two.allows(1.75F, 1.75F + 0x1p-21F));
    CHECK(is_nearly(bound_of(99, {0.5F, 0.25F, 0.25F, 0.75F}).error(), 3 * u * 1.75)); // four numbers
    CHECK_FALSE(two.allows(1.75F, std::numeric_limits<float>::quiet_NaN()));
    CHECK_FALSE(two.allows(1.75F, std::numeric_limits<float>::infinity()));
}

TEST_CASE("the sums that floats are compared with are the floats next to the true ones") {
    HostArray input(100'002), sums(100'002);
    input.data()[0] = bits(1);
    for (long long i = 1; i <= 100'000; ++i) input.data()[i] = bits(0x1p-25F); // each is lost in floats
    input.data()[100'001] = bits(-1);
    scan_plain(input, sums, Task::float_scan, input.size());
    CHECK(number(sums.data()[100'000]) == static_cast<float>(1 + 100'000 * 0x1p-25));
    CHECK(number(sums.data()[100'001]) == static_cast<float>(100'000 * 0x1p-25));
}

TEST_CASE("a scan of floats with a lost element is wrong, one in another order is not") {
    const HostArray input = make_input(InputKind::large, Task::float_scan, 5000, 3);
    HostArray expected(5000), got(5000);
    scan_plain(input, expected, Task::float_scan, 5000);
    scan_in_fixed_order(input, got, layout);
    constexpr long long additions = 50;
    CHECK_FALSE(judged(Task::float_scan, input, expected, got, additions));

    float loop = 0;
    for (long long i = 0; i < 5000; ++i) got.data()[i] = bits(loop += number(input.data()[i]));
    CHECK_FALSE(judged(Task::float_scan, input, expected, got, 5000));
    for (long long i = 1234; i < 5000; ++i)
        got.data()[i] = bits(number(got.data()[i]) - number(input.data()[1234]));
    CHECK(judged(Task::float_scan, input, expected, got, additions)->first_wrong == 1234);
}

TEST_CASE("where the order is prescribed, every bit counts, and the report says so") {
    const HostArray input = make_input(InputKind::random, Task::fixed_order_scan, 40'000, 3);
    HostArray expected(40'000), got(40'000);
    scan_in_fixed_order(input, expected, layout);
    scan_in_fixed_order(input, got, layout);
    const auto diagnosis = [&] { return judged(Task::fixed_order_scan, input, expected, got, 40'000); };
    CHECK_FALSE(diagnosis());
    SECTION("another order") {
        float loop = 0;
        for (long long i = 0; i < 40'000; ++i) got.data()[i] = bits(loop += number(input.data()[i]));
        CHECK_THAT(diagnosis().value().cause, ContainsSubstring("another order"));
    }
    SECTION("other bits than a float's") {
        got.data()[777] = 0x7fc00001;
        CHECK_THAT(diagnosis().value().cause, ContainsSubstring("not numbers"));
    }
    SECTION("a wrong sum") {
        got.data()[777] = bits(12345);
        CHECK(diagnosis()->first_wrong == 777);
        CHECK(diagnosis()->cause.empty());
    }
}

TEST_CASE("the prescribed order: threads, lanes, warps, tiles of a group, groups") {
    // 1, and then halves of its last bit: what is added up first survives, what meets the 1 alone is
    // lost.
    HostArray input(256), got(256);
    for (long long i = 0; i < 256; ++i) input.data()[i] = bits(i == 0 ? 1 : 0x1p-24F);
    scan_in_fixed_order(input, got, layout);
    CHECK(number(got.data()[1]) == 1);            // 1 + h
    CHECK(number(got.data()[3]) == 1);            // ((1 + h) + h) + h, in one thread
    CHECK(number(got.data()[4]) == 1);            // 1 + h, lane 1's
    CHECK(number(got.data()[5]) == 1 + 0x1p-23F); // 1 + (h + h)
}

} // namespace scanlab
