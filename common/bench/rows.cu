// How fast are many short scans? 2^28 elements, or another power of two, in rows of 2^5 to 2^14, which
// scan_rows() scans each by itself, and so does CUB: by its segmented scan, which it has since version
// 3.3, or with an older one by its scan by key, whose keys are computed or stored. Then some long rows,
// and some lengths that fill no vectors. Each result is compared with that of one thread per row.
// Prints a row of CSV for each type, length and program, with the times of a call, and of a copy of the
// elements.
//
//     nvcc -O3 -std=c++20 -arch=sm_90 -I common/include common/bench/rows.cu
//     ./a.out --to 28
//
// With -I CCCL/cub -I CCCL/thrust -I CCCL/libcudacxx/include before it, the folder CCCL's CUB is timed.
#include "publishing/trial.cuh"

#include <scanlab/row_scan.cuh>

#ifndef SCANLAB_SIMULATOR
#include <cub/cub.cuh>
#if __has_include(<cub/device/device_segmented_scan.cuh>)
#include <cub/device/device_segmented_scan.cuh>
#define SEGMENTED_SCAN
#endif
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#endif

using namespace trial;

namespace {

/// Small integers, so that sums of floats are exact, and the order of additions makes no difference.
template <class T>
__global__ void fill(T* in, long long n) {
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < n; i += gridDim.x * 256LL)
        in[i] = static_cast<T>(static_cast<unsigned>(i * 2654435761u) >> 30);
}

template <class T>
__global__ void scan_rows_one_by_one(const T* in, T* out, long long rows, int length) {
    const long long row = blockIdx.x * 256LL + threadIdx.x;
    if (row >= rows) return;
    T sum{};
    for (long long i = row * length; i < (row + 1) * length; ++i) out[i] = sum += in[i];
}

#ifdef SEGMENTED_SCAN
/// Where row r begins.
struct RowTimes {
    long long factor;
    __host__ __device__ long long operator()(long long r) const { return r * factor; }
};
#elif !defined(SCANLAB_SIMULATOR)
/// The row of element i.
struct DividedBy {
    unsigned divisor;
    __host__ __device__ unsigned operator()(unsigned i) const { return i / divisor; }
};
__global__ void fill_keys(unsigned* keys, unsigned n, unsigned length) {
    for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) keys[i] = i / length;
}
#endif

bool all_right = true;

template <class T>
void measure(const char* type, const Options& o, int length, long long rows) {
    const long long n = rows * length;
    auto in = on_device<T>(n), out = on_device<T>(n), right = on_device<T>(n);
    auto different = on_device<unsigned long long>(1);
    fill<<<1024, 256>>>(in.get(), n);
    scan_rows_one_by_one<<<static_cast<unsigned>(scanlab::ceil_div(rows, 256)), 256>>>(
        in.get(), right.get(), rows, length);
    const auto row = [&](const char* program, auto call) {
        check("cudaMemset", cudaMemset(out.get(), 0xA5, n * sizeof(T)));
        check(program, call());
        check("cudaMemset", cudaMemset(different.get(), 0, sizeof(unsigned long long)));
        count_different<<<1024, 256>>>(out.get(), right.get(), n, different.get());
        unsigned long long wrong = 0;
        check("cudaMemcpy", cudaMemcpy(&wrong, different.get(), sizeof wrong, cudaMemcpyDeviceToHost));
        const Times t = Timer().time(
            o.samples, [&] { check(program, call()); },
            [&] { cudaMemcpyAsync(out.get(), in.get(), n * sizeof(T), cudaMemcpyDeviceToDevice); });
        std::printf("%s,%d,%lld,%s,%.2f,%.2f,%.2f,%.2f,%.3f,%s\n", type, length, rows, program,
                    t.median, t.p10, t.p90, t.copy, t.copy / t.median, wrong == 0 ? "yes" : "NO");
        std::fflush(stdout);
        all_right = all_right && wrong == 0;
    };
    row("scan_rows", [&] { return scanlab::scan_rows(in.get(), out.get(), rows, length); });
#ifndef SCANLAB_SIMULATOR
    const auto row_of_cub = [&](const char* program, auto call) {
        std::size_t bytes = 0;
        check(program, call(nullptr, bytes));
        auto storage = on_device<char>(static_cast<long long>(bytes) + 1);
        row(program, [&] { return call(storage.get(), bytes); });
    };
    const thrust::counting_iterator<unsigned> numbers(0);
#ifdef SEGMENTED_SCAN
    row_of_cub("cub_segmented", [&](void* memory, std::size_t& bytes) {
        const auto begins = thrust::make_transform_iterator(numbers, RowTimes{length});
        return cub::DeviceSegmentedScan::InclusiveSegmentedSum(memory, bytes, in.get(), out.get(),
                                                               begins, begins + 1, rows);
    });
#else
    row_of_cub("cub_by_key", [&](void* memory, std::size_t& bytes) {
        const auto keys =
            thrust::make_transform_iterator(numbers, DividedBy{static_cast<unsigned>(length)});
        return cub::DeviceScan::InclusiveSumByKey(memory, bytes, keys, in.get(), out.get(), n);
    });
    auto keys = on_device<unsigned>(n);
    fill_keys<<<1024, 256>>>(keys.get(), static_cast<unsigned>(n), static_cast<unsigned>(length));
    row_of_cub("cub_by_stored_key", [&](void* memory, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSumByKey(memory, bytes, keys.get(), in.get(), out.get(), n);
    });
#endif
#endif
}

} // namespace

int main(int argc, char** argv) {
    const Options o = options(argc, argv);
    std::printf("type,length,rows,program,us,p10,p90,copy_us,share_of_copy,right\n");
    for (int log2 = 5; log2 <= 14 && log2 <= o.to; ++log2) {
        measure<int>("int", o, 1 << log2, 1LL << (o.to - log2));
        measure<float>("float", o, 1 << log2, 1LL << (o.to - log2));
    }
    // Few long rows, as in a batch of texts; and lengths that fill no vectors.
    for (const int rows : {8, 64, 512})
        if (o.to >= 20) measure<float>("float", o, 128 * 1024, rows);
    for (const int length : {1, 3, 17, 50, 1001})
        measure<int>("int", o, length, (1LL << o.to) / length);
    return all_right ? 0 : 1;
}
