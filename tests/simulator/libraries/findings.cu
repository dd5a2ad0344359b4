// What is wrong in a call of a library is found, and its line is the call's.
#include <cub/block/block_scan.cuh>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

struct Count {
    int* counter;
    __host__ __device__ void operator()(int) {
        ++*counter; // finds race-global: Thread [0-9]* (reads|writes) `unset
    }
};

__global__ void scan_twice(int* data) {
    using Scan = cub::BlockScan<int, 128>;
    __shared__ typename Scan::TempStorage storage;
    int x = data[threadIdx.x];
    Scan(storage).InclusiveSum(x, x);
    Scan(storage).InclusiveSum(x, x); // finds race-shared: Thread [0-9]* writes `storage` here, and thread [0-9]* reads it in line 18
    data[threadIdx.x] = x;
}

__global__ void scan_in_a_branch(int* data) {
    using Scan = cub::BlockScan<int, 128>;
    __shared__ typename Scan::TempStorage storage;
    int x = 1;
    if (threadIdx.x < 64)
        Scan(storage).InclusiveSum(x, x); // finds barrier-divergence: Some threads .* at the one in line 30
    else
        Scan(storage).ExclusiveSum(x, x);
    data[threadIdx.x] = x;
}

__global__ void scan_of_fewer(int* data) {
    using Scan = cub::BlockScan<int, 64>;
    __shared__ typename Scan::TempStorage storage;
    int x = 1;
    Scan(storage).InclusiveSum(x, x); // finds trap: .*another block size
    data[threadIdx.x] = x;
}

int main() {
    int* unset = nullptr;
    cudaMalloc(&unset, 100 * sizeof(int));
    {
        static_cast<void>(thrust::reduce(thrust::device, unset, unset + 100)); // finds uninitialized: A thread reads `unset\[0\]
        thrust::device_vector<int> values(128, 1);
        int* const data = values.data().get();
        static_cast<void>(thrust::reduce(data, data + 2)); // finds out-of-bounds: The host reads device memory
        thrust::for_each(values.begin(), values.end(), Count{unset});
        scan_twice<<<1, 128>>>(data);
        scan_in_a_branch<<<1, 128>>>(data);
    }
    scan_of_fewer<<<1, 128>>>(unset);
    cudaFree(unset); // as all calls, it fails now
    return cudaDeviceSynchronize() == cudaSuccess;
}
