// Increments that are not atomic: whether some are lost depends on where threads are preempted.
#include "../expect.hpp"

__global__ void increment(int* count) {
    for (int i = 0; i < 100; ++i) *count += 1;
}

int main() {
    test::DeviceArray<int> count(1);
    increment<<<2, 1>>>(count.data());
    std::puts(count.read()[0] == 200 ? "all counted" : "some lost");
    return 0;
}
