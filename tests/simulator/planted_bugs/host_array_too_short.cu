// As many bytes are copied as the device has room for; the host has fewer.
#include "../corpus/device.cuh"

#include <memory>

int main() {
    const DeviceArray<int> device(1000);
    const auto host = std::make_unique<int[]>(600);
    check(cudaMemcpy(device.get(), host.get(), device.bytes(), // finds: bad-copy
                     cudaMemcpyHostToDevice));
}
