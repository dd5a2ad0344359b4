// cudaLaunchKernelEx: launches with attributes. On a GPU the kernels of the chain overlap. And launches by pointer.
#include "../expect.hpp"

#include <cooperative_groups.h>

__global__ void add_one(int* values, int n) {
#if defined(SCANLAB_SIMULATOR) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    // Each kernel of the chain reads what another block of the one before has written.
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) values[n + i] = values[n - 1 - i] + 1;
}

__global__ void meet(int* valid) {
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) *valid = cooperative_groups::this_grid().is_valid();
}

cudaLaunchConfig_t config_of(int blocks, int threads, cudaLaunchAttribute& attribute) {
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.attrs = &attribute;
    config.numAttrs = 1;
    return config;
}

template <class T, int N>
__global__ void add_all(T* values, double2 by, char count) {
    for (int i = 0; i < count; ++i) values[i] += static_cast<T>(by.x + N * by.y);
}

void check_pointers_to_void() {
    test::DeviceArray<int> values(3, 1);
    int* data = values.data();
    double2 by{2, 3};
    char count = 3;
    void* arguments[] = {&data, &by, &count};
    test::must(cudaLaunchKernel((void*)add_all<int, 10>, dim3(1), dim3(1), arguments, 0, nullptr));
    const void* const kernel = reinterpret_cast<const void*>(&add_all<int, 100>);
    test::must(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr));
    test::expect(values.read() == std::vector<int>{335, 335, 335}, "launches by a pointer to void");
    test::must(cudaLaunchCooperativeKernel((const void*)meet, dim3(4), dim3(32), arguments, 0, nullptr));
    test::expect_equal(values.read()[0], 1, "a cooperative launch by a pointer to void");
}

bool overlaps() {
    int device = 0, major = 0;
    test::must(cudaGetDevice(&device));
    test::must(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    return major >= 9;
}

int main() {
    constexpr int n = 1000, count = 20;
    test::DeviceArray<int> values((count + 1) * n);
    cudaLaunchAttribute overlap{};
    overlap.id = overlaps() ? cudaLaunchAttributeProgrammaticStreamSerialization : cudaLaunchAttributeIgnore;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    const cudaLaunchConfig_t chained = config_of(8, 128, overlap);
    for (int i = 0; i < count; ++i) test::must(cudaLaunchKernelEx(&chained, add_one, values.data() + i * n, n));
    const std::vector<int> got = values.read();
    for (std::size_t i = 0; i < got.size(); ++i) test::expect_equal(got[i], static_cast<int>(i) / n, "a chain of kernels");

    test::DeviceArray<int> valid(1);
    cudaLaunchAttribute cooperative{};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    const cudaLaunchConfig_t together = config_of(4, 64, cooperative);
    test::must(cudaLaunchKernelEx(&together, meet, valid.data()));
    test::expect_equal(valid.read()[0], 1, "a cooperative launch by its attribute");

#ifdef SCANLAB_SIMULATOR
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {1, 1, 1};
    const cudaLaunchConfig_t clustered = config_of(4, 64, cluster);
    test::must(cudaLaunchKernelEx(&clustered, add_one, values.data(), 0)); // a cluster of one block is that block
    cluster.val.clusterDim.x = 2;
    test::expect(cudaLaunchKernelEx(&clustered, meet, valid.data()) == cudaErrorNotSupported, "the simulator has no clusters");
#endif
    check_pointers_to_void();
    return test::verdict();
}
