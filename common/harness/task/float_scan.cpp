// Scans of floats.
#include "causes.hpp"
#include "families.hpp"
#include "fixed_order.hpp"
#include "reference.hpp"
#include "rounding.hpp"
#include "scan_by.hpp"

#include "format.hpp"

#include <bit>
#include <cmath>

namespace scanlab {
namespace {

float number(int bits) { return std::bit_cast<float>(bits); }

/// An Operator of scan_by.hpp.
struct FloatSums {
    using Value = FloatSum;
    static Value combine(Value left, Value right) { return FloatSum::combine(left, right); }
    static void store(std::span<int> output, std::size_t i, Value v) {
        output[i] = std::bit_cast<int>(v.rounded());
    }
    Value element(std::size_t i) const { return {number(input.values[i]), 0}; }

    Input input;
};

long long plain_scan_in_fixed_order(const CpuWork& work, std::span<int> output) {
    scan_in_fixed_order(work.input.values, output, work.layout);
    return count(work.input.values);
}

std::string cause_of_wrong_floats(const Evidence& evidence, std::optional<long long>) {
    if (has_gaps(evidence.got))
        return "Some results were never written. They still hold the checker's filler value. Does "
               "every element have a thread?";
    if (std::ranges::any_of(evidence.got, [](int bits) { return std::isnan(number(bits)); }))
        return "Some results are not numbers. Were the bits of something else taken for a float?";
    return {};
}

std::string cause_of_wrong_order(const Evidence& evidence, std::optional<long long> first_wrong) {
    if (std::string cause = cause_of_wrong_floats(evidence, first_wrong); !cause.empty()) return cause;
    HostArray sums(count(evidence.input));
    compute_plain(Task::float_scan, evidence.input, sums);
    RoundingBound bound(count(evidence.input));
    for (std::size_t i = 0; i < evidence.got.size(); ++i) {
        bound.add(number(evidence.input[i]));
        if (!bound.allows(number(sums.data()[i]), number(evidence.got[i]))) return {};
    }
    return "The sums are right except for rounding. They were added in another order.";
}

std::string text_of_float(long long value) {
    return fmt::format("{:.9g}", number(static_cast<int>(value)));
}

constexpr TaskTraits float_scan_rows[]{
    {.task = Task::float_scan,
     .name = "float-scan",
     .sentence = "inclusive scan of floats {}",
     .elements = ElementKind::whole_floats,
     .is_rounded = true,
     .plain = plain_scan<FloatSums>,
     .parallel = parallel_scan<FloatSums>,
     .cause = cause_of_wrong_floats,
     .text = text_of_float},
    {.task = Task::fixed_order_scan,
     .name = "fixed-order-scan",
     .sentence = "inclusive scan of floats {}, in one order",
     .elements = ElementKind::floats,
     .only_on_host = true,
     .plain = plain_scan_in_fixed_order,
     .cause = cause_of_wrong_order,
     .text = text_of_float},
};

} // namespace

Family float_scans() { return float_scan_rows; }

} // namespace scanlab
