// The host's vector has room for half of what is copied.
#include "../corpus/device.cuh"

#include <vector>

int main() {
    constexpr int n = 1000;
    const RandomNumbers numbers(n);
    std::vector<int> result(n / 2);
    check(cudaMemcpy(result.data(), numbers.get(), numbers.bytes(), // finds: bad-copy
                     cudaMemcpyDeviceToHost));
}
