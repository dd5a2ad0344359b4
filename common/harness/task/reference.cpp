#include "reference.hpp"

#include "fixed_order.hpp"
#include "host_array.hpp"
#include "parallel.hpp"
#include "rounding.hpp"
#include "task.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace scanlab {
namespace {

std::span<const int> part(std::span<const int> values, long long begin, long long end) {
    return values.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

// The scans differ in what they add up, and how. Each of these has the elements' Value, whose default
// is what an empty sum is, and an associative `combine`. Sums are unsigned, because they wrap around.

struct Sums {
    using Value = std::uint32_t;
    static Value combine(Value left, Value right) { return left + right; }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[i] = static_cast<int>(v);
    }
    Value element(std::size_t i) const { return static_cast<Value>(input[i]); }

    std::span<const int> input;
};

struct WideSums {
    using Value = std::uint64_t;
    static Value combine(Value left, Value right) { return left + right; }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[2 * i] = static_cast<int>(static_cast<std::uint32_t>(v));
        output[2 * i + 1] = static_cast<int>(static_cast<std::uint32_t>(v >> 32));
    }
    Value element(std::size_t i) const { return static_cast<Value>(std::int64_t{input[i]}); }

    std::span<const int> input;
};

/// A sum, and whether a segment begins in it (Blelloch, 1990).
struct SegmentedSums {
    struct Value {
        std::uint32_t sum = 0;
        bool has_head = false;
    };
    static Value combine(Value left, Value right) {
        return {right.has_head ? right.sum : left.sum + right.sum, left.has_head || right.has_head};
    }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[i] = static_cast<int>(v.sum);
    }
    Value element(std::size_t i) const { return {static_cast<std::uint32_t>(input[i]), heads[i] != 0}; }

    std::span<const int> input, heads;
};

struct FloatSums {
    using Value = FloatSum;
    static Value combine(Value left, Value right) { return FloatSum::combine(left, right); }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[i] = std::bit_cast<int>(v.rounded());
    }
    Value element(std::size_t i) const { return {std::bit_cast<float>(input[i]), 0}; }

    std::span<const int> input;
};

/// x -> factor·x + term, modulo 2^16.
struct Maps {
    struct Value {
        std::uint32_t factor = 1, term = 0;
    };
    static Value combine(Value first, Value second) {
        return {first.factor * second.factor & 0xffff,
                (first.term * second.factor + second.term) & 0xffff};
    }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[i] = static_cast<int>(v.factor << 16 | v.term);
    }
    Value element(std::size_t i) const {
        const auto packed = static_cast<std::uint32_t>(input[i]);
        return {packed >> 16, packed & 0xffff};
    }

    std::span<const int> input;
};

/// Calls `use` with what the task adds up.
template <class Use>
void with_operator(std::span<const int> input, Task task, std::span<const int> heads, Use use) {
    switch (task) {
    case Task::wide_scan:
        return use(WideSums{input});
    case Task::segmented_scan:
        return use(SegmentedSums{input, heads});
    case Task::composition:
        return use(Maps{input});
    case Task::float_scan:
        return use(FloatSums{input});
    default:
        return use(Sums{input});
    }
}

/// Scans the elements from `begin` to `end`, before which `carry` comes; returns the carry after them.
template <class Operator>
typename Operator::Value scan_from(typename Operator::Value carry, const Operator& elements,
                                   long long begin, long long end, std::span<int> output, Task task) {
    for (long long i = begin; i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const auto before = carry;
        carry = Operator::combine(carry, elements.element(at));
        Operator::store(output, at, task == Task::exclusive_scan ? before : carry);
    }
    return carry;
}

