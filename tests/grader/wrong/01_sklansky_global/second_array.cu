// fails: workspace bytes
// Each step reads a copy of the array, which launch() allocates: a workspace by another name.
#include <scanlab/exercise.hpp>
template <int BLOCK>
__global__ void join_groups(const int* from, int* to, long long n, long long half) {
    const long long t = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const long long right_group = t / half * 2 * half + half, i = right_group + t % half;
    if (i < n) to[i] = from[i] + from[right_group - 1];
}
template <int BLOCK>
struct SecondArray {
    static constexpr int items_per_thread = 2;
    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        int* other;
        cudaMalloc(&other, p.n * sizeof(int));
        const long long blocks = scanlab::ceil_div(p.n, BLOCK * items_per_thread);
        cudaMemcpyAsync(p.output, p.input, p.n * sizeof(int), cudaMemcpyDeviceToDevice, p.stream);
        for (long long half = 1; half < p.n; half *= 2) {
            cudaMemcpyAsync(other, p.output, p.n * sizeof(int), cudaMemcpyDeviceToDevice, p.stream);
            join_groups<BLOCK><<<blocks, BLOCK, 0, p.stream>>>(other, p.output, p.n, half);
        }
        cudaFree(other);
    }
};
SCANLAB_EXERCISE(sklansky_global, SecondArray);
