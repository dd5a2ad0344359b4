// Streams keep the order of their work, events wait and measure, handles that do not exist are refused. What is captured
// from streams, or added to a graph, runs whenever the graph is launched.
#include "../expect.hpp"

__global__ void append(int* data, int* count, int value) { data[atomicAdd(count, 1)] = value; }

void count_call(void* calls) { ++*static_cast<int*>(calls); }

__global__ void add(int* data, int n, int by) {
    if (static_cast<int>(threadIdx.x) < n) data[threadIdx.x] += by;
}

cudaGraphExec_t instantiated(cudaGraph_t graph) {
    cudaGraphExec_t exec = nullptr;
    test::must(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    test::must(cudaGraphDestroy(graph));
    return exec;
}

void expect_launched(cudaGraphExec_t exec, cudaStream_t stream, const std::vector<int>& got, int times, int expected,
                     const std::string& what) {
    for (int i = 0; i < times; ++i) test::must(cudaGraphLaunch(exec, stream));
    test::must(cudaStreamSynchronize(stream));
    test::expect(got == std::vector<int>(got.size(), expected), what + ": got " + std::to_string(got[0]));
    test::must(cudaGraphExecDestroy(exec));
}

void check_capture(cudaStream_t stream, cudaStream_t side) {
    cudaEvent_t fork = nullptr, join = nullptr;
    test::must(cudaEventCreate(&fork));
    test::must(cudaEventCreate(&join));
    test::DeviceArray<int> data(8, 5);
    std::vector<int> got(8);
    int calls = 0;
    cudaGraph_t graph = nullptr;
    test::must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    test::must(cudaMemsetAsync(data.data(), 0, 32, stream));
    test::must(cudaEventRecord(fork, stream));
    test::must(cudaStreamWaitEvent(side, fork, 0));
    add<<<1, 32, 0, side>>>(data.data() + 4, 4, 3);
    add<<<1, 32, 0, stream>>>(data.data(), 4, 3);
    test::must(cudaLaunchHostFunc(side, count_call, &calls));
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    test::must(cudaStreamIsCapturing(side, &status));
    test::expect(status == cudaStreamCaptureStatusActive, "an event brings a stream into the capture");
    test::must(cudaEventRecord(join, side));
    test::must(cudaStreamWaitEvent(stream, join, 0));
    add<<<1, 32, 0, stream>>>(data.data(), 8, 4);
    test::must(cudaMemcpyAsync(got.data(), data.data(), 32, cudaMemcpyDeviceToHost, stream));
    test::must(cudaStreamEndCapture(stream, &graph));
    test::expect(got[0] == 0 && calls == 0, "nothing that is captured runs yet");
    std::size_t nodes = 0;
    test::must(cudaGraphGetNodes(graph, nullptr, &nodes));
    test::expect_equal(nodes, std::size_t{6}, "nodes");
    expect_launched(instantiated(graph), stream, got, 3, 7, "a captured graph");
    test::expect_equal(calls, 3, "calls of a captured function");

    test::must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    test::must(cudaEventRecord(fork, stream));
    test::must(cudaStreamWaitEvent(side, fork, 0));
    add<<<1, 32, 0, side>>>(data.data(), 4, 3);
    test::expect(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureUnjoined, "work that is not waited for");
    cudaGetLastError();

    test::must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    add<<<1, 32, 0, stream>>>(data.data(), 8, 4);
    add<<<1, 32>>>(data.data(), 8, 1);
    test::expect(cudaGetLastError() == cudaErrorStreamCaptureImplicit, "the default stream, while another is captured");
    test::expect(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated, "a capture does not outlive that");
    cudaGetLastError();
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
}

void check_nodes(cudaStream_t stream) {
    test::DeviceArray<int> data(8, 5);
    std::vector<int> got(8);
    int *values = data.data(), n = 8, by = 2, calls = 0;
    void* arguments[] = {&values, &n, &by};
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t fill = nullptr, kernel = nullptr, copy = nullptr, call = nullptr;
    test::must(cudaGraphCreate(&graph, 0));
    cudaKernelNodeParams launch{};
    launch.func = (void*)add;
    launch.gridDim = launch.blockDim = dim3(1);
    launch.blockDim.x = 32;
    launch.kernelParams = arguments;
    test::must(cudaGraphAddKernelNode(&kernel, graph, nullptr, 0, &launch));
    test::must(cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, got.data(), values, 32, cudaMemcpyDeviceToHost));
    cudaMemsetParams set{};
    set.dst = values;
    set.value = 0x01010101;
    set.elementSize = 4;
    set.width = 8;
    set.height = 1;
    test::must(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
    cudaHostNodeParams function{count_call, &calls};
    test::must(cudaGraphAddHostNode(&call, graph, &copy, 1, &function));
#if CUDART_VERSION >= 13000
    test::must(cudaGraphAddDependencies(graph, &fill, &kernel, nullptr, 1));
#else
    test::must(cudaGraphAddDependencies(graph, &fill, &kernel, 1));
#endif
    by = 100; // the arguments were copied
    cudaGraphExec_t exec = nullptr;
    test::must(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    by = 1;
    test::must(cudaGraphExecKernelNodeSetParams(exec, kernel, &launch));
    expect_launched(exec, stream, got, 1, 0x01010102, "nodes in the order of their dependencies");
    expect_launched(instantiated(graph), stream, got, 2, 0x01010103, "a kernel's arguments");
    test::expect_equal(calls, 3, "calls of a node's function");
}

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
    test::must(cudaMemcpyAsync(got.data(), data.data(), 10 * sizeof(int), cudaMemcpyDeviceToHost, second));
    int calls = 0;
    test::must(cudaLaunchHostFunc(second, count_call, &calls));
    test::must(cudaStreamSynchronize(second));
    for (int i = 0; i < 10; ++i) test::expect_equal(got[static_cast<std::size_t>(i)], i, "the order of work");
    test::expect_equal(calls, 1, "a function called in a stream");

    check_capture(first, second);
    check_nodes(second);

    float milliseconds = -1;
    test::must(cudaEventSynchronize(stop));
    test::expect(cudaEventQuery(stop) == cudaSuccess && cudaStreamQuery(second) == cudaSuccess, "finished work");
    test::must(cudaEventElapsedTime(&milliseconds, start, stop));
    test::expect(milliseconds >= 0 && milliseconds < 60000, "the time between two events");
    test::expect(cudaEventElapsedTime(&milliseconds, start, timeless) == cudaErrorInvalidResourceHandle, "an event without time");
    cudaGetLastError();

    test::must(cudaEventDestroy(start));
    test::must(cudaEventDestroy(stop));
    test::must(cudaEventDestroy(timeless));
    test::must(cudaStreamDestroy(first));
    test::must(cudaStreamDestroy(second));
    test::must(cudaStreamSynchronize(nullptr));
    return test::verdict();
}
