// The tasks beyond plain sums: what they compute, what they are checked on, and what their failures
// say.
#include "catch.hpp"

#include "check/diagnosis.hpp"
#include "scanlab/enumerators.hpp"
#include "task/families.hpp"
#include "task/inputs.hpp"
#include "task/parallel.hpp"
#include "task/poison.hpp"
#include "task/reference.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;

namespace {

using Ints = std::vector<int>;

Ints ints(const HostArray& array) { return {array.data(), array.data() + array.size()}; }

int packed(int factor, int term) { return factor << 16 | term; }

HostArray scanned(const InputArrays& input, Task task, long long tile) {
    HostArray result(input.values.size() * traits(task).words);
    scan_plain(input.values, result, task, tile, input.heads);
    return result;
}

/// The result of a scan of tiles of 32 threads x 4 items, to be spoilt.
struct Result {
    explicit Result(Task scan, Scope reach = Scope::device) : task(scan), scope(reach) {}

    Task task;
    Scope scope;
    Layout layout{32, 4};
    long long n = 1000;
    InputArrays input = make_inputs(InputKind::large, task, n, 9);
    HostArray expected = scanned(input, task, scope == Scope::block ? layout.tile() : n);
    HostArray got = scanned(input, task, scope == Scope::block ? layout.tile() : n);

    std::optional<Diagnosis> diagnosis() const {
        return diagnose({task, scope, layout, input.values, expected, got, std::nullopt, input.heads});
    }
    std::string cause() const { return diagnosis().value().cause; }
};

} // namespace

TEST_CASE("each task has a row of its own") {
    std::size_t rows = 0;
    for (const auto family : families) rows += family().size();
    CHECK(rows == enumerators<Task>);
    for (std::size_t i = 0; i < enumerators<Task>; ++i) {
        REQUIRE(all_tasks()[i]);
        CHECK(all_tasks()[i]->task == static_cast<Task>(i));
        CHECK(all_tasks()[i]->plain);
    }
}

TEST_CASE("an exercise's task is understood by its name") {
    for (const TaskTraits* task : all_tasks()) CHECK(task_named(task->name) == task->task);
    CHECK_FALSE(task_named("sorting"));
}

TEST_CASE("a segmented scan begins anew at every head, and in every tile") {
    const Ints input{1, 2, 3, 4, 5, 6, 7, 8}, heads{0, 0, 1, 0, 0, -1, 0, 0};
    Ints output(8);
    scan_plain(input, output, Task::segmented_scan, 8, heads);
    CHECK(output == Ints{1, 3, 3, 7, 12, 6, 13, 21});
    scan_plain(input, output, Task::segmented_scan, 4, heads);
    CHECK(output == Ints{1, 3, 3, 7, 5, 6, 13, 21});
}

