#include "check.hpp"

#include <utility>

namespace scanlab {
namespace {

/// After a CUDA error or a hang nothing runs any more.
bool device_still_works(const Fault& fault) {
    return fault.kind != Fault::Kind::cuda_error && fault.kind != Fault::Kind::hang;
}

bool same(const Fault& a, const Fault& b) {
    if (a.kind != b.kind || a.diagnosis.has_value() != b.diagnosis.has_value()) return false;
    return !a.diagnosis || (a.diagnosis->first_wrong == b.diagnosis->first_wrong &&
                            a.diagnosis->wrong == b.diagnosis->wrong);
}

/// Runs the failing case again. On a GPU the order of threads differs from run to run by itself.
void repeat(const Lesson& lesson, const Variant& variant, std::span<const int> input,
            std::uint64_t seed, Failure& failure) {
    constexpr int repetitions = 3;
    for (int i = 1; i <= repetitions && device_still_works(failure.fault); ++i) {
        const auto fault = check_once(lesson, variant, input, seed + static_cast<std::uint64_t>(i));
        ++failure.runs;
        if (!fault) ++failure.right_runs;
        if (!fault || !same(*fault, failure.fault)) failure.runs_differ = true;
        if (fault && !device_still_works(*fault)) return;
    }
}

/// The smallest failing size, as far as halving finds it: one that fails while the size below it
/// passes.
void shrink(const Lesson& lesson, const Variant& variant, std::uint64_t seed, Failure& failure) {
    while (failure.passes && failure.n - *failure.passes > 1 && device_still_works(failure.fault)) {
        const long long middle = *failure.passes + (failure.n - *failure.passes) / 2;
        const HostArray input = make_input(failure.kind, lesson.task, middle, seed);
        if (auto fault = check_once(lesson, variant, input, seed)) {
            failure.n = middle;
            failure.fault = std::move(*fault);
        } else {
            failure.passes = middle;
        }
    }
}

} // namespace

CheckResult check_all(const Lesson& lesson, const Variant& variant, const Checks& checks) {
    CheckResult result;
    std::optional<long long> passed;
    for (const long long n : checks.sizes) {
        for (const InputKind kind : checks.kinds) {
            const HostArray input = make_input(kind, lesson.task, n, checks.seed);
            ++result.cases;
            auto fault = check_once(lesson, variant, input, checks.seed);
            if (!fault) continue;

            Failure failure{kind, n, passed, std::move(*fault)};
            shrink(lesson, variant, checks.seed, failure);
            repeat(lesson, variant, make_input(kind, lesson.task, failure.n, checks.seed), checks.seed,
                   failure);
            const long long tile = layout_of(variant).tile();
            if (failure.n % tile != 0 && !failure.runs_differ && device_still_works(failure.fault)) {
                const long long full = ceil_div(failure.n, tile) * tile;
                failure.full_tiles_pass = !check_once(
                    lesson, variant, make_input(kind, lesson.task, full, checks.seed), checks.seed);
            }
            result.failure = std::move(failure);
            return result;
        }
        passed = n;
    }
    return result;
}

CheckResult check_input(const Lesson& lesson, const Variant& variant, std::span<const int> input,
                        InputKind kind, std::uint64_t seed) {
    CheckResult result{.cases = 1, .failure = std::nullopt};
    if (auto fault = check_once(lesson, variant, input, seed)) {
        result.failure = Failure{kind, count(input), std::nullopt, std::move(*fault)};
        repeat(lesson, variant, input, seed, *result.failure);
    }
    return result;
}

} // namespace scanlab
