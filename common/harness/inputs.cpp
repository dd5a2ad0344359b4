#include "inputs.hpp"

#include "parallel.hpp"

#include <array>
#include <utility>

namespace scanlab {
namespace {

constexpr std::array<std::string_view, 6> names{"ones", "zeros", "random", "large", "one-hot", "file"};

/// Element i of a random stream: splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
/// generators, OOPSLA 2014), whose state after i steps needs no steps to compute.
std::uint64_t hash(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t z = (seed << 32) + seed + (i + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// The upper half of a hash, scaled to 0 … bound - 1.
int below(int bound, std::uint64_t hashed) {
    return static_cast<int>(((hashed >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
}

/// x -> factor·x + term
int packed_map(int factor, int term) { return factor << 16 | term; }

int map_element(InputKind kind, std::uint64_t hashed) {
    switch (kind) {
    case InputKind::ones:
        return packed_map(1, 1);
    case InputKind::large:
        return static_cast<int>(static_cast<std::uint32_t>(hashed) | 0x10000);
    case InputKind::random:
        return packed_map(1 + 2 * below(3, hashed), static_cast<int>(hashed & 7));
    default:
        return packed_map(1, 0);
    }
}

int element(InputKind kind, Task task, std::uint64_t hashed) {
    if (task == Task::composition) return map_element(kind, hashed);
    switch (kind) {
    case InputKind::ones:
        return 1;
    case InputKind::large:
        return static_cast<int>(static_cast<std::uint32_t>(hashed));
    case InputKind::random:
        if (task != Task::compaction) return below(17, hashed) - 8;
        return (hashed & 1) != 0 ? 1 + below(999, hashed) : 0;
    default:
        return 0;
    }
}

} // namespace

std::string_view name(InputKind kind) { return names[static_cast<std::size_t>(kind)]; }

std::optional<InputKind> input_kind(std::string_view text) {
    for (const InputKind kind :
         {InputKind::ones, InputKind::zeros, InputKind::random, InputKind::large, InputKind::one_hot}) {
        if (name(kind) == text) return kind;
    }
    return std::nullopt;
}

std::vector<InputKind> input_kinds(Task task) {
    if (task == Task::compaction) {
        return {InputKind::ones, InputKind::random, InputKind::zeros, InputKind::one_hot};
    }
    return {InputKind::ones, InputKind::random, InputKind::large, InputKind::one_hot};
}

HostArray make_input(InputKind kind, Task task, long long n, std::uint64_t seed) {
    HostArray input(n);
    for_each_chunk(n, [&](int, long long begin, long long end) {
        for (long long i = begin; i < end; ++i) {
            input.data()[i] = element(kind, task, hash(seed, static_cast<std::uint64_t>(i)));
        }
    });
    if (kind == InputKind::one_hot && n > 0) {
        const std::uint64_t place =
            hash(seed, static_cast<std::uint64_t>(n)) % static_cast<std::uint64_t>(n);
        input.data()[place] = task == Task::composition ? packed_map(3, 1) : 1;
    }
    return input;
}

HostArray make_heads(long long n, std::uint64_t seed) {
    constexpr long long run = 256; // elements whose segments are of one kind
    HostArray heads(n);
    for_each_chunk(n, [&](int, long long begin, long long end) {
        for (long long i = begin; i < end; ++i) {
            const auto at = static_cast<std::uint64_t>(i);
            const std::uint64_t kind =
                hash(~seed, at / run) % 4; // none, or mean lengths of 2, 16 and 128
            heads.data()[i] = kind > 0 && hash(~seed, ~at) % (1ULL << (3 * kind - 2)) == 0;
        }
    });
    return heads;
}

InputArrays make_inputs(InputKind kind, Task task, long long n, std::uint64_t seed) {
    return with_heads(make_input(kind, task, n, seed), task, seed);
}

InputArrays with_heads(HostArray values, Task task, std::uint64_t seed) {
    HostArray heads;
    if (task == Task::segmented_scan) heads = make_heads(values.size(), seed);
    return {std::move(values), std::move(heads)};
}

} // namespace scanlab
