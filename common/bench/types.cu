// How fast are scans of values that are no ints? Lesson 13's scan, scanlab.cuh's and CUB's, of values
// of 1 to 16 bytes. Prints a row of CSV for each type and size.
//
//     nvcc -O3 -std=c++20 -arch=sm_90 -I common/include -I lessons/13_float_scan common/bench/types.cu
//     ./a.out --from 16 --to 28
#include "publishing/trial.cuh"

#include <any_scan.cuh>
#include <scanlab/header.cuh>

#ifndef SCANLAB_SIMULATOR
#include <cub/cub.cuh>
#endif

using namespace trial;
using scanlab::Affine, scanlab::Sum;

/// Element i. Sums are small whole numbers, so that floats are added without rounding.
template <class Value>
__host__ __device__ Value element(long long i) {
    const int small = static_cast<int>(i * 31 % 17) - 8;
    if constexpr (requires(Value v) { v.factor; }) {
        using T = decltype(Value::factor);
        return {i % 3 == 0 ? T{-1} : T{1}, static_cast<T>(small)};
    } else {
        return static_cast<Value>(small);
    }
}

/// So many elements, one after the other, change nothing: 17 numbers add up to 0, and 51 maps are
/// x -> -x + b, which undoes itself.
constexpr int PERIOD = 2 * 51;

template <class Value>
__global__ void fill(Value* input, long long n) {
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < n; i += gridDim.x * 256LL)
        input[i] = element<Value>(i);
}

template <class Value>
struct FirstResults {
    Value values[PERIOD];
};

/// Compares every byte.
template <class Value>
__global__ void count_wrong(const Value* output, long long n, FirstResults<Value> right, int* wrong) {
    for (long long i = blockIdx.x * 256LL + threadIdx.x; i < n; i += gridDim.x * 256LL) {
        const auto* const found = reinterpret_cast<const unsigned char*>(output + i);
        const auto* const wanted = reinterpret_cast<const unsigned char*>(right.values + i % PERIOD);
        bool is_right = true;
        for (std::size_t byte = 0; byte < sizeof(Value); ++byte)
            is_right = is_right && found[byte] == wanted[byte];
        if (!is_right) atomicAdd(wrong, 1);
    }
}

/// The scan of the first elements, by a loop.
template <class Operator, class Value>
FirstResults<Value> first_results() {
    FirstResults<Value> first;
    for (int i = 0; i < PERIOD; ++i)
        first.values[i] =
            i == 0 ? element<Value>(0)
                   : static_cast<Value>(Operator::combine(first.values[i - 1], element<Value>(i)));
    return first;
}

bool all_right = true;

/// Input and output of n values, and how a scan of them is checked and timed.
template <class Operator>
class Trial {
public:
    using Value = typename Operator::Value;
    Trial(const char* type, int log2, int samples)
        : type_(type), log2_(log2), n_(1LL << log2), samples_(samples) {
        fill<<<1024, 256>>>(input_.get(), n_);
    }

    template <class Call>
    void row(const char* program, Call call) {
        const Value* const in = input_.get();
        Value* const out = output_.get();
        const std::size_t bytes = n_ * sizeof(Value);
        check("cudaMemset", cudaMemset(out, 0xA5, bytes));
        check("cudaMemset", cudaMemset(wrong_.get(), 0, sizeof(int)));
        call(in, out, n_);
        count_wrong<<<1024, 256>>>(out, n_, first_results<Operator, Value>(), wrong_.get());
        int wrong = 1;
        check("cudaMemcpy", cudaMemcpy(&wrong, wrong_.get(), sizeof wrong, cudaMemcpyDeviceToHost));
        const Times t = timer_.time(
            samples_, [&] { call(in, out, n_); },
            [&] { cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice); });
        std::printf("%s,%d,%s,%d,%.2f,%.2f,%.2f,%.2f,%.3f,%s\n", type_, static_cast<int>(sizeof(Value)),
                    program, log2_, t.median, t.p10, t.p90, t.copy, t.copy / t.median,
                    wrong == 0 ? "yes" : "NO");
        std::fflush(stdout);
        all_right = all_right && wrong == 0;
    }

private:
    const char* type_;
    int log2_;
    long long n_;
    int samples_;
    DeviceArray<Value> input_ = on_device<Value>(n_), output_ = on_device<Value>(n_);
    DeviceArray<int> wrong_ = on_device<int>(1);
    Timer timer_;
};

#ifndef SCANLAB_SIMULATOR
template <class Operator>
struct Combine {
    using Value = typename Operator::Value;
    __host__ __device__ Value operator()(Value before, Value after) const {
        return Operator::combine(before, after);
    }
};

template <class Operator>
void add_cub(Trial<Operator>& trial, long long n) {
    using Value = typename Operator::Value;
    std::size_t bytes = 0;
    DeviceArray<char> storage;
    const auto call = [&](const Value* in, Value* out, long long count) {
        if constexpr (std::is_arithmetic_v<Value>) // for which CUB has been tuned
            cub::DeviceScan::InclusiveSum(storage.get(), bytes, in, out, count);
        else
            cub::DeviceScan::InclusiveScan(storage.get(), bytes, in, out, Combine<Operator>{}, count);
    };
    call(nullptr, nullptr, n); // only says how much storage it needs
    storage = on_device<char>(static_cast<long long>(bytes));
    trial.row("CUB", call);
}
#endif

template <class Operator>
void add_lesson(Trial<Operator>& trial) {
    using Kernels = scanlab::OrderedKernels<Operator>;
    const auto storage = on_device<char>(static_cast<long long>(Kernels::workspace(0)));
    scanlab::Problem problem{};
    problem.workspace = storage.get();
    trial.row("lesson 13", [&](const auto* in, auto* out, long long n) {
        launch_any_scan<Operator, 512>(in, out, n, Kernels::aggregates(problem), nullptr);
    });
}

template <class Operator>
void add_header(Trial<Operator>& trial) {
    scanlab::Storage storage;
    trial.row("scanlab.cuh", [&](const auto* in, auto* out, long long n) {
        check("inclusive_scan", storage.call([&](void* memory, std::size_t& bytes) {
            return scanlab::inclusive_scan(memory, bytes, in, out, n, Operator{});
        }));
    });
}

template <class Operator>
void measure(const char* type, const Options& o) {
    for (int log2 = o.from; log2 <= o.to; log2 += o.step) {
        Trial<Operator> trial(type, log2, o.samples);
        add_lesson(trial);
        add_header(trial);
#ifndef SCANLAB_SIMULATOR
        add_cub(trial, 1LL << log2);
#endif
    }
}

int main(int argc, char** argv) {
    const Options o = options(argc, argv);
    std::printf("type,bytes,program,log2_n,us,p10,p90,copy_us,share_of_copy,right\n");
    measure<Sum<signed char>>("char", o);
    measure<Sum<short>>("short", o);
    measure<Sum<int>>("int", o);
    measure<Sum<float>>("float", o);
    measure<Sum<long long>>("long long", o);
    measure<Sum<double>>("double", o);
    measure<Affine<float>>("map of floats", o);
    measure<Affine<double>>("map of doubles", o);
    return all_right ? 0 : 1;
}
