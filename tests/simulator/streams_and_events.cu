// Streams keep the order of their work, events wait and measure, handles that do not exist are refused.
#include "expect.hpp"

__global__ void append(int* data, int* count, int value) { data[atomicAdd(count, 1)] = value; }

void count_call(void* calls) { ++*static_cast<int*>(calls); }

int main() {
    cudaStream_t first = nullptr, second = nullptr;
    cudaEvent_t start = nullptr, stop = nullptr, timeless = nullptr;
    test::must(cudaStreamCreate(&first));
    test::must(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    test::must(cudaEventCreate(&start));
    test::must(cudaEventCreate(&stop));
    test::must(cudaEventCreateWithFlags(&timeless, cudaEventDisableTiming));

    test::DeviceArray<int> data(10), count(1);
    test::must(cudaEventRecord(start, first));
    for (int i = 0; i < 5; ++i) append<<<1, 1, 0, first>>>(data.data(), count.data(), i);
    test::must(cudaEventRecord(timeless, first));
    test::must(cudaStreamWaitEvent(second, timeless, 0));
    for (int i = 5; i < 10; ++i) append<<<1, 1, 0, second>>>(data.data(), count.data(), i);
    test::must(cudaEventRecord(stop, second));
    std::vector<int> got(10);
    test::must(
        cudaMemcpyAsync(got.data(), data.data(), 10 * sizeof(int), cudaMemcpyDeviceToHost, second));
    int calls = 0;
    test::must(cudaLaunchHostFunc(second, count_call, &calls));
    test::must(cudaStreamSynchronize(second));
    for (int i = 0; i < 10; ++i)
        test::expect_equal(got[static_cast<std::size_t>(i)], i, "the order of work");
    test::expect_equal(calls, 1, "a function called in a stream");

    float milliseconds = -1;
    test::must(cudaEventSynchronize(stop));
    test::expect(cudaEventQuery(stop) == cudaSuccess && cudaStreamQuery(second) == cudaSuccess,
                 "finished work");
    test::must(cudaEventElapsedTime(&milliseconds, start, stop));
    test::expect(milliseconds >= 0 && milliseconds < 60000, "the time between two events");
    test::expect(cudaEventElapsedTime(&milliseconds, start, timeless) == cudaErrorInvalidResourceHandle,
                 "an event without time");
    cudaGetLastError();

    test::must(cudaEventDestroy(start));
    test::must(cudaEventDestroy(stop));
    test::must(cudaEventDestroy(timeless));
    test::must(cudaStreamDestroy(first));
    test::must(cudaStreamDestroy(second));
    test::must(cudaStreamSynchronize(nullptr));
    return test::verdict();
}
