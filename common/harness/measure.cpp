#include "measure.hpp"

namespace scanlab {

Measurement measure(const Lesson& lesson, const Variant& variant, const Input& input,
                    const Device& device, int reps, bool fit, std::uint64_t order, bool by_line) {
    const long long n = count(input.values);
    const Layout layout = layout_of(variant);
    const HostArray expected = reference_result(lesson, layout, input);
    const double bytes = 4.0 * static_cast<double>(n + count(input.heads) + expected.size());

    Measurement result;
    result.n = n;
    result.peak_gbps = device.peak_gbps;
    if (n > 0) result.ideal_bytes_per_element = bytes / static_cast<double>(n);

    Call call(lesson, variant, input);
    if (!on_simulator && n > 0) {
        try {
            Stopwatch stopwatch(call.stream(), device);
            result.timing = time_call(call, stopwatch, bytes, reps);
            if (fit) result.fit = fit_calls(call, stopwatch, bytes);
        } catch (const CudaError& error) {
            result.fault = Fault{Fault::Kind::cuda_error, error.what()};
            return result;
        }
        result.cpu = time_on_cpu(lesson, layout, input, bytes);
        call.poison_output();
    }
    const auto launch = [&] {
        set_order(order);
        call.launch();
    };
    result.cost = count_cost(launch, n, by_line);
    result.fault = call.verify(expected);
    if (!result.fault) result.result = call.take_result();
    return result;
}

} // namespace scanlab
