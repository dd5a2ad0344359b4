// A warp compacts the tokens of an expert into shared memory, and reads them there with other lanes.
#include "../corpus/device.cuh"

__global__ void ids_of_expert(const int* experts, int* tokens, int* count, int tokens_in_all) {
    __shared__ int store[128];
    const int lane = static_cast<int>(threadIdx.x);
    int kept = 0;
    for (int first = 0; first < tokens_in_all; first += 32) {
        const bool wanted = experts[first + lane] > 0;
        const unsigned ballot = __ballot_sync(0xffffffff, wanted);
        if (wanted) store[kept + __popc(ballot & ((1u << lane) - 1))] = first + lane; // finds: race-shared
        kept += __popc(ballot);
    }
#ifdef FIXED
    __syncwarp();
#endif
    for (int i = lane; i < kept; i += 32) tokens[i] = store[i]; // finds: race-shared, maybe uninitialized
    if (lane == 0) *count = kept;
}

int main() {
    const RandomNumbers experts(128);
    const DeviceArray<int> tokens(128), count(1);
    ids_of_expert<<<1, 32>>>(experts.get(), tokens.get(), count.get(), experts.size());
    finish();
}
