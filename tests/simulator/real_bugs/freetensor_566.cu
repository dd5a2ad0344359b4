// A buffer is freed in the order of one stream while a kernel of another one still uses it.
#include "../corpus/device.cuh"

__global__ void use(int* buffer) { buffer[threadIdx.x] = static_cast<int>(threadIdx.x); } // finds: use-after-free

int main() {
    cudaStream_t main_stream, other;
    check(cudaStreamCreate(&main_stream));
    check(cudaStreamCreate(&other));
    int* buffer;
    check(cudaMallocAsync(&buffer, 32 * sizeof(int), main_stream));
    check(cudaStreamSynchronize(main_stream));
    use<<<1, 32, 0, other>>>(buffer);
    check(cudaGetLastError());
#ifdef FIXED
    check(cudaDeviceSynchronize());
#endif
    check(cudaFreeAsync(buffer, main_stream)); // finds: use-after-free
    finish();
    check(cudaStreamDestroy(main_stream));
    check(cudaStreamDestroy(other));
}
