// A scan of structs with operators, constructors and functions that return them, in shared memory,
// between barriers.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Range {
    int least, most, sum;
    Range() = default;
    __device__ explicit Range(int n) : least(n), most(n), sum(n) {}
    __device__ Range& operator+=(const Range& other) { return *this = *this + other; }
    friend __device__ Range operator+(Range a, const Range& b) {
        a.least = min(a.least, b.least);
        a.most = max(a.most, b.most);
        a.sum += b.sum;
        return a;
    }
};

__global__ void scan(const int* input, int* output) {
    __shared__ Range ranges[BLOCK];
    const int t = threadIdx.x;
    ranges[t] = Range(input[t]);
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const Range left = t >= distance ? ranges[t - distance] : ranges[t];
        __syncthreads();
        if (t >= distance) ranges[t] += left;
        __syncthreads();
    }
    output[t] = ranges[t].most - ranges[t].least + ranges[t].sum;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    scan<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    int least = INT_MAX, most = INT_MIN, sum = 0;
    return verdict(output, [&](int i) {
        const int number = random_number(i);
        least = number < least ? number : least;
        most = number > most ? number : most;
        return most - least + (sum += number);
    });
}
