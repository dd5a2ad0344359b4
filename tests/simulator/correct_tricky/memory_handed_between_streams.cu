// Memory that one stream allocates, fills, reads or frees and others use, with an order each time; data of host functions, graphs
// and files that lives long enough.
#include "../corpus/device.cuh"

#include <cstdlib>
#include <memory>
#include <vector>

constexpr int N = 64;
constexpr std::size_t BYTES = N * sizeof(int);

__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }
__global__ void add(const int* a, int* out) { out[threadIdx.x] += a[threadIdx.x]; }

struct Streams {
    cudaStream_t one = nullptr, other = nullptr, blocking = nullptr;
    cudaEvent_t event = nullptr;
    Streams() {
        for (cudaStream_t* s : {&one, &other}) check(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
        check(cudaStreamCreate(&blocking));
        check(cudaEventCreate(&event));
    }
    ~Streams() {
        for (cudaStream_t s : {one, other, blocking}) check(cudaStreamDestroy(s));
        check(cudaEventDestroy(event));
    }
    void then(cudaStream_t first, cudaStream_t second) const {
        check(cudaEventRecord(event, first));
        check(cudaStreamWaitEvent(second, event));
    }
};

void allocations(const Streams& s, int* out) {
    int *a = nullptr, *b = nullptr, *c = nullptr, *d = nullptr;
    check(cudaMallocAsync(&a, BYTES, s.one)); // allocated in one stream, used in another after an event
    s.then(s.one, s.other);
    fill<<<1, N, 0, s.other>>>(a, 1);
    add<<<1, N, 0, s.other>>>(a, out);
    s.then(s.other, s.one);
    check(cudaFreeAsync(a, s.one));

    check(cudaMallocAsync(&b, BYTES, s.one)); // the host waits
    check(cudaStreamSynchronize(s.one));
    fill<<<1, N, 0, s.other>>>(b, 2);
    check(cudaStreamSynchronize(s.other));
    add<<<1, N, 0, s.one>>>(b, out);
    check(cudaFreeAsync(b, s.one));

    s.then(s.one, s.blocking);
    check(cudaMallocAsync(&c, BYTES, nullptr)); // a stream that waits for the default one
    fill<<<1, N, 0, s.blocking>>>(c, 3);
    add<<<1, N>>>(c, out);
    check(cudaFreeAsync(c, s.blocking));

    check(cudaDeviceSynchronize());
    check(cudaMallocAsync(&d, BYTES, s.one));
    check(cudaMemsetAsync(d, 0, BYTES, s.one));
    check(cudaDeviceSynchronize());
    check(cudaFree(d));
}

struct Job {
    std::vector<int>* results;
    int value;
};
void append(void* data) {
    const auto* const job = static_cast<Job*>(data);
    job->results->push_back(job->value);
}
void append_and_free(void* data) {
    append(data);
    delete static_cast<Job*>(data);
}

void submit_static(cudaStream_t stream, std::vector<int>& results) {
    static Job job;
    job = {&results, 30};
    check(cudaLaunchHostFunc(stream, append, &job));
}
void submit_and_wait(cudaStream_t stream, std::vector<int>& results) {
    Job job{&results, 40};
    check(cudaLaunchHostFunc(stream, append, &job));
    check(cudaStreamSynchronize(stream));
}

bool host_functions(const Streams& s) {
    std::vector<int> results;
    check(cudaLaunchHostFunc(s.one, append_and_free, new Job{&results, 10})); // which frees its own data
    const auto kept = std::make_unique<Job>(Job{&results, 20});
    check(cudaLaunchHostFunc(s.one, append, kept.get()));
    submit_static(s.one, results);
    submit_and_wait(s.one, results);
    return results == std::vector{10, 20, 30, 40};
}

bool graphs(const Streams& s, int* a) {
    std::vector<int> numbers(N, 5), result(N);
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    check(cudaStreamBeginCapture(s.one, cudaStreamCaptureModeGlobal));
    check(cudaMemcpyAsync(a, numbers.data(), BYTES, cudaMemcpyHostToDevice, s.one));
    check(cudaMemcpyAsync(result.data(), a, BYTES, cudaMemcpyDeviceToHost, s.one));
    check(cudaStreamEndCapture(s.one, &graph));
    check(cudaGraphInstantiate(&exec, graph, 0));
    int sum = 0;
    for (int round = 0; round < 2; ++round) { // the same memory with other numbers
        check(cudaGraphLaunch(exec, s.one));
        check(cudaStreamSynchronize(s.one));
        sum += result[N - 1];
        numbers.assign(N, 6);
    }
    check(cudaGraphExecDestroy(exec));
    check(cudaGraphDestroy(graph));
    return sum == 11;
}

/// Host memory that was freed comes back, from every function that gives some, and is copied from.
bool memory_again(int* a) {
    bool right = true;
    for (int i = 0; i < 4; ++i) {
        delete[] new int[N]();
        auto* const numbers = static_cast<int*>(i % 2 ? std::calloc(N, sizeof(int)) : std::aligned_alloc(64, BYTES));
        for (int j = 0; j < N; ++j) numbers[j] = i;
        check(cudaMemcpy(a, numbers, BYTES, cudaMemcpyHostToDevice));
        std::free(numbers);
        int last = -1;
        check(cudaMemcpy(&last, a + N - 1, sizeof last, cudaMemcpyDeviceToHost));
        right &= last == i;
    }
    return right;
}

void files(const Streams& s, int* a) {
    int* pinned = nullptr;
    check(cudaMallocHost(&pinned, BYTES));
    std::FILE* const nowhere = std::fopen("/dev/null", "wb");
    std::FILE* const zeros = std::fopen("/dev/zero", "rb");
    check(cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, s.one));
    check(cudaStreamSynchronize(s.one));
    std::fwrite(pinned, sizeof(int), N, nowhere);
    if (std::fread(pinned, sizeof(int), N, zeros) != N) std::puts("no zeros");
    check(cudaMemcpyAsync(a, pinned, BYTES, cudaMemcpyHostToDevice, s.one));
    std::fwrite(pinned, sizeof(int), N, nowhere); // both only read
    check(cudaStreamSynchronize(s.one));
    std::fclose(zeros);
    std::fclose(nowhere);
    check(cudaFreeHost(pinned));
}

int main() {
    const Streams s;
    const DeviceArray<int> out(N), a(N);
    out.clear();
    check(cudaDeviceSynchronize());
    allocations(s, out.get());
    const bool right = host_functions(s) & graphs(s, a.get()) & memory_again(a.get());
    files(s, a.get());
    return right ? verdict(out, [](int) { return 6; }) : 1;
}
