// A launch is refused, for a block has too many threads, and nobody asks: the program goes on as if the
// kernel had run, and prints what was in the memory before.
#include "../corpus/device.cuh"

__global__ void double_in_place(int* data) { data[threadIdx.x] *= 2; }

int main() {
    constexpr int n = 1025;
    const RandomNumbers data(n);
    double_in_place<<<1, n>>>(data.get()); // finds: unchecked-error, maybe invalid-launch
    std::printf("%d\n", data[0]);
}