/// scan_from() with SIMD lanes where somebody knows how: for plain sums g++ does, clang 14 only warns
/// that it does not.
template <class Operator>
void scan_simd_from(typename Operator::Value carry, const Operator& elements, long long begin,
                    long long end, std::span<int> output, Task task) {
#if defined(_OPENMP) && !defined(__clang__)
    if constexpr (std::is_same_v<Operator, Sums>) {
        const auto n = static_cast<std::size_t>(end - begin);
        const auto in = part(elements.input, begin, end);
        const auto out = output.subspan(static_cast<std::size_t>(begin), n);
        if (task == Task::exclusive_scan) {
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
    scan_from(carry, elements, begin, end, output, task);
}

/// Elements that one thread sums and then scans: few enough to be in its cache still, enough to be
/// worth waking the thread.
constexpr long long piece = 1 << 16;

template <class Operator>
void scan_whole_parallel(const Operator& elements, long long n, std::span<int> output, Task task) {
    using Value = typename Operator::Value;
    std::vector<Value> carries(static_cast<std::size_t>(cpu_threads()));
    const auto carry_of = [&](int chunk) -> Value& { return carries[static_cast<std::size_t>(chunk)]; };
    const long long stride = piece * cpu_threads();
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
            scan_simd_from(carry, elements, start + begin, start + end, output, task);
        });
        total = carries.back();
    }
}

/// Compaction or split: the kept elements to the front of `kept`, the others, if wanted, to `others`.
template <class Keep>
std::size_t partition(std::span<const int> input, int* kept, int* others, Keep keep) {
    std::size_t count = 0;
    for (const int value : input) {
        if (keep(value))
            kept[count++] = value;
        else if (others)
            *others++ = value;
    }
    return count;
}

constexpr auto not_zero = [](int value) { return is_kept(&value, 0, Task::compaction); };
constexpr auto even = [](int value) { return is_kept(&value, 0, Task::split); };

/// The same with all threads: count, scan the counts, copy.
template <class Keep>
long long partition_parallel(std::span<const int> input, int* kept, int* others, Keep keep) {
    std::vector<long long> first(static_cast<std::size_t>(cpu_threads()) + 1, 0);
    const auto first_of = [&](int chunk) -> long long& {
        return first[static_cast<std::size_t>(chunk)];
    };
    const long long n = count(input);
    const long long stride = piece * cpu_threads();
    for (long long start = 0; start < n; start += stride) {
        const auto in = part(input, start, std::min(n, start + stride));
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            first_of(chunk + 1) = std::ranges::count_if(part(in, begin, end), keep);
        });
        std::inclusive_scan(first.begin(), first.end(), first.begin());
        for_each_chunk(count(in), [&](int chunk, long long begin, long long end) {
            int* const rest = others ? others + (start + begin - first_of(chunk)) : nullptr;
            partition(part(in, begin, end), kept + first_of(chunk), rest, keep);
        });
        first.front() = first.back(); // where the next piece's elements go
    }
    return first.back();
}

} // namespace

void scan_plain(std::span<const int> input, std::span<int> output, Task task, long long tile,
                std::span<const int> heads) {
    const long long n = count(input);
    with_operator(input, task, heads, [&](const auto& elements) {
        for (long long begin = 0; begin < n; begin += tile)
            scan_from({}, elements, begin, std::min(n, begin + tile), output, task);
    });
}

long long compact_plain(std::span<const int> input, std::span<int> output) {
    return static_cast<long long>(partition(input, output.data(), nullptr, not_zero));
}

long long split_plain(std::span<const int> input, std::span<int> output) {
    const auto kept = std::ranges::count_if(input, even);
    partition(input, output.data(), output.data() + kept, even);
    return kept;
}

void sort_plain(std::span<const int> input, std::span<int> output) {
    std::ranges::copy(input, output.begin());
    std::ranges::stable_sort(output.first(input.size()));
}

void bins_plain(std::span<const int> input, std::span<int> output) {
    const auto indices = output.first(input.size());
    std::iota(indices.begin(), indices.end(), 0);
    std::ranges::stable_sort(indices, {},
                             [&](int index) { return bin_of(input[static_cast<std::size_t>(index)]); });
}

long long run_lengths_plain(std::span<const int> input, std::span<int> output) {
    long long runs = 0;
    for (long long i = 0; i < count(input); ++i) {
        if (is_kept(input.data(), i, Task::run_lengths)) {
            output[static_cast<std::size_t>(2 * runs)] = input[static_cast<std::size_t>(i)];
            output[static_cast<std::size_t>(2 * runs++ + 1)] = 0;
        }
        ++output[static_cast<std::size_t>(2 * runs - 1)];
    }
    return runs;
}

