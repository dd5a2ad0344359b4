#include "reference.hpp"

#include "host_array.hpp"
#include "parallel.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace scanlab {
namespace {

std::span<const int> part(std::span<const int> values, long long begin, long long end) {
    return values.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}
std::span<int> part(std::span<int> values, long long begin, long long end) {
    return values.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

/// Unsigned, because sums are meant to wrap around.
unsigned sum(std::span<const int> input) {
    unsigned total = 0;
    for (const int value : input) total += static_cast<unsigned>(value);
    return total;
}

void scan_from(unsigned carry, std::span<const int> input, std::span<int> output, Task task) {
    for (std::size_t i = 0; i < input.size(); ++i) {
        const unsigned before = carry;
        carry += static_cast<unsigned>(input[i]);
        output[i] = static_cast<int>(task == Task::exclusive_scan ? before : carry);
    }
}

/// scan_from() with SIMD lanes where the compiler knows how: g++ does, clang 14 only warns that it does
/// not.
void scan_simd_from(unsigned carry, std::span<const int> input, std::span<int> output, Task task) {
#if defined(_OPENMP) && !defined(__clang__)
    const std::size_t n = input.size();
    if (task == Task::exclusive_scan) {
#pragma omp simd reduction(inscan, + : carry)
        for (std::size_t i = 0; i < n; ++i) {
            output[i] = static_cast<int>(carry);
#pragma omp scan exclusive(carry)
            carry += static_cast<unsigned>(input[i]);
        }
    } else {
#pragma omp simd reduction(inscan, + : carry)
        for (std::size_t i = 0; i < n; ++i) {
            carry += static_cast<unsigned>(input[i]);
#pragma omp scan inclusive(carry)
            output[i] = static_cast<int>(carry);
        }
    }
#else
    scan_from(carry, input, output, task);
#endif
}

/// Elements that one thread sums and then scans: few enough to be in its cache still, enough to be
/// worth waking the thread.
constexpr long long piece = 1 << 16;

void scan_whole_parallel(std::span<const int> input, std::span<int> output, Task task) {
    std::vector<unsigned> carries(static_cast<std::size_t>(cpu_threads()));
    const auto carry_of = [&](int chunk) -> unsigned& {
        return carries[static_cast<std::size_t>(chunk)];
    };
    const long long n = count(input);
    const long long stride = piece * cpu_threads();
    unsigned total = 0;
    for (long long start = 0; start < n; start += stride) {
        const auto in = part(input, start, std::min(n, start + stride));
        const auto out = part(output, start, std::min(n, start + stride));
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            carry_of(chunk) = sum(part(in, begin, end));
        });
        carries.front() += total;
        std::inclusive_scan(carries.begin(), carries.end(), carries.begin());
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            const unsigned carry = chunk == 0 ? total : carry_of(chunk - 1);
            scan_simd_from(carry, part(in, begin, end), part(out, begin, end), task);
        });
        total = carries.back();
    }
}

} // namespace

void scan_plain(std::span<const int> input, std::span<int> output, Task task, long long tile) {
    const long long n = count(input);
    for (long long begin = 0; begin < n; begin += tile) {
        const long long end = std::min(n, begin + tile);
        scan_from(0, part(input, begin, end), part(output, begin, end), task);
    }
}

long long compact_plain(std::span<const int> input, std::span<int> output) {
    std::size_t kept = 0;
    for (const int value : input) {
        if (value != 0) output[kept++] = value;
    }
    return static_cast<long long>(kept);
}

void scan_parallel(std::span<const int> input, std::span<int> output, Task task, long long tile) {
    const long long n = count(input);
    if (tile >= n) return scan_whole_parallel(input, output, task);
    const long long tiles = ceil_div(n, tile);
    for_each_chunk(tiles, [&](int, long long first, long long last) {
        for (long long t = first; t < last; ++t) {
            const long long begin = t * tile, end = std::min(n, begin + tile);
            scan_simd_from(0, part(input, begin, end), part(output, begin, end), task);
        }
    });
}

long long compact_parallel(std::span<const int> input, std::span<int> output) {
    std::vector<long long> first(static_cast<std::size_t>(cpu_threads()) + 1, 0);
    const auto first_of = [&](int chunk) -> long long& {
        return first[static_cast<std::size_t>(chunk)];
    };
    const long long n = count(input);
    const long long stride = piece * cpu_threads();
    for (long long start = 0; start < n; start += stride) {
        const auto in = part(input, start, std::min(n, start + stride));
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            const auto mine = part(in, begin, end);
            first_of(chunk + 1) = count(mine) - std::count(mine.begin(), mine.end(), 0);
        });
        std::inclusive_scan(first.begin(), first.end(), first.begin());
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            compact_plain(part(in, begin, end), part(output, first_of(chunk), first_of(chunk + 1)));
        });
        first.front() = first.back(); // where the next piece's elements go
    }
    return first.back();
}

} // namespace scanlab
