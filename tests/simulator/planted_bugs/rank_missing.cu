// One of three ranks never comes to the operation that all others wait in.
// runs with: SCANLAB_SIM_DEVICES=3
#include "../corpus/device.cuh"

#include <nccl.h>

int main() {
    constexpr int ranks = 3, n = 16;
    ncclComm_t communicators[ranks];
    float* sums[ranks];
    if (ncclCommInitAll(communicators, ranks, nullptr) != ncclSuccess) return 1;
    for (int rank = 0; rank < ranks; ++rank) {
        check(cudaSetDevice(rank));
        check(cudaMalloc(&sums[rank], n * sizeof(float)));
        check(cudaMemset(sums[rank], 0, n * sizeof(float)));
    }
    ncclGroupStart();
    for (int rank = 1; rank < ranks; ++rank)
        ncclAllReduce(sums[rank], sums[rank], n, ncclFloat, ncclSum, communicators[rank], nullptr); // finds: deadlock
    ncclGroupEnd();
    for (int rank = 0; rank < ranks; ++rank) {
        check(cudaSetDevice(rank));
        finish();
    }
}
