// Lesson 13: one kernel, eight operators. Integers, minima and maxima must be right in every bit. Sums
// of floating-point numbers may be off by as much as their rounding allows.
//
//     ./scanlab sim lessons/13_float_scan/types.cu
#include "any_scan.cuh"

#include <scanlab/check.cuh>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

using scanlab::Affine, scanlab::Max, scanlab::Min, scanlab::Sum;

constexpr int BLOCK = 256, N = 20011;
bool all_right = true;

/// Sums that begin anew where a segment does.
template <class T>
struct Segmented {
    struct alignas(2 * sizeof(T)) Value {
        T sum;
        int begins; ///< not 0 if a segment begins in it
    };
    static constexpr bool commutes = false;
    __host__ __device__ static Value identity() { return {Sum<T>::identity(), 0}; }
    __host__ __device__ static Value combine(Value before, Value after) {
        return {after.begins ? after.sum : Sum<T>::combine(before.sum, after.sum),
                before.begins | after.begins};
    }
};

/// The kernel's output for this input.
template <class Operator, class Value = typename Operator::Value>
std::vector<Value> scanned(const std::vector<Value>& input) {
    const std::size_t bytes = input.size() * sizeof(Value);
    Value *from, *to;
    scanlab::Problem problem{};
    check("cudaMalloc", cudaMalloc(&from, bytes));
    check("cudaMalloc", cudaMalloc(&to, bytes));
    check("cudaMalloc",
          cudaMalloc(&problem.workspace, scanlab::OrderedKernels<Operator>::workspace(N)));
    check("cudaMemset",
          cudaMemset(problem.workspace, 0, scanlab::OrderedKernels<Operator>::workspace(N)));
    check("cudaMemcpy", cudaMemcpy(from, input.data(), bytes, cudaMemcpyHostToDevice));
    launch_any_scan<Operator, BLOCK>(from, to, static_cast<long long>(input.size()),
                                     scanlab::OrderedKernels<Operator>::aggregates(problem), nullptr);
    std::vector<Value> output(input.size());
    check("cudaMemcpy", cudaMemcpy(output.data(), to, bytes, cudaMemcpyDeviceToHost));
    cudaFree(from), cudaFree(to), cudaFree(problem.workspace);
    return output;
}

void report(const char* name, std::size_t bytes, bool is_right, const char* how) {
    all_right = all_right && is_right;
    std::printf("%-22s %2zu bytes  %-5s %s\n", name, bytes, is_right ? "right" : "WRONG", how);
}

/// Compares every bit with the result of a loop on the CPU.
template <class Operator, class Make>
void check_exactly(const char* name, Make make) {
    using Value = typename Operator::Value;
    std::vector<Value> input;
    for (int i = 0; i < N; ++i) input.push_back(make(i));
    const std::vector<Value> output = scanned<Operator>(input);
    Value carry = Operator::identity();
    bool is_right = true;
    for (int i = 0; i < N; ++i) {
        carry = Operator::combine(carry, input[i]);
        is_right = is_right && std::memcmp(&carry, &output[i], sizeof carry) == 0;
    }
    report(name, sizeof(Value), is_right, "exactly");
}

/// Compares with a sum of long doubles. Each sum may be off by k·u times the sum of the absolute
/// values, with k additions in a row, and u half the distance from 1 to the next number.
template <class T>
void check_sums(const char* name, T u, int additions) {
    std::vector<T> input;
    for (int i = 0; i < N; ++i) input.push_back(static_cast<T>((i * 7919 % 1009 - 504) / T{37}));
    const std::vector<T> output = scanned<Sum<T>>(input);
    long double sum = 0, absolute = 0;
    bool is_right = true;
    for (int i = 0; i < N; ++i) {
        sum += input[i];
        absolute += std::abs(input[i]);
        is_right = is_right && std::abs(output[i] - sum) <= additions * u * absolute;
    }
    report(name, sizeof(T), is_right, "but for rounding");
}

int main() {
    constexpr int additions = 40; // more than there are in a row, at this size: see float_scan.cu
    const auto small = [](int i) { return i * 31 % 17 - 8; };
    check_exactly<Sum<int>>("sums of int", small);
    check_exactly<Sum<long long>>("sums of long long",
                                  [&](int i) { return small(i) * 10'000'000'000LL; });
    check_sums<float>("sums of float", 0x1p-24F, additions);
    check_sums<double>("sums of double", 0x1p-53, additions);
    check_exactly<Min<float>>("minima of float", [](int i) { return 1000 - i % 997 - i / 20 + .5F; });
    check_exactly<Max<long long>>("maxima of long long", [](int i) { return i * 7919LL % 10'007; });
    check_exactly<Affine<unsigned>>("x -> a x + b", [](int i) { // unsigned: it may wrap around
        return Affine<unsigned>::Value{2u * i + 1, static_cast<unsigned>(i)};
    });
    check_exactly<Segmented<int>>("segmented sums of int", [&](int i) {
        return Segmented<int>::Value{small(i), i % 700 == 5};
    });
    return all_right ? 0 : 1;
}
