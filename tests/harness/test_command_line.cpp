#include "catch.hpp"

#include "errors.hpp"
#include "numbers.hpp"
#include "report/options.hpp"

#include <array>
#include <fmt/format.h>

#include <limits>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;

namespace {

Options parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "program");
    const Lesson lesson{.number = 2, .name = "program", .title = "A test"};
    const std::array variants{Variant{128, 1, nullptr, nullptr}, Variant{256, 1, nullptr, nullptr}};
    return parse_options(lesson, variants, static_cast<int>(arguments.size()), arguments.data())
        .value();
}

std::string complaint(const std::vector<const char*>& arguments) {
    try {
        parse(arguments);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "none";
}

} // namespace

TEST_CASE("sizes can be given the way one says them") {
    CHECK(parse_count("--n", "0") == 0);
    CHECK(parse_count("--n", "1000000") == 1'000'000);
    CHECK(parse_count("--n", "1e6") == 1'000'000);
    CHECK(parse_count("--n", "25E3") == 25'000);
    CHECK(parse_count("--n", "2^20") == 1 << 20);
    CHECK(parse_count("--n", "3^3") == 27);
    CHECK(parse_count("--n", "2^0") == 1);
    CHECK(parse_count("--n", "0^3") == 0);
    CHECK(parse_count("--n", "2^48") == 1LL << 48);
    CHECK(parse_count("--n", "1^999999999999") == 1);
    CHECK(parse_count("--n", "0e999999999999") == 0);
}

TEST_CASE("a size that means nothing is refused in words") {
    CHECK_THAT(complaint({"--n", "-5"}),
               ContainsSubstring("--n -5: a number of elements cannot be negative"));
    for (const char* text :
         {"abc", "", "1.5", "12x", "2^", "^3", "1e", "--", "1e-3", " 5", "0x10", "1e2e3"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH(parse_count("--n", text),
                          ContainsSubstring("not a number of elements; give one such as"));
    }
    for (const char* text :
         {"1e99", "2^49", "99999999999999999999999", "1e999999999999999999999", "281474976710657"}) {
        CAPTURE(text);
        CHECK_THROWS_WITH(parse_count("--n", text), ContainsSubstring("too many elements"));
    }
}

TEST_CASE("without options the usual is checked") {
    const Options options = parse({});
    CHECK_FALSE(options.n);
    CHECK_FALSE(options.kind);
    CHECK(options.block == 256);
    CHECK(options.seed == 1);
    CHECK(options.order == 1);
    CHECK_FALSE(options.fit);
}

TEST_CASE("options do what they say") {
    const Options options = parse({"--n", "2^10", "--block", "128", "--seed", "7", "--reps=3", "--fit",
                                   "--case", "one-hot", "--csv", "a", "--json", "b"});
    CHECK(options.n == 1024);
    CHECK(options.block == 128);
    CHECK(options.seed == 7);
    CHECK(options.reps == 3);
    CHECK(options.fit);
    CHECK(options.kind == InputKind::one_hot);
    CHECK(options.csv == "a");
    CHECK(options.json == "b");
}

TEST_CASE("a bad option is refused with what would be good") {
    CHECK_THAT(complaint({"--block", "100"}),
               ContainsSubstring("--block 100: ") && ContainsSubstring("128, 256 threads per block"));
    CHECK_THAT(complaint({"--block", "2048"}), ContainsSubstring("--block 2048: "));
    CHECK_THAT(complaint({"--block", "x"}), ContainsSubstring("--block x: "));
    CHECK_THAT(complaint({"--reps", "0"}), ContainsSubstring("from 1 to"));
    CHECK_THAT(complaint({"--reps", "many"}), ContainsSubstring("from 1 to"));
    for (const char* option : {"--seed", "--order"})
        for (const std::string bad :
             {"-1", "1e99", "x", "010", "+1", "0x10", "", " 1", "18446744073709551616"})
            CHECK_THAT(complaint({option, bad.c_str()}),
                       ContainsSubstring(fmt::format("{} {}: give a whole number from 0 to {}", option,
                                                     bad, std::numeric_limits<std::uint64_t>::max())));
    CHECK_THAT(complaint({"--case", "nasty"}),
               ContainsSubstring("ones, zeros, random, large, one-hot"));
    CHECK_THAT(complaint({"--case", "file"}), ContainsSubstring("--case file"));
    CHECK_THAT(complaint({"--frobnicate"}),
               ContainsSubstring("--frobnicate") && ContainsSubstring("--help"));
    CHECK_THAT(complaint({"stray"}), ContainsSubstring("stray") && ContainsSubstring("--help"));
    CHECK_THAT(complaint({"--n"}), ContainsSubstring("--n") && ContainsSubstring("--help"));
    CHECK_THAT(complaint({"--input", "x", "--n", "5"}), ContainsSubstring("leave out --n"));
    CHECK_THAT(complaint({"--output", "x"}), ContainsSubstring("--input FILE, which is missing"));
}
