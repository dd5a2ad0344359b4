// Lesson 13: how far off sums of n floats between 0 and 1 are, for several orders of additions.
//
//     ./scanlab sim lessons/13_float_scan/errors.cu
//
// The unit is u = 2^-24 times the sum, which is the most that a single rounding may change the sum.
#include "any_scan.cuh"

#include <scanlab/check.cuh>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

using Floats = std::vector<float>;

float one_after_the_other(const Floats& x) {
    float sum = 0;
    for (const float v : x) sum += v;
    return sum;
}

/// Sums the two halves first, so an element goes through log2(n) additions in a row.
float in_pairs(const float* x, std::size_t n) {
    return n == 1 ? *x : in_pairs(x, n / 2) + in_pairs(x + n / 2, n - n / 2);
}

/// Remembers how much each addition has lost, and adds that to the next element. (Kahan, "Further
/// Remarks on Reducing Truncation Errors", 1965)
float compensated(const Floats& x) {
    float sum = 0, lost = 0;
    for (const float v : x) {
        const float more = v - lost, next = sum + more;
        lost = (next - sum) - more;
        sum = next;
    }
    return sum;
}

/// The last result of this lesson's scan.
float scanned(const Floats& x) {
    using Operator = scanlab::Sum<float>;
    using Kernels = scanlab::OrderedKernels<Operator>;
    const auto n = static_cast<long long>(x.size());
    const std::size_t bytes = x.size() * sizeof(float);
    float *from, *to, sum;
    scanlab::Problem problem{};
    check("cudaMalloc", cudaMalloc(&from, bytes));
    check("cudaMalloc", cudaMalloc(&to, bytes));
    check("cudaMalloc", cudaMalloc(&problem.workspace, Kernels::workspace(n)));
    check("cudaMemset", cudaMemset(problem.workspace, 0, Kernels::workspace(n)));
    check("cudaMemcpy", cudaMemcpy(from, x.data(), bytes, cudaMemcpyHostToDevice));
    launch_any_scan<Operator, 512>(from, to, n, Kernels::aggregates(problem), nullptr);
    check("cudaMemcpy", cudaMemcpy(&sum, to + n - 1, sizeof sum, cudaMemcpyDeviceToHost));
    cudaFree(from), cudaFree(to), cudaFree(problem.workspace);
    return sum;
}

int main() {
    std::printf("%8s %12s %12s %12s %12s\n", "n", "in a row", "this scan", "in pairs", "compensated");
    std::mt19937 random(1);
    for (int k = 8; k <= 17; k += 3) {
        Floats x(std::size_t{1} << k);
        double sum = 0; // whose own error is 2^-29 times as large
        for (float& v : x) sum += v = static_cast<float>(random() >> 8) * 0x1p-24F;
        const auto off = [&](float got) { return std::abs(got - sum) / (0x1p-24 * sum); };
        std::printf("%8zu %12.2f %12.2f %12.2f %12.2f\n", x.size(), off(one_after_the_other(x)),
                    off(scanned(x)), off(in_pairs(x.data(), x.size())), off(compensated(x)));
    }
}
