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

/// Runs the failing case again in other orders. On a GPU they differ from run to run by themselves.
void repeat(const RunCase& run, std::uint64_t order, Failure& failure) {
    constexpr int repetitions = 3;
    for (int i = 1; i <= repetitions && device_still_works(failure.fault); ++i) {
        const auto fault = run(failure.kind, failure.n, order + static_cast<std::uint64_t>(i));
        ++failure.runs;
        if (!fault) ++failure.right_runs;
        if (!fault || !same(*fault, failure.fault)) failure.runs_differ = true;
        if (fault && !device_still_works(*fault)) return;
    }
}

/// The smallest failing size, as far as halving finds it: one that fails while the size below it
/// passes.
void shrink(const Checks& checks, const RunCase& run, Failure& failure) {
    while (failure.passes && failure.n - *failure.passes > 1 && device_still_works(failure.fault)) {
        const long long middle = *failure.passes + (failure.n - *failure.passes) / 2;
        if (auto fault = run(failure.kind, middle, checks.order)) {
            failure.n = middle;
            failure.fault = std::move(*fault);
        } else {
            failure.passes = middle;
        }
    }
}

/// In the smallest failing case many causes look alike. A case of some full tiles and one that is
/// partly filled tells them apart, if it fails, too: a cause that does not show there is none.
void explain(long long tile, const Checks& checks, const RunCase& run, Failure& failure) {
    const long long telling = 3 * tile + tile / 2 + 1;
    if (failure.fault.kind != Fault::Kind::wrong_result || failure.runs_differ || failure.n >= telling)
        return;
    const auto fault = run(InputKind::random, telling, checks.order);
    if (!fault || fault->kind != Fault::Kind::wrong_result || fault->cause == failure.fault.cause)
        return;
    failure.fault.cause = fault->cause;
    if (!fault->cause.empty()) failure.cause_seen_at = telling;
}

} // namespace

CheckResult check_all(const Layout& layout, const Checks& checks, const RunCase& run) {
    CheckResult result;
    std::optional<long long> passed;
    for (const long long n : checks.sizes) {
        for (const InputKind kind : checks.kinds) {
            ++result.cases;
            auto fault = run(kind, n, checks.order);
            if (!fault) continue;

            Failure failure{kind, n, passed, std::move(*fault)};
            shrink(checks, run, failure);
            repeat(run, checks.order, failure);
            explain(layout.tile(), checks, run, failure);
            result.failure = std::move(failure);
            return result;
        }
        passed = n;
    }
    return result;
}

CheckResult check_one(InputKind kind, long long n, std::uint64_t order, const RunCase& run) {
    CheckResult result{.cases = 1, .failure = std::nullopt};
    if (auto fault = run(kind, n, order)) {
        result.failure = Failure{kind, n, std::nullopt, std::move(*fault)};
        repeat(run, order, *result.failure);
    }
    return result;
}

} // namespace scanlab
