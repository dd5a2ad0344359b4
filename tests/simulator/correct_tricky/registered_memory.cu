// Memory of the host that kernels reach once it is registered: on the heap, of a static array, a part of an array; copied to and
// from meanwhile, and registered again.
#include "../corpus/device.cuh"

#include <vector>

constexpr int N = 1000;

__global__ void add(const int* numbers, int by, int* sums) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < N) sums[i] = numbers[i] + by;
}

__global__ void count_even(const int* numbers, int* count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < N && numbers[i] % 2 == 0) atomicAdd_system(count, 1);
}

int table[N + 24];

int main() {
    std::vector<int> numbers(N), sums(N, -1);
    int count = 0, *of_device = nullptr;
    for (int i = 0; i < N; ++i) numbers[i] = random_number(i);
    check(cudaHostRegister(numbers.data(), N * sizeof(int), cudaHostRegisterMapped));
    check(cudaHostRegister(sums.data(), N * sizeof(int), cudaHostRegisterMapped));
    check(cudaHostRegister(table + 8, N * sizeof(int), cudaHostRegisterDefault));
    check(cudaHostRegister(&count, sizeof count, cudaHostRegisterPortable));
    check(cudaHostGetDevicePointer(&of_device, sums.data(), 0));

    add<<<8, 128>>>(numbers.data(), 3, of_device);
    count_even<<<8, 128>>>(numbers.data(), &count);
    add<<<8, 128>>>(of_device, 4, table + 8);
    finish();
    int wrong = 0, even = 0;
    for (int i = 0; i < N; ++i) {
        wrong += sums[i] != random_number(i) + 3 || table[8 + i] != random_number(i) + 7;
        even += random_number(i) % 2 == 0;
    }
    wrong += count != even;

    const DeviceArray<int> copied(N);
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    check(cudaMemcpyAsync(copied.get(), sums.data(), copied.bytes(), cudaMemcpyHostToDevice, stream));
    add<<<8, 128, 0, stream>>>(copied.get(), 1, copied.get());
    check(cudaMemcpyAsync(sums.data(), copied.get(), copied.bytes(), cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    for (int i = 0; i < N; ++i) wrong += sums[i] != random_number(i) + 4;

    check(cudaHostUnregister(sums.data()));
    sums.assign(2 * N, 5);
    check(cudaHostRegister(sums.data(), 2 * N * sizeof(int), cudaHostRegisterMapped));
    add<<<8, 128, 0, stream>>>(sums.data(), 1, sums.data() + N);
    check(cudaStreamSynchronize(stream));
    wrong += sums[2 * N - 1] != 6;
    for (int* memory : {numbers.data(), sums.data(), table + 8, &count}) check(cudaHostUnregister(memory));
    check(cudaStreamDestroy(stream));
    return wrong == 0 ? 0 : 1;
}
