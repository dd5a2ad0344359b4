// Two processes exchange halos, which are threads of one host here. They meet at a barrier of the hosts while their
// devices still work.
#include "../corpus/device.cuh"

#include <barrier>
#include <thread>

constexpr int N = 32;

__global__ void put(int* neighbour) { neighbour[threadIdx.x] = 9; }                              // finds: race-stream
__global__ void relax(const int* halo, int* output) { output[threadIdx.x] = halo[threadIdx.x]; } // finds: race-stream

int main() {
    const DeviceArray<int> halos(2 * N), output(2 * N);
    std::barrier hosts(2);
    const auto process = [&](int rank) {
        cudaStream_t stream;
        check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
        put<<<1, N, 0, stream>>>(halos.get() + (1 - rank) * N);
#ifdef FIXED
        check(cudaStreamSynchronize(stream));
#endif
        hosts.arrive_and_wait();
        relax<<<1, N, 0, stream>>>(halos.get() + rank * N, output.get() + rank * N);
        check(cudaStreamSynchronize(stream));
        check(cudaStreamDestroy(stream));
    };
    std::thread other(process, 1);
    process(0);
    other.join();
}
