// A kernel can be allowed as much dynamic shared memory as the device has for a block, and no byte
// more: neither the attribute nor the launch is accepted.
#include "../expect.hpp"

__global__ void fill(char* last, int bytes) {
    extern __shared__ char all[];
    for (int i = static_cast<int>(threadIdx.x); i < bytes; i += static_cast<int>(blockDim.x)) all[i] = static_cast<char>(i);
    __syncthreads();
    if (threadIdx.x == 0) *last = all[bytes - 1];
}

cudaError_t allow(int bytes) { return cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); }

int main() {
    int most = 0, of_multiprocessor = 0, blocks = 0;
    test::must(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
    test::must(cudaDeviceGetAttribute(&of_multiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0));
    test::DeviceArray<char> last(1);

    test::must(allow(most));
    fill<<<1, 32, static_cast<std::size_t>(most)>>>(last.data(), most);
    test::must(cudaGetLastError());
    test::expect(last.read()[0] == static_cast<char>(most - 1), "a block that has all");
    test::must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 32, static_cast<std::size_t>(most)));
    test::expect(blocks >= 1 && blocks <= of_multiprocessor / most, "resident blocks that have all");

    test::expect(allow(most + 1) == cudaErrorInvalidValue, "the attribute is refused");
    test::expect(cudaGetLastError() == cudaErrorInvalidValue, "and so says the last error");
    fill<<<1, 32, static_cast<std::size_t>(most) + 1>>>(last.data(), most + 1);
    test::expect(cudaGetLastError() == cudaErrorInvalidValue, "the launch is refused");
    std::printf("%d bytes a block, at most: ", most);
    return test::verdict();
}
