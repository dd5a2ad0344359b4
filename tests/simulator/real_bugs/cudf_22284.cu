// A function fills a staging buffer, copies it to the device asynchronously, and gives it back on return. That was safe
// as long as the buffer was pageable.
#include "../corpus/device.cuh"

constexpr int COLUMNS = 16;

struct Pool { // one pinned buffer, which the next caller gets again
    int* memory;
    Pool() { check(cudaMallocHost(&memory, COLUMNS * sizeof(int))); }
    ~Pool() { check(cudaFreeHost(memory)); }
};

void copy_views(Pool& pool, int first, int* views, cudaStream_t stream) {
    for (int i = 0; i < COLUMNS; ++i) pool.memory[i] = first + i;                                      // finds: race-host
    check(cudaMemcpyAsync(views, pool.memory, COLUMNS * sizeof(int), cudaMemcpyHostToDevice, stream)); // finds: race-host
#ifdef FIXED
    check(cudaStreamSynchronize(stream));
#endif
}

int main() {
    const DeviceArray<int> left(COLUMNS), right(COLUMNS);
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    {
        Pool pool;
        copy_views(pool, 0, left.get(), stream);
        copy_views(pool, 100, right.get(), stream);
        check(cudaStreamSynchronize(stream));
    }
    check(cudaStreamDestroy(stream));
}
