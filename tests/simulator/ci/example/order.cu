// Five kernels that count, scan and sort.
#include "check.cuh"

__global__ void histogram(const int* in, int* bins, int n) {
    const int i = index();
    if (i < n) atomicAdd(&bins[in[i]], 1);
}
__global__ void scan(const int* in, int* out, int n) {
    __shared__ int sums[block_size];
    const int t = static_cast<int>(threadIdx.x);
    sums[t] = t < n ? in[t] : 0;
    for (int distance = 1; distance < block_size; distance *= 2) {
        __syncthreads();
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads();
        sums[t] += left;
    }
    if (t < n) out[t] = sums[t];
}
__global__ void rank(const int* in, int* out, int n) {
    const int i = index();
    if (i >= n) return;
    int before = 0;
    for (int j = 0; j < n; ++j) before += in[j] < in[i] || (in[j] == in[i] && j < i);
    out[i] = before;
}
__global__ void scatter(const int* in, const int* ranks, int* out, int n) {
    const int i = index();
    if (i < n) out[ranks[i]] = in[i];
}
__global__ void adjacent(const int* in, int* out, int n) {
    const int i = index();
    if (i < n) out[i] = i > 0 && in[i] == in[i - 1];
}

int main() {
    const Array in({3, 1, 7, 0, 4, 1, 6, 3});
    Array bins(8), sums(8), ranks(8), sorted(8), equal(8);
    run(histogram, 8, in, bins, 8);
    expect("histogram", bins, {1, 2, 0, 2, 1, 0, 1, 1});
    run(scan, 8, in, sums, 8);
    expect("scan", sums, {3, 4, 11, 11, 15, 16, 22, 25});
    run(rank, 8, in, ranks, 8);
    expect("rank", ranks, {3, 1, 7, 0, 5, 2, 6, 4});
    run(scatter, 8, in, ranks, sorted, 8);
    expect("scatter", sorted, {0, 1, 1, 3, 3, 4, 6, 7});
    run(adjacent, 8, sorted, equal, 8);
    expect("adjacent", equal, {0, 0, 1, 0, 1, 0, 0, 0});
    return failures;
}
