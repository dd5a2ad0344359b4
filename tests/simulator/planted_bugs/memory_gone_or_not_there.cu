// Memory that a stream uses before another one has it, or after the host has let go of it; and the host's own hands on what is
// under way.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <unistd.h>

#include <fcntl.h>

#include <vector>

constexpr int N = 64;
constexpr std::size_t BYTES = N * sizeof(int);

__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }
__global__ void fill_1(int* a) { a[threadIdx.x] = 1; }                                // finds: race-stream (1)
__global__ void add_3(const int* a, int* out) { out[threadIdx.x] += a[threadIdx.x]; } // finds: race-stream (3), maybe uninitialized

struct Streams {
    cudaStream_t one = nullptr, other = nullptr;
    Streams() {
        for (cudaStream_t* s : {&one, &other}) check(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
    }
    ~Streams() {
        for (cudaStream_t s : {one, other}) check(cudaStreamDestroy(s));
    }
};

void allocations(const Streams& s, int* out) {
    int *a = nullptr, *b = nullptr, *c = nullptr;
    check(cudaMallocAsync(&a, BYTES, s.one)); // finds: race-stream (1)
    fill_1<<<1, N, 0, s.other>>>(a);
    finish();
    check(cudaMallocAsync(&b, BYTES, s.one));             // finds: race-stream (2)
    check(cudaMemsetAsync(b + 8, 0, BYTES / 2, s.other)); // finds: race-stream (2)
    finish();
    check(cudaMemset(b, 0, BYTES));
    check(cudaMallocAsync(&c, BYTES, s.other)); // finds: race-stream (3)
    add_3<<<1, N, 0, s.one>>>(c, out);
    finish();
    for (int* pointer : {a, b, c}) check(cudaFree(pointer));
}

struct Job {
    int* device;
    cudaStream_t stream;
    int result;
};
void counts(void* data) { ++static_cast<Job*>(data)->result; }
void asks_the_device(void* data) {
    cudaMemGetInfo(nullptr, nullptr); // finds: host-call
    counts(data);
}
void launches(void* data) {
    auto* const job = static_cast<Job*>(data);
    fill<<<1, N, 0, job->stream>>>(job->device, 4); // finds: host-call
}

void submit_and_leave(cudaStream_t stream) {
    Job job{nullptr, stream, 0};
    check(cudaLaunchHostFunc(stream, counts, &job)); // finds: use-after-free
}

void host_functions(const Streams& s, int* out) {
    Job job{out, s.one, 0};
    check(cudaLaunchHostFunc(s.one, asks_the_device, &job));
    check(cudaStreamSynchronize(s.one));
    check(cudaLaunchHostFunc(s.one, launches, &job));
    cudaStreamSynchronize(s.one);
    cudaGetLastError();
    auto* const soon_gone = new Job{out, s.one, 0};
    fill<<<1, N, 0, s.one>>>(out, 5);
    check(cudaLaunchHostFunc(s.one, counts, soon_gone));
    delete soon_gone; // finds: use-after-free
    check(cudaStreamSynchronize(s.one));
    submit_and_leave(s.one);
    check(cudaStreamSynchronize(s.one));
}

void graphs(const Streams& s, int* out) {
    std::vector<int> numbers(N, 6);
    auto* const more = new int[N]();
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    check(cudaStreamBeginCapture(s.one, cudaStreamCaptureModeGlobal));
    check(cudaMemcpyAsync(out, numbers.data(), BYTES, cudaMemcpyHostToDevice, s.one)); // finds: race-host (7)
    check(cudaMemcpyAsync(out, more, BYTES, cudaMemcpyHostToDevice, s.one));           // finds: use-after-free
    check(cudaStreamEndCapture(s.one, &graph));
    check(cudaGraphInstantiate(&exec, graph, 0));
    check(cudaGraphLaunch(exec, s.one));
    numbers[3] = 7; // finds: race-host (7)
    check(cudaStreamSynchronize(s.one));
    delete[] more;
    cudaGraphLaunch(exec, s.one);
    cudaDeviceSynchronize();
    cudaGetLastError();
    check(cudaGraphExecDestroy(exec));
    check(cudaGraphDestroy(graph));
}

void files(const Streams& s, int* a) {
    int* pinned = nullptr;
    check(cudaMallocHost(&pinned, BYTES));
    std::FILE* const nowhere = std::fopen("/dev/null", "wb");
    const int zeros = open("/dev/zero", O_RDONLY);
    check(cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, s.one)); // finds: race-host (8)
    std::fwrite(pinned, sizeof(int), N, nowhere);                            // finds: race-host (8)
    check(cudaStreamSynchronize(s.one));
    check(cudaMemcpyAsync(a, pinned, BYTES, cudaMemcpyHostToDevice, s.one)); // finds: race-host (9)
    const ssize_t got = read(zeros, pinned, BYTES);                          // finds: race-host (9)
    check(cudaStreamSynchronize(s.one));
    if (got < 0) std::puts("no zeros");
    close(zeros);
    std::fclose(nowhere);
    check(cudaFreeHost(pinned));
}

int main() {
    const Streams s;
    const DeviceArray<int> out(N);
    out.clear();
    allocations(s, out.get());
    host_functions(s, out.get());
    graphs(s, out.get());
    files(s, out.get());
}
