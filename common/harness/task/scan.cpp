// Scans of integers, and of what integers stand for.
#include "families.hpp"
#include "reference.hpp"
#include "scan_by.hpp"
#include "scan_causes.hpp"

#include "format.hpp"

#include <cstdint>

namespace scanlab {
namespace {

// Each of these is an Operator of scan_by.hpp.

struct WideSums {
    using Value = std::uint64_t;
    static Value combine(Value left, Value right) { return left + right; }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[2 * i] = static_cast<int>(static_cast<std::uint32_t>(v));
        output[2 * i + 1] = static_cast<int>(static_cast<std::uint32_t>(v >> 32));
    }
    Value element(std::size_t i) const { return static_cast<Value>(std::int64_t{input.values[i]}); }

    Input input;
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
    Value element(std::size_t i) const {
        return {static_cast<std::uint32_t>(input.values[i]), input.heads[i] != 0};
    }

    Input input;
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
        const auto packed = static_cast<std::uint32_t>(input.values[i]);
        return {packed >> 16, packed & 0xffff};
    }

    Input input;
};

std::string text_of_map(long long map) {
    return fmt::format("{}x + {}", (map >> 16) & 0xffff, map & 0xffff);
}

constexpr TaskTraits scan_rows[]{
    {.task = Task::inclusive_scan,
     .name = "inclusive-scan",
     .sentence = "inclusive scan {}",
     .plain = plain_scan<Sums>,
     .parallel = parallel_scan<Sums>,
     .cause = cause_of_wrong_scan},
    {.task = Task::exclusive_scan,
     .name = "exclusive-scan",
     .sentence = "exclusive scan {}",
     .plain = plain_scan<Sums, ScanKind::exclusive>,
     .parallel = parallel_scan<Sums, ScanKind::exclusive>,
     .cause = cause_of_wrong_exclusive_scan},
    {.task = Task::segmented_scan,
     .name = "segmented-scan",
     .sentence = "segmented inclusive scan {}",
     .has_heads = true,
     .plain = plain_scan<SegmentedSums>,
     .parallel = parallel_scan<SegmentedSums>,
     .cause = cause_of_wrong_segmented_scan},
    {.task = Task::wide_scan,
     .name = "wide-scan",
     .sentence = "inclusive scan {}, sums of 64 bits",
     .words = 2,
     .plain = plain_scan<WideSums>,
     .parallel = parallel_scan<WideSums>,
     .cause = cause_of_wrong_wide_scan},
    {.task = Task::composition,
     .name = "composition",
     .sentence = "composition of affine maps, inclusive scan {}",
     .elements = ElementKind::maps,
     .plain = plain_scan<Maps>,
     .parallel = parallel_scan<Maps>,
     .cause = cause_of_wrong_composition,
     .text = text_of_map},
};

} // namespace

Family scans() { return scan_rows; }

void scan_simd(std::span<const int> input, std::span<int> output) {
    scan_simd_from<ScanKind::inclusive>({}, Sums{{.values = input}}, 0, count(input), output);
}

} // namespace scanlab
