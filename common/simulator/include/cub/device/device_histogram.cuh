/// \file
/// Histograms of arrays in device memory: a thread for each sample, by atomic additions. A bin's lower
/// level is part of it, its upper is not.
#pragma once

#include "call.cuh"

namespace cub {

struct DeviceHistogram {
    template <class Samples, class Counter, class Level, class Count>
    static cudaError_t HistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                     Counter* histogram, int levels, Level lower, Level upper, Count n,
                                     cudaStream_t stream = nullptr, bool = false) {
        return MultiHistogramEven<1, 1>(storage, bytes, samples, {histogram}, {levels}, {lower},
                                        {upper}, n, stream);
    }
    template <class Samples, class Counter, class Level, class Count>
    static cudaError_t HistogramRange(void* storage, std::size_t& bytes, Samples samples,
                                      Counter* histogram, int levels, const Level* all_levels, Count n,
                                      cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(storage, bytes, detail::storage_for(n), stream, [&] {
            clear(stream, histogram, levels);
            detail::each(stream, static_cast<std::size_t>(n), [=](std::size_t i) mutable {
                const auto sample = samples[i];
                int bin = -1;
                while (bin + 1 < levels && !(sample < all_levels[bin + 1])) ++bin;
                if (bin >= 0 && bin < levels - 1) atomicAdd(&histogram[bin], Counter(1));
            });
        });
    }
    template <int CHANNELS, int ACTIVE, class Samples, class Counter, class Level, class Count>
    static cudaError_t MultiHistogramEven(void* storage, std::size_t& bytes, Samples samples,
                                          Counter* const (&histograms)[ACTIVE],
                                          const int (&levels)[ACTIVE], const Level (&lower)[ACTIVE],
                                          const Level (&upper)[ACTIVE], Count pixels,
                                          cudaStream_t stream = nullptr, bool = false) {
        return detail::device_call(storage, bytes, detail::storage_for(pixels), stream, [&] {
            for (int channel = 0; channel < ACTIVE; ++channel) {
                clear(stream, histograms[channel], levels[channel]);
                detail::each(stream, static_cast<std::size_t>(pixels),
                             [=, histogram = histograms[channel], bins = levels[channel] - 1,
                              low = lower[channel], high = upper[channel]](std::size_t i) mutable {
                                 const auto sample =
                                     samples[i * CHANNELS + static_cast<std::size_t>(channel)];
                                 if (sample < low || !(sample < high)) return;
                                 const auto bin =
                                     static_cast<int>((sample - low) * bins / (high - low));
                                 atomicAdd(&histogram[bin < bins ? bin : bins - 1], Counter(1));
                             });
            }
        });
    }

private:
    template <class Counter>
    static void clear(cudaStream_t stream, Counter* histogram, int levels) {
        if (levels > 1)
            thrust::cuda_cub::throw_on_error(
                cudaMemsetAsync(histogram, 0, static_cast<std::size_t>(levels - 1) * sizeof(Counter),
                                stream),
                "clearing a histogram");
    }
};

} // namespace cub
