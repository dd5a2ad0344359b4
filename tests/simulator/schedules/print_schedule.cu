// Prints the order in which blocks and threads took tickets: the seed's choice, and nobody else's.
#include "../expect.hpp"

__global__ void take_ticket(int* order, int* next) { order[atomicAdd(next, 1)] = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

int main() {
    test::DeviceArray<int> order(256), next(1);
    take_ticket<<<4, 64>>>(order.data(), next.data());
    for (const int thread : order.read()) std::printf("%d ", thread);
    std::printf("\n");
    return 0;
}
