/// \file
/// What a lesson costs: time on a GPU, counted work on the simulator.
#pragma once

#include "check/call.hpp"
#include "cost.hpp"
#include "timing.hpp"

#include <cstdint>
#include <optional>

namespace scanlab {

struct Measurement {
    long long n = 0;
    double ideal_bytes_per_element = 0; ///< read every input once, write every result once
    double peak_gbps = 0;               ///< of the device's memory, in theory; 0 if not known
    std::optional<Timing> timing;
    std::optional<Fit> fit;
    std::optional<CpuSpeed> cpu;
    std::optional<CountedCost> cost;
    std::optional<Fault>
        fault;        ///< the calls that were measured failed, or did not give the right result
    HostArray result; ///< as ints: n elements, or of a compaction the kept ones; empty if it stays on
                      ///< the device
};

/// Measures calls on `input`, then checks the result of one more. `by_line`: see count_cost().
Measurement measure(const Lesson& lesson, const Variant& variant, const Input& input,
                    const Device& device, int reps, bool fit, std::uint64_t order, bool by_line);

/// The same with an input that is made: on the device, if that can be, where the result then stays.
Measurement measure(const Lesson& lesson, const Variant& variant, const Recipe& recipe,
                    const Device& device, int reps, bool fit, std::uint64_t order, bool by_line);

} // namespace scanlab
