// A library copies probabilities to the host on its stream. The caller compares them with zero at once.
#include "../corpus/device.cuh"

constexpr int BRANCHES = 4;

void compute_probabilities(const int* state, int* probabilities, cudaStream_t stream) {
    check(cudaMemcpyAsync(probabilities, state, BRANCHES * sizeof(int), cudaMemcpyDeviceToHost, stream)); // finds: race-host
}

int main() {
    const RandomNumbers state(BRANCHES);
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    int* probabilities;
    check(cudaMallocHost(&probabilities, BRANCHES * sizeof(int)));
    finish();
    compute_probabilities(state.get(), probabilities, stream);
#ifdef FIXED
    check(cudaStreamSynchronize(stream));
#endif
    int selected = 0;
    for (int i = 0; i < BRANCHES; ++i) selected += probabilities[i] > 0; // finds: race-host
    std::printf("%d\n", selected);
    finish();
    check(cudaFreeHost(probabilities));
    check(cudaStreamDestroy(stream));
}
