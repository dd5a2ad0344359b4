// How fast are the other functions of scanlab.cuh? Scans of unaligned arrays and by key, selections and
// partitions, of elements of 1 to 16 bytes, beside CUB's. Both have to write the same. Prints a row of
// CSV for each function, type, size and library, with the times of a call, and that of a copy of the
// input.
//
//     nvcc -O3 -std=c++20 -arch=sm_90 -I common/include common/bench/header.cu
//     ./a.out --from 12 --to 28
#include "publishing/trial.cuh"

#include <scanlab/header.cuh>

#ifndef SCANLAB_SIMULATOR
#include <cub/cub.cuh>
#endif

using namespace trial;

namespace {

/// An element of 12 or 16 bytes.
template <int WORDS>
struct Words {
    unsigned words[WORDS];
    __host__ __device__ Words(unsigned first = 0) : words{first} {}
};

/// Half of all elements are kept, at random; a run of keys has about 100 elements.
template <class T>
__global__ void fill(T* in, int* keys, long long n) {
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < n; i += gridDim.x * 256LL) {
        in[i] = T(static_cast<unsigned>(i * 2654435761u >> 9));
        keys[i] = static_cast<int>(i / 100);
    }
}

struct Keep {
    template <class T>
    __device__ bool operator()(const T& value) const {
        unsigned char first;
        memcpy(&first, &value, 1);
        return first % 2 != 0;
    }
};

bool all_right = true;

/// Arrays of n elements, and a first output, to which the others are compared.
template <class T>
class Trial {
public:
    Trial(const char* type, int log2, int samples)
        : type_(type), log2_(log2), samples_(samples), n(1LL << log2) {
        fill<<<1024, 256>>>(in.get(), keys.get(), n);
    }

    /// Times `call(memory, bytes)`, which returns an error.
    template <class Call>
    void row(const char* function, const char* program, bool is_first, Call call) {
        const long long all = n * static_cast<long long>(sizeof(T));
        check("cudaMemset", cudaMemset(out.get(), 0xA5, all));
        scanlab::Storage storage;
        const auto once = [&] { check(function, storage.call(call)); };
        once();
        unsigned long long different = 0;
        if (is_first) {
            check("cudaMemcpy", cudaMemcpy(right_.get(), out.get(), all, cudaMemcpyDeviceToDevice));
        } else {
            check("cudaMemset", cudaMemset(different_.get(), 0, sizeof different));
            count_different<<<1024, 256>>>(reinterpret_cast<unsigned char*>(out.get()),
                                           reinterpret_cast<unsigned char*>(right_.get()), all,
                                           different_.get());
            check("cudaMemcpy",
                  cudaMemcpy(&different, different_.get(), sizeof different, cudaMemcpyDeviceToHost));
        }
        const Times t = timer_.time(samples_, once, [&] {
            cudaMemcpyAsync(out.get(), in.get(), all, cudaMemcpyDeviceToDevice);
        });
        std::printf("%s,%s,%d,%s,%d,%.2f,%.2f,%.2f,%.2f,%.3f,%s\n", function, type_,
                    static_cast<int>(sizeof(T)), program, log2_, t.median, t.p10, t.p90, t.copy,
                    t.copy / t.median, different == 0 ? "yes" : "NO");
        std::fflush(stdout);
        all_right = all_right && different == 0;
    }

private:
    const char* type_;
    int log2_, samples_;

public:
    long long n;
    DeviceArray<T> in = on_device<T>(n), out = on_device<T>(n);
    DeviceArray<int> keys = on_device<int>(n);
    DeviceArray<long long> kept = on_device<long long>(1);

private:
    DeviceArray<T> right_ = on_device<T>(n);
    DeviceArray<unsigned long long> different_ = on_device<unsigned long long>(1);
    Timer timer_;
};

template <class T>
void measure(const char* type, const Options& o) {
    for (int log2 = o.from; log2 <= o.to; log2 += o.step) {
        Trial<T> t(type, log2, o.samples);
        T *const in = t.in.get(), *const out = t.out.get();
        const auto n = static_cast<std::size_t>(t.n);
        long long* const kept = t.kept.get();
        const char* const ours = "scanlab.cuh";
        [[maybe_unused]] const char* const cub = "CUB"; // the simulator has it not
        if constexpr (std::is_arithmetic_v<T>) {        // arrays that begin in the middle of a vector
            t.row("scan off by one", ours, true, [=](void* memory, std::size_t& bytes) {
                return scanlab::inclusive_scan(memory, bytes, in + 1, out + 1, n - 1,
                                               scanlab::Sum<T>{});
            });
#ifndef SCANLAB_SIMULATOR
            t.row("scan off by one", cub, false, [=](void* memory, std::size_t& bytes) {
                return cub::DeviceScan::InclusiveSum(memory, bytes, in + 1, out + 1,
                                                     static_cast<long long>(n - 1));
            });
#endif
        }
        t.row("select", ours, true, [=](void* memory, std::size_t& bytes) {
            return scanlab::select_if(memory, bytes, in, out, kept, n, Keep{});
        });
#ifndef SCANLAB_SIMULATOR
        t.row("select", cub, false, [=](void* memory, std::size_t& bytes) {
            return cub::DeviceSelect::If(memory, bytes, in, out, kept, static_cast<long long>(n),
                                         Keep{});
        });
#endif
        t.row("partition", ours, true, [=](void* memory, std::size_t& bytes) {
            return scanlab::partition_if(memory, bytes, in, out, kept, n, Keep{});
        });
#ifndef SCANLAB_SIMULATOR
        t.row("partition", cub, false, [=](void* memory, std::size_t& bytes) {
            return cub::DevicePartition::If(memory, bytes, in, out, kept, static_cast<long long>(n),
                                            Keep{});
        });
#endif
        if constexpr (std::is_arithmetic_v<T>) {
            const int* const keys = t.keys.get();
            t.row("scan by key", ours, true, [=](void* memory, std::size_t& bytes) {
                return scanlab::inclusive_scan_by_key(memory, bytes, keys, in, out, n,
                                                      scanlab::Sum<T>{});
            });
#ifndef SCANLAB_SIMULATOR
            t.row("scan by key", cub, false, [=](void* memory, std::size_t& bytes) {
                return cub::DeviceScan::InclusiveSumByKey(memory, bytes, keys, in, out,
                                                          static_cast<long long>(n));
            });
#endif
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    const Options o = options(argc, argv);
    std::printf("function,type,bytes,program,log2_n,us,p10,p90,copy_us,share_of_copy,right\n");
    measure<unsigned char>("unsigned char", o);
    measure<short>("short", o);
    measure<int>("int", o);
    measure<long long>("long long", o);
    measure<Words<3>>("three words", o);
    measure<Words<4>>("four words", o);
    return all_right ? 0 : 1;
}
