/// \file
/// What the trials of this folder have in common: arrays, the right result, and how a call is timed.
#pragma once

#include <scanlab/check.cuh>
#include <scanlab/device_attribute.cuh>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_profiler_api.h>
#include <memory>
#include <numeric>
#include <vector>

namespace trial {

struct FreeOnDevice {
    void operator()(void* p) const { cudaFree(p); }
};
template <class T>
using DeviceArray = std::unique_ptr<T[], FreeOnDevice>;

/// `count` elements of device memory, all bytes 0.
template <class T>
DeviceArray<T> on_device(long long count) {
    T* p = nullptr;
    check("cudaMalloc", cudaMalloc(&p, count * sizeof(T)));
    check("cudaMemset", cudaMemset(p, 0, count * sizeof(T)));
    return DeviceArray<T>(p);
}

struct Options {
    int from = 16, to = 30; ///< sizes: powers of two, by their exponents
    int step = 2;           ///< between two exponents
    int samples = 21;       ///< of each time
    bool once = false;      ///< a single call each at the largest size, for a profiler: no times
};

/// --from 16 --to 30 --step 2 --samples 21 --once
inline Options options(int argc, char** argv) {
    Options o;
    for (int i = 1; i < argc; ++i) {
        int* value = nullptr;
        if (!std::strcmp(argv[i], "--from")) value = &o.from;
        if (!std::strcmp(argv[i], "--to")) value = &o.to;
        if (!std::strcmp(argv[i], "--step")) value = &o.step;
        if (!std::strcmp(argv[i], "--samples")) value = &o.samples;
        if (!std::strcmp(argv[i], "--once")) {
            o.once = true;
        } else if (value == nullptr || ++i == argc || (*value = std::atoi(argv[i])) < 1) {
            std::fprintf(stderr,
                         "Options: --from, --to and --step with exponents of two, --samples with "
                         "a number, and --once\n");
            std::exit(2);
        }
    }
    return o;
}

struct Times {
    double median, p10, p90; ///< of one call, in microseconds
    double copy;             ///< median of a cudaMemcpyAsync of as many elements, measured in turns
};

template <class T>
__global__ void read_all(const T* data, long long n, int* sink) {
    int sum = 0;
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < n; i += gridDim.x * 256LL)
        sum ^= data[i].x;
    if (sum == 0x5eed) *sink = sum; // the compiler must not leave the loads out
}

template <class T>
__global__ void count_different(const T* a, const T* b, long long n, unsigned long long* different) {
    unsigned long long count = 0;
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < n; i += gridDim.x * 256LL)
        count += a[i] != b[i];
    if (count != 0) atomicAdd(different, count);
}

/// Times calls one at a time, each with a cold cache.
class Timer {
public:
    Timer() {
        cudaEventCreate(&before_);
        cudaEventCreate(&after_);
    }
    ~Timer() {
        cudaEventDestroy(before_);
        cudaEventDestroy(after_);
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    /// One call between two events; call and copy in turns, medians of `samples`.
    template <class Call, class Copy>
    Times time(int samples, Call call, Copy copy) {
        std::vector<double> calls, copies;
        for (int i = -2; i < samples; ++i) { // two to warm up
            const double a = time_one(call), b = time_one(copy);
            if (i >= 0) calls.push_back(a), copies.push_back(b);
        }
        std::sort(calls.begin(), calls.end());
        std::sort(copies.begin(), copies.end());
        const auto at = [samples](const std::vector<double>& v, int percent) {
            return v[static_cast<std::size_t>((samples - 1) * percent / 100)];
        };
        return {at(calls, 50), at(calls, 10), at(calls, 90), at(copies, 50)};
    }

private:
    template <class Call>
    double time_one(Call call) {
#ifndef SCANLAB_SIMULATOR // read something else, so that nothing of use is left in the cache
        read_all<<<1024, 256>>>(other_.get(), OTHER, sink_.get());
#endif
        cudaEventRecord(before_);
        call();
        cudaEventRecord(after_);
        check("the call", cudaEventSynchronize(after_));
        float ms = 0;
        cudaEventElapsedTime(&ms, before_, after_);
        return ms * 1e3;
    }

#ifndef SCANLAB_SIMULATOR
    static constexpr long long OTHER = 1 << 24; // of 16 bytes
    DeviceArray<int4> other_ = on_device<int4>(OTHER);
    DeviceArray<int> sink_ = on_device<int>(1);
#endif
    cudaEvent_t before_{}, after_{};
};

/// Input, output, and what the CPU computes from the input: its inclusive scan.
class Arrays {
public:
    explicit Arrays(long long n)
        : input(on_device<int>(n)), output(on_device<int>(n)), scanned(on_device<int>(n)) {
        std::vector<unsigned> values(n);
        unsigned random = 12345;
        for (unsigned& v : values) v = random = random * 1664525u + 1013904223u;
        check("cudaMemcpy", cudaMemcpy(input.get(), values.data(), n * 4, cudaMemcpyHostToDevice));
        std::partial_sum(values.begin(), values.end(), values.begin());
        check("cudaMemcpy", cudaMemcpy(scanned.get(), values.data(), n * 4, cudaMemcpyHostToDevice));
    }

    /// Whether a call makes `expected` of the input: on poisoned output, every element compared.
    template <class Call>
    bool makes(const int* expected, long long n, Call call) {
        check("cudaMemset", cudaMemset(output.get(), 0xA5, n * 4));
        cudaMemset(different_.get(), 0, sizeof(unsigned long long));
        call();
        check("the call", cudaGetLastError());
        count_different<<<1024, 256>>>(output.get(), expected, n, different_.get());
        unsigned long long different = 1;
        check("cudaMemcpy", cudaMemcpy(&different, different_.get(), 8, cudaMemcpyDeviceToHost));
        return different == 0;
    }

    /// Calls in turns with copies of n elements.
    template <class Call>
    Times time(long long n, int samples, Call call) {
        return timer_.time(samples, call, [&] {
            cudaMemcpyAsync(output.get(), input.get(), n * 4, cudaMemcpyDeviceToDevice);
        });
    }

    DeviceArray<int> input, output, scanned;

private:
    DeviceArray<unsigned long long> different_ = on_device<unsigned long long>(1);
    Timer timer_;
};

} // namespace trial