void scan_simd(std::span<const int> input, std::span<int> output, Task task) {
    with_operator(input, task, {}, [&](const auto& elements) {
        scan_simd_from({}, elements, 0, count(input), output, task);
    });
}

long long compact_by_scan(std::span<const int> input, std::span<int> output, std::span<int> positions) {
    const std::size_t n = input.size();
    for (std::size_t i = 0; i < n; ++i) positions[i] = not_zero(input[i]);
    scan_simd(positions, positions, Task::inclusive_scan);
    for (std::size_t i = 0; i < n; ++i)
        if (not_zero(input[i])) output[static_cast<std::size_t>(positions[i] - 1)] = input[i];
    return n == 0 ? 0 : positions[n - 1];
}

void scan_parallel(std::span<const int> input, std::span<int> output, Task task, long long tile,
                   std::span<const int> heads) {
    const long long n = count(input);
    with_operator(input, task, heads, [&](const auto& elements) {
        if (tile >= n) return scan_whole_parallel(elements, n, output, task);
        for_each_chunk(ceil_div(n, tile), [&](int, long long first, long long last) {
            for (long long t = first; t < last; ++t)
                scan_simd_from({}, elements, t * tile, std::min(n, (t + 1) * tile), output, task);
        });
    });
}

long long compact_parallel(std::span<const int> input, std::span<int> output) {
    return partition_parallel(input, output.data(), nullptr, not_zero);
}

long long split_parallel(std::span<const int> input, std::span<int> output) {
    // Where the odd ones go is known only when all even ones are counted: a pass of its own.
    std::vector<long long> counts(static_cast<std::size_t>(cpu_threads()));
    for_each_chunk(count(input), [&](int chunk, long long begin, long long end) {
        counts[static_cast<std::size_t>(chunk)] = std::ranges::count_if(part(input, begin, end), even);
    });
    const long long kept = std::accumulate(counts.begin(), counts.end(), 0LL);
    return partition_parallel(input, output.data(), output.data() + kept, even);
}

void sort_parallel(std::span<const int> input, std::span<int> output) {
    const int parts = cpu_threads();
    std::vector<long long> begins(static_cast<std::size_t>(parts) + 1, count(input));
    for_each_chunk(count(input), [&](int chunk, long long begin, long long end) {
        begins[static_cast<std::size_t>(chunk)] = begin;
        sort_plain(part(input, begin, end), output.subspan(static_cast<std::size_t>(begin)));
    });
    const auto at = [&](int chunk) {
        return output.begin() + begins[static_cast<std::size_t>(std::min(chunk, parts))];
    };
    for (int merged = 1; merged < parts; merged *= 2)
        for_each_chunk(count(input), [&](int chunk, long long, long long) {
            if (chunk % (2 * merged) == 0)
                std::inplace_merge(at(chunk), at(chunk + merged), at(chunk + 2 * merged));
        });
}

long long reach_of(const Lesson& lesson, const Layout& layout, long long n) {
    return lesson.scope == Scope::block ? layout.tile() : std::max(n, 1LL);
}

HostArray reference_result(const Lesson& lesson, const Layout& layout, const Input& input) {
    const long long n = count(input.values);
    HostArray result(n * words(lesson.task));
    switch (lesson.task) {
    case Task::compaction:
        result.truncate(compact_plain(input.values, result));
        break;
    case Task::split:
        split_plain(input.values, result);
        break;
    case Task::sort:
        sort_plain(input.values, result);
        break;
    case Task::bins:
        bins_plain(input.values, result);
        break;
    case Task::run_lengths:
        result.truncate(words(lesson.task) * run_lengths_plain(input.values, result));
        break;
    case Task::fixed_order_scan:
        scan_in_fixed_order(input.values, result, layout);
        break;
    default:
        scan_plain(input.values, result, lesson.task, reach_of(lesson, layout, n), input.heads);
    }
    return result;
}

} // namespace scanlab
