// A list of parents begins at 1, so its end is one more than their number. The end was passed on as the number.
#include "../corpus/device.cuh"

constexpr int MOST = 8;

__device__ int combine(const int* parents, int count) {
    int code = 0;
    for (int i = 1; i <= count; ++i) code = 2 * code + parents[i]; // finds: out-of-bounds
    return code;
}

__global__ void score(const int* graph, int* scores) {
    int parents[MOST], end = 1;
    for (int i = 0; i < MOST - 1; ++i) parents[end++] = graph[i];
#ifdef FIXED
    scores[threadIdx.x] = combine(parents, end - 1);
#else
    scores[threadIdx.x] = combine(parents, end);
#endif
}

int main() {
    const RandomNumbers graph(MOST);
    const DeviceArray<int> scores(32);
    score<<<1, 32>>>(graph.get(), scores.get());
    finish();
}
