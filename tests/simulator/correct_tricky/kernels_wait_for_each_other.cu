// A kernel waits for a flag that somebody raises who comes later: the host, a kernel in another stream, a host function.
#include "../corpus/device.cuh"

__global__ void wait_for(volatile int* flag, int* out) {
    while (*flag == 0) {}
    __threadfence_system();
    if (threadIdx.x == 0) out[0] = *flag;
}
__global__ void raise(volatile int* flag, int value) { *flag = value; }
void raise_by_host(void* flag) { *static_cast<volatile int*>(flag) = 4; }

int main() {
    int *flag = nullptr, *out = nullptr, *spare = nullptr, wrong = 0;
    check(cudaMallocHost(&flag, sizeof(int)));
    check(cudaMallocManaged(&out, sizeof(int)));
    check(cudaMalloc(&spare, sizeof(int)));
    volatile int& raised = *flag;
    cudaStream_t one = nullptr, other = nullptr;
    check(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    const auto ended_with = [&](int value) {
        finish();
        wrong += out[0] != value;
        raised = 0;
    };
    raised = 0;
    wait_for<<<1, 64>>>(flag, out);
    check(cudaGetLastError());
    raised = 1;
    ended_with(1);
    wait_for<<<1, 64, 0, one>>>(flag, out);
    raise<<<1, 1>>>(flag, 2);
    ended_with(2);
    check(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking)); // from now on the host goes on first
    wait_for<<<1, 64, 0, one>>>(flag, out);
    raise<<<1, 1, 0, other>>>(flag, 3);
    ended_with(3);
    wait_for<<<1, 64, 0, one>>>(flag, out);
    check(cudaLaunchHostFunc(other, raise_by_host, flag));
    ended_with(4);
    wait_for<<<1, 64, 0, one>>>(flag, out);
    wait_for<<<1, 64, 0, other>>>(flag, spare);
    raised = 5;
    ended_with(5);
    check(cudaStreamDestroy(one));
    check(cudaStreamDestroy(other));
    check(cudaFreeHost(flag));
    check(cudaFree(out));
    check(cudaFree(spare));
    return wrong == 0 ? 0 : 1;
}
