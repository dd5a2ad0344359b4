/// \file
/// Scans on the CPU, which differ in what they add up, and how. An Operator has the elements' Value,
/// whose default is what an empty sum is, an associative `combine`, the input, and the ways from its
/// elements to values and from values to an output.
#pragma once

#include "parallel.hpp"
#include "task.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace scanlab {

/// Unsigned, because sums wrap around.
struct Sums {
    using Value = std::uint32_t;
    static Value combine(Value left, Value right) { return left + right; }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[i] = static_cast<int>(v);
    }
    Value element(std::size_t i) const { return static_cast<Value>(input.values[i]); }

    Input input;
};

/// Whether a result holds its own element.
enum class ScanKind { inclusive, exclusive };

/// Scans the elements from `begin` to `end`, before which `carry` comes; returns the carry after them.
template <ScanKind KIND, class Operator>
typename Operator::Value scan_from(typename Operator::Value carry, const Operator& elements,
                                   long long begin, long long end, std::span<int> output) {
    for (long long i = begin; i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto before = carry;
        carry = Operator::combine(carry, elements.element(at));
        Operator::store(output, at, KIND == ScanKind::exclusive ? before : carry);
    }
    return carry;
}

/// scan_from() with SIMD lanes where somebody knows how: for plain sums g++ does, clang 14 only warns
/// that it does not.
template <ScanKind KIND, class Operator>
void scan_simd_from(typename Operator::Value carry, const Operator& elements, long long begin,
                    long long end, std::span<int> output) {
#if defined(_OPENMP) && !defined(__clang__)
    if constexpr (std::is_same_v<Operator, Sums>) {
        const auto n = static_cast<std::size_t>(end - begin);
        const auto in = part(elements.input.values, begin, end);
        const auto out = output.subspan(static_cast<std::size_t>(begin), n);
        if constexpr (KIND == ScanKind::exclusive) {
#pragma omp simd reduction(inscan, + : carry)
            for (std::size_t i = 0; i < n; ++i) {
                out[i] = static_cast<int>(carry);
#pragma omp scan exclusive(carry)
                carry += static_cast<unsigned>(in[i]);
            }
        } else {
#pragma omp simd reduction(inscan, + : carry)
            for (std::size_t i = 0; i < n; ++i) {
                carry += static_cast<unsigned>(in[i]);
#pragma omp scan inclusive(carry)
                out[i] = static_cast<int>(carry);
            }
        }
        return;
    }
#endif
    scan_from<KIND>(carry, elements, begin, end, output);
}

/// Reduce, then scan, over pieces.
template <ScanKind KIND, class Operator>
void scan_whole_parallel(const Operator& elements, long long n, std::span<int> output) {
    using Value = typename Operator::Value;
    std::vector<Value> carries(static_cast<std::size_t>(cpu_threads()));
    const auto carry_of = [&](int chunk) -> Value& { return carries[static_cast<std::size_t>(chunk)]; };
    const long long stride = cached_piece * cpu_threads();
    Value total{};
    for (long long start = 0; start < n; start += stride) {
        const long long length = std::min(n - start, stride);
        for_each_chunk(length, [&](int chunk, long long begin, long long end) {
            Value sum{};
            for (long long i = start + begin; i < start + end; ++i)
                sum = Operator::combine(sum, elements.element(static_cast<std::size_t>(i)));
            carry_of(chunk) = sum;
        });
        carries.front() = Operator::combine(total, carries.front());
        std::inclusive_scan(carries.begin(), carries.end(), carries.begin(), Operator::combine);
        for_each_chunk(length, [&](int chunk, long long begin, long long end) {
            const Value carry = chunk == 0 ? total : carry_of(chunk - 1);
            scan_simd_from<KIND>(carry, elements, start + begin, start + end, output);
        });
        total = carries.back();
    }
}

/// For a task's row: the plain scan.
template <class Operator, ScanKind KIND = ScanKind::inclusive>
long long plain_scan(const CpuWork& work, std::span<int> output) {
    const long long n = count(work.input.values), reach = std::min(work.reach, std::max(n, 1LL));
    for (long long begin = 0; begin < n; begin += reach)
        scan_from<KIND>({}, Operator{work.input}, begin, std::min(n, begin + reach), output);
    return n;
}

/// For a task's row: the same with all of the CPU's threads.
template <class Operator, ScanKind KIND = ScanKind::inclusive>
long long parallel_scan(const CpuWork& work, std::span<int> output) {
    const Operator elements{work.input};
    const long long n = count(work.input.values), reach = work.reach;
    if (reach >= n) {
        scan_whole_parallel<KIND>(elements, n, output);
        return n;
    }
    for_each_chunk(ceil_div(n, reach), [&](int, long long first, long long last) {
        for (long long t = first; t < last; ++t)
            scan_simd_from<KIND>({}, elements, t * reach, std::min(n, (t + 1) * reach), output);
    });
    return n;
}

} // namespace scanlab
