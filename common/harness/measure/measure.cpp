#include "measure.hpp"

#include "task/reference.hpp"
#include "task/task.hpp"

#include <algorithm>

namespace scanlab {
namespace {

/// Measures a call, whose result has so many ints. `input` is a beginning of the call's, at least as
/// much as the CPU is timed on.
Measurement time_on_both(Call& call, const Lesson& lesson, const Layout& layout, const Input& input,
                         long long result_size, const Device& device, int reps, bool fit) {
    const long long n = call.n();
    const double bytes = 4.0 * static_cast<double>(traits(lesson.task).inputs() * n + result_size);
    Measurement result;
    result.n = n;
    result.peak_gbps = device.peak_gbps;
    if (n == 0) return result;
    result.ideal_bytes_per_element = bytes / static_cast<double>(n);
    if (on_simulator) return result;
    try {
        Stopwatch stopwatch(call.stream(), device);
        result.timing = time_call(call, stopwatch, bytes, reps);
        if (fit) result.fit = fit_calls(call, stopwatch, bytes);
    } catch (const CudaError& error) {
        result.fault = Fault{Fault::Kind::cuda_error, error.what()};
        return result;
    }
    result.cpu = time_on_cpu(lesson, layout, input, result.ideal_bytes_per_element);
    call.poison_output();
    return result;
}

} // namespace

Measurement measure(const Lesson& lesson, const Variant& variant, const Input& input,
                    const Device& device, int reps, bool fit, std::uint64_t order, bool by_line) {
    const Layout layout = layout_of(variant);
    const HostArray expected = reference_result(lesson, layout, input);
    Call call(lesson, variant, input);
    Measurement result = time_on_both(call, lesson, layout, input, expected.size(), device, reps, fit);
    if (result.fault) return result;
    const auto launch = [&] {
        set_order(order);
        call.launch();
    };
    result.cost = count_cost(launch, call.n(), by_line);
    result.fault = call.verify(expected);
    if (!result.fault) result.result = call.take_result();
    return result;
}

Measurement measure(const Lesson& lesson, const Variant& variant, const Recipe& recipe,
                    const Device& device, int reps, bool fit, std::uint64_t order, bool by_line) {
#ifdef SCANLAB_GPU_KERNELS
    if (recipe.n > 0) {
        Call call(lesson, variant, recipe);
        Recipe beginning = recipe;
        beginning.n = std::min(recipe.n, timed_on_cpu);
        Measurement result = time_on_both(call, lesson, layout_of(variant), make_inputs(beginning),
                                          call.result_size(), device, reps, fit);
        if (result.fault) return result;
        call.launch();
        result.fault = call.verify(recipe);
        return result;
    }
#endif
    return measure(lesson, variant, make_inputs(recipe), device, reps, fit, order, by_line);
}

} // namespace scanlab
