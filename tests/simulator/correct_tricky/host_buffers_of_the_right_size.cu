// Copies that fill a vector, the middle of an array, a std::array and a single variable exactly.
#include "../corpus/device.cuh"

#include <array>
#include <memory>
#include <vector>

int main() {
    constexpr int n = 100;
    const RandomNumbers numbers(n);
    const auto fetch = [&](int* to, int first, int count) {
        check(cudaMemcpy(to, numbers.get() + first, count * sizeof(int), cudaMemcpyDeviceToHost));
    };
    std::vector<int> all(n);
    std::array<int, 10> ten;
    const auto middle = std::make_unique<int[]>(n);
    int last = 0;
    fetch(all.data(), 0, n);
    fetch(ten.data(), 5, 10);
    fetch(middle.get() + 40, 40, n - 40);
    fetch(&last, n - 1, 1);
    for (int i = 0; i < n; ++i)
        if (all[i] != random_number(i) || (i >= 40 && middle[i] != all[i])) return 1;
    return ten[9] == all[14] && last == all[n - 1] ? 0 : 1;
}
