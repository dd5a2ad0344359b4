/// \file
/// Time on the GPU's own clock, and on the CPU's.
#pragma once

#include "check/call.hpp"
#include "check/device.hpp"

#include <functional>
#include <vector>

namespace scanlab {

/// Measures work on a stream by CUDA events.
class Stopwatch {
public:
    /// Takes memory(device) bytes of the device. Throws CudaError if there are not as many.
    Stopwatch(const Stream& stream, const Device& device);

    /// Microseconds of each of `reps` runs of `work`, each with an L2 cache full of something else,
    /// after some that are not counted. Throws CudaError if the work fails.
    std::vector<double> time(int reps, const std::function<void()>& work);

    /// The same of each of several works, run in turns, so that all meet the same clocks.
    std::vector<std::vector<double>> time(int reps, const std::vector<std::function<void()>>& works);

    /// Bytes of device memory that it takes.
    static std::size_t memory(const Device& device) { return 2 * device.l2_bytes; }

private:
    void empty_cache();

    const Stream& stream_;
    std::size_t flush_bytes_;
    DeviceBuffer flush_;
};

/// Time of one call. Speeds are in GB/s, 10^9 bytes per second.
struct Timing {
    double median_us, p10_us, p90_us; ///< over `reps` calls, in microseconds
    double gbps;                      ///< useful bytes over the median
    double copy_gbps; ///< of a device-to-device copy of the n elements, timed alike: 8n bytes over its
                      ///< median
    double best_copy_gbps; ///< of that copy or the kit's own, whichever is faster
    int reps;
};
/// Times `reps` copies and `reps` calls. `bytes` is what a call usefully moves.
Timing time_call(Call& call, Stopwatch& stopwatch, double bytes, int reps);

/// The line through the times of 1 … `repeats` calls in a row: time = fixed + calls × bytes / speed.
struct Fit {
    double gbps, fixed_us; ///< the speed, and what starting costs, in microseconds
    double r_squared;      ///< how well the line fits; 1 is exactly
    int repeats;
};
/// Times 1 to 10 calls in a row, and fits the line. `bytes` is what one call usefully moves.
Fit fit_calls(Call& call, Stopwatch& stopwatch, double bytes);

/// The same work on the CPU: useful bytes over the median time.
struct CpuSpeed {
    double plain_gbps, parallel_gbps; ///< of a plain loop, and of all threads
    int threads;                      ///< of the parallel form
};
/// Elements that it is measured on at most: many times what its caches hold. A sort takes seconds for
/// so many, and is measured on a sixteenth.
constexpr long long timed_on_cpu = 1LL << 26;

/// Times what the lesson computes, on the beginning of this input, once by a plain loop and once by all
/// threads. `bytes`: what one element usefully moves.
CpuSpeed time_on_cpu(const Lesson& lesson, const Layout& layout, const Input& input, double bytes);

} // namespace scanlab