TEST_CASE("a wide scan's sums do not wrap around at 32 bits") {
    const Ints input{2'000'000'000,  2'000'000'000,  2'000'000'000,
                     -2'000'000'000, -2'000'000'000, -2'000'000'001};
    Ints output(12);
    scan_plain(input, output, Task::wide_scan, 6);
    const std::vector<long long> sums{2'000'000'000, 4'000'000'000, 6'000'000'000,
                                      4'000'000'000, 2'000'000'000, -1};
    for (int i = 0; i < 6; ++i)
        CHECK(element(output, i, Task::wide_scan) == sums[static_cast<std::size_t>(i)]);
}

TEST_CASE("a composition applies the map on the left first") {
    const Ints input{packed(1, 2), packed(3, 0), packed(0xffff, 1)};
    Ints output(3);
    scan_plain(input, output, Task::composition, 3);
    // x + 2; then 3(x + 2) = 3x + 6; then -(3x + 6) + 1 = -3x - 5
    CHECK(output == Ints{packed(1, 2), packed(3, 6), static_cast<int>(0xfffdfffbu)});
    CHECK(traits(Task::composition).text(output[1]) == "3x + 6");
}

TEST_CASE("a split puts the even elements first, and keeps both kinds in order") {
    const Ints input{5, -2, 0, 7, 4, -3};
    Ints output(6);
    CHECK(compute_plain(Task::split, input, output) == 3);
    CHECK(output == Ints{-2, 0, 4, 5, 7, -3});
}

TEST_CASE("a sort puts the smallest element first, and negative ones are small") {
    const Ints input{5, -2, 0, 2147483647, -2147483647 - 1, 5};
    Ints output(6);
    compute_plain(Task::sort, input, output);
    CHECK(output == Ints{-2147483647 - 1, -2, 0, 5, 5, 2147483647});
}

TEST_CASE("bins hold the elements' indices, each bin's in their order") {
    const Ints input{17, 3, 1, -1, 19, 33}; // bins 1, 3, 1, 15, 3, 1
    Ints output(6);
    compute_plain(Task::bins, input, output);
    CHECK(output == Ints{0, 2, 5, 1, 4, 3});
}

TEST_CASE("run lengths are told as value and length") {
    const Ints input{5, 5, 5, -2, 7, 7, 5};
    Ints output(14);
    CHECK(compute_plain(Task::run_lengths, input, output) == 4);
    CHECK(Ints(output.begin(), output.begin() + 8) == Ints{5, 3, -2, 1, 7, 2, 5, 1});
    CHECK(traits(Task::run_lengths).text(element(output, 1, Task::run_lengths)) == "1 times -2");
    CHECK(compute_plain(Task::run_lengths, {}, {}) == 0);
}

TEST_CASE("run lengths are tried on short runs and on long ones") {
    const Ints input = ints(make_input(InputKind::random, Task::run_lengths, 10'000, 1));
    Ints runs(2 * input.size());
    const auto count = static_cast<std::size_t>(compute_plain(Task::run_lengths, input, runs));
    std::set<int> lengths;
    for (std::size_t r = 0; r < count; ++r) lengths.insert(runs[2 * r + 1]);
    CHECK(lengths.contains(1));
    CHECK(*lengths.rbegin() >= 256);
}

TEST_CASE("the CPU's rival speed is that of right results, whatever the task") {
    for (const long long n : {0LL, 1LL, 33LL, (cpu_threads() * 2 + 1) * (1LL << 16) + 12'345}) {
        for (const Task task : {Task::segmented_scan, Task::wide_scan, Task::composition}) {
            const InputArrays input = make_inputs(InputKind::large, task, n, 11);
            for (const long long tile : {256LL, n + 1}) {
                HostArray parallel(n * traits(task).words);
                scan_parallel(input.values, parallel, task, tile, input.heads);
                CAPTURE(n, tile, name(task));
                CHECK(ints(parallel) == ints(scanned(input, task, tile)));
            }
        }
        const HostArray input = make_input(InputKind::large, Task::split, n, 11);
        HostArray plain(n), parallel(n);
        CHECK(compute_plain(Task::split, input, plain) ==
              compute_parallel(Task::split, input, parallel));
        CHECK(ints(plain) == ints(parallel));
        compute_plain(Task::sort, input, plain);
        compute_parallel(Task::sort, input, parallel);
        CHECK(ints(plain) == ints(parallel));
    }
}

TEST_CASE("segments are long, short and none at all, and others with another seed") {
    const long long n = 10'000;
    const Ints heads = ints(make_heads(n, 1));
    std::set<long long> counts; // of the heads in 256 elements
    for (auto at = heads.begin(); heads.end() - at >= 256; at += 256)
        counts.insert(std::count(at, at + 256, 1));
    CHECK(*counts.begin() == 0);
    CHECK(*counts.rbegin() > 90);
    CHECK(counts.size() > 6);
    CHECK(heads != ints(make_heads(n, 2)));
    const Ints shorter = ints(make_heads(777, 1));
    CHECK(std::equal(shorter.begin(), shorter.end(), heads.begin()));
}

TEST_CASE("a composition's inputs forget nothing: every factor is odd") {
    for (const InputKind kind : input_kinds(Task::composition)) {
        for (const int map : ints(make_input(kind, Task::composition, 1000, 3)))
            CHECK((map >> 16 & 1) == 1);
    }
}

TEST_CASE("the likely cause of a wrong segmented scan is named") {
    Result result(Task::segmented_scan, Scope::block);
    CHECK_FALSE(result.diagnosis());

    SECTION("no heads") {
        scan_plain(result.input.values, result.got, Task::inclusive_scan, result.layout.tile());
        CHECK_THAT(result.cause(), ContainsSubstring("run on over the heads"));
    }
    SECTION("across tiles") {
        result.got = scanned(result.input, Task::segmented_scan, result.n);
        CHECK_THAT(result.cause(), ContainsSubstring("run on from tile to tile"));
    }
    SECTION("exclusive") {
        for (long long i = 0; i < result.n; ++i) result.got.data()[i] -= result.input.values.data()[i];
        CHECK_THAT(result.cause(), ContainsSubstring("You computed the exclusive scan"));
    }
}

TEST_CASE("the likely cause of a wrong wide scan is named, and its sums are shown whole") {
    Result result(Task::wide_scan);
    CHECK_FALSE(result.diagnosis());
    const auto set = [&](long long i, long long value) {
        result.got.data()[2 * i] = static_cast<int>(value);
        result.got.data()[2 * i + 1] = static_cast<int>(value >> 32);
    };
    SECTION("sums of 32 bits") {
        for (long long i = 0; i < result.n; ++i)
            set(i, static_cast<int>(element(result.expected, i, Task::wide_scan)));
        CHECK_THAT(result.cause(), ContainsSubstring("lower 32 bits"));
    }
    SECTION("the upper half only is wrong") {
        result.got.data()[2 * 600 + 1] += 1;
        CHECK(result.diagnosis()->first_wrong == 600);
        CHECK(result.diagnosis()->wrong == 1);
        CHECK(result.diagnosis()->total == 1000);
    }
    SECTION("no carry") {
        result.got = scanned(result.input, Task::wide_scan, result.layout.tile());
        CHECK_THAT(result.cause(), ContainsSubstring("Every tile of 128 elements starts again from 0"));
    }
    SECTION("never written") {
        std::fill_n(result.got.data(), 2 * result.n, poison_word);
        CHECK_THAT(result.cause(), ContainsSubstring("Nothing was written"));
    }
}

TEST_CASE("the likely cause of a wrong composition is named") {
    Result result(Task::composition);
    CHECK_FALSE(result.diagnosis());

    SECTION("right to left") {
        unsigned factor = 1, term = 0;
        for (long long i = 0; i < result.n; ++i) {
            const auto map = static_cast<unsigned>(result.input.values.data()[i]);
            term = (factor * (map & 0xffff) + term) & 0xffff;
            factor = factor * (map >> 16) & 0xffff;
            result.got.data()[i] = static_cast<int>(factor << 16 | term);
        }
        CHECK_THAT(result.cause(), ContainsSubstring("wrong order"));
    }
    SECTION("no carry") {
        result.got = scanned(result.input, Task::composition, result.layout.tile());
        CHECK_THAT(result.cause(), ContainsSubstring("starts again from 1x + 0"));
    }
}

TEST_CASE("the likely cause of a wrong split is named") {
    const Ints input{5, -2, 0, 7, 4, -3, 9};
    Ints expected(7);
    long long kept = compute_plain(Task::split, input, expected);
    Ints got = expected;
    const auto diagnosis = [&] {
        return diagnose({Task::split, Scope::device, {32, 1}, input, expected, got, kept});
    };
    const auto cause = [&] { return diagnosis().value().cause; };
    CHECK_FALSE(diagnosis());

    SECTION("count not written") {
        kept = static_cast<long long>(0xA5A5A5A5A5A5A5A5u);
        CHECK_THAT(cause(), ContainsSubstring("never written"));
    }
    SECTION("the others counted") {
        kept = 4;
        CHECK_THAT(cause(), ContainsSubstring("counts the odd elements"));
        CHECK(diagnosis()->expected_kept == 3);
    }
    SECTION("nothing moved") {
        got = input;
        CHECK_THAT(cause(), ContainsSubstring("No element was moved"));
    }
    SECTION("odd ones first") {
        got = {5, 7, -3, 9, -2, 0, 4};
        CHECK_THAT(cause(), ContainsSubstring("The odd elements are first"));
    }
    SECTION("not stable") {
        std::reverse(got.begin() + 3, got.end());
        CHECK_THAT(cause(), ContainsSubstring("has to keep the input's order"));
    }
    SECTION("gaps") {
        got[6] = poison_word;
        CHECK_THAT(cause(), ContainsSubstring("gaps"));
    }
    SECTION("the owner is the thread whose input belongs there") {
        got[4] = 1; // the second odd one, input[3]
        CHECK(diagnosis()->owner->thread == 3);
    }
}

TEST_CASE("the likely cause of a wrong sort is named") {
    const Ints input{5, -2, 0, 70000, 4, 65537, 5};
    Ints got(7), expected(7);
    compute_plain(Task::sort, input, expected);
    got = expected;
    const auto diagnosis = [&] {
        return diagnose({Task::sort, Scope::device, {32, 1}, input, expected, got, std::nullopt});
    };
    CHECK_FALSE(diagnosis());
    const auto cause = [&](const Ints& wrong) {
        got = wrong;
        return diagnosis().value().cause;
    };
    CHECK_THAT(cause(Ints(7, poison_word)), ContainsSubstring("Nothing was written"));
    CHECK_THAT(cause(input), ContainsSubstring("No element was moved"));
    CHECK_THAT(cause({-2, 0, 4, 5, 5, 5, 70000}), ContainsSubstring("other elements"));
    CHECK_THAT(cause({0, 4, 5, 5, 65537, 70000, -2}), ContainsSubstring("no sign"));
    CHECK_THAT(cause({0, 65537, 4, 5, 5, 70000, -2}), ContainsSubstring("lower 16 bits"));
    CHECK_THAT(cause({-2, 0, 5, 4, 5, 65537, 70000}), ContainsSubstring("Is each pass stable?"));
    CHECK(diagnosis()->owner->thread == 4); // whose 4 belongs there
}

TEST_CASE("the likely cause of wrong bins is named") {
    const Ints input{17, 3, 1, -1, 19, 33};
    const Ints expected{0, 2, 5, 1, 4, 3};
    const auto cause = [&](const Ints& got) {
        return diagnose({Task::bins, Scope::device, {32, 1}, input, expected, got, std::nullopt})
            .value()
            .cause;
    };
    CHECK_THAT(cause(Ints(6, poison_word)), ContainsSubstring("Nothing was written"));
    CHECK_THAT(cause({0, 2, 5, 1, 4, poison_word}), ContainsSubstring("gaps"));
    CHECK_THAT(cause({17, 1, 33, 3, 19, -1}), ContainsSubstring("their indices"));
    CHECK_THAT(cause({0, 2, 6, 1, 4, 3}), ContainsSubstring("not an index"));
    CHECK_THAT(cause({0, 2, 2, 1, 4, 3}), ContainsSubstring("there twice"));
    CHECK_THAT(cause({2, 0, 5, 1, 4, 3}), ContainsSubstring("have to keep the input's order"));
}

TEST_CASE("the likely cause of wrong run lengths is named") {
    const Ints input{5, 5, 5, -2, 7, 7};
    const Ints expected{5, 3, -2, 1, 7, 2};
    const auto cause = [&](const Ints& got, long long kept) {
        return diagnose({Task::run_lengths, Scope::device, {32, 1}, input, expected, got, kept})
            .value()
            .cause;
    };
    const auto never = static_cast<long long>(0xA5A5A5A5A5A5A5A5u);
    CHECK_THAT(cause(expected, never), ContainsSubstring("never written"));
    CHECK_THAT(cause(expected, 2), ContainsSubstring("one run too few"));
    CHECK_THAT(cause(Ints(6, poison_word), 3), ContainsSubstring("nothing was written"));
    CHECK_THAT(cause({5, 3, -2, 1, 7, 1}, 3), ContainsSubstring("lengths are not"));
}
