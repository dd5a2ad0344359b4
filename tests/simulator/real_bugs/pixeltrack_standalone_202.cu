// The stream that fills a table should record an event for the others. It does not, and an event that was never
// recorded counts as complete.
#include "../corpus/device.cuh"

__global__ void fill(int* table) { table[threadIdx.x] = 3; }                                     // finds: race-stream
__global__ void use(const int* table, int* output) { output[threadIdx.x] = table[threadIdx.x]; } // finds: race-stream

int main() {
    cudaStream_t first, second;
    cudaEvent_t ready;
    check(cudaStreamCreate(&first));
    check(cudaStreamCreate(&second));
    check(cudaEventCreate(&ready));
    const DeviceArray<int> table(32), output(32);
    fill<<<1, 32, 0, first>>>(table.get());
#ifdef FIXED
    check(cudaEventRecord(ready, first));
#endif
    check(cudaStreamWaitEvent(second, ready, 0));
    use<<<1, 32, 0, second>>>(table.get(), output.get());
    finish();
    check(cudaEventDestroy(ready));
    check(cudaStreamDestroy(first));
    check(cudaStreamDestroy(second));
}
