// The loop ends one element too early. Nothing is wrong with that but the sum.
#include "../corpus/device.cuh"

constexpr int N = 100;

__global__ void number(int* values) { values[threadIdx.x] = static_cast<int>(threadIdx.x); }
__global__ void add_up(const int* values, int* sum) {
    *sum = 0;
    for (int i = 0; i < N - 1; ++i) *sum += values[i];
}

int main() {
    const DeviceArray<int> values(N), result(1);
    number<<<1, N>>>(values.get());
    add_up<<<1, 1>>>(values.get(), result.get());
    finish();
    const int sum = result[0];
    const int expected = N * (N - 1) / 2;
    if (sum != expected) {
        std::printf("%d instead of %d\n", sum, expected);
        return 1; // finds: warning wrong-result
    }
    return 0;
}
