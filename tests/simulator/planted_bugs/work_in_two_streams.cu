// Kernels, copies and memsets that use the same memory, in streams between which nothing makes an order.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <thread>
#include <vector>

constexpr int N = 64;
constexpr std::size_t BYTES = N * sizeof(int);

// Some pairs are two kernels: each has its own.
__global__ void write_1(int* a) { a[threadIdx.x] = 1; }                                // finds: race-stream (1)
__global__ void read_1(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (1)
__global__ void write_2(int* a) { a[threadIdx.x] = 2; }                                // finds: race-stream (2)
__global__ void read_2(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (2)
__global__ void read_3(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (3)
__global__ void write_4(int* a) { a[threadIdx.x] = 4; }                                // finds: race-stream (4)
__global__ void read_5(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (5)
__global__ void write_6(int* a) { a[threadIdx.x] = 6; }                                // finds: race-stream (6)
__global__ void read_6(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (6)
__global__ void write_7(int* a) { a[threadIdx.x] = 7; }                                // finds: race-stream (7)
__global__ void read_7(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (7)
__global__ void write_8(int* a) { a[threadIdx.x] = 8; }                                // finds: race-stream (8)
__global__ void read_8(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (8)
__global__ void read_9(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }  // finds: race-stream (9)
__global__ void read_11(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-stream (11)
__constant__ int factor;
__global__ void read_12(int* out) { out[threadIdx.x] = factor; } // finds: race-stream (12)
__device__ int total;
__global__ void write_13(int value) { total = value; }                                 // finds: race-stream (13)
__global__ void read_13(int* out) { out[threadIdx.x] = total; }                        // finds: race-stream (13)
__global__ void write_14(int* a) { a[threadIdx.x] = 14; }                              // finds: race-stream (14)
__global__ void read_15(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-stream (15)
__global__ void write_16(char* a) { a[N * threadIdx.x] = 16; }                         // finds: race-stream (16)
__global__ void count_17(int* a) { atomicAdd(a, 1); }                                  // finds: race-stream (17)
__global__ void read_17(const int* a, int* out) { out[threadIdx.x] = *a; }             // finds: race-stream (17)
__global__ void write_18(int* a) { a[threadIdx.x] = 18; }                              // finds: race-stream (18)
__global__ void read_18(const int* a, const int* b, int* out) {
    out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; // finds: race-stream (18)
}
__global__ void write_19(int* a) { a[threadIdx.x] = 19; }                                      // finds: race-stream (19)
__global__ void write_20(int* a) { a[threadIdx.x] = 20; }                                      // finds: race-stream (20)
__global__ void read_23(const int* a, int* out) { out[threadIdx.x] = __ldg(a + threadIdx.x); } // finds: race-stream (23)
__global__ void write_24(int* a) { a[2 * (blockIdx.x * N + threadIdx.x)] = 24; }               // finds: race-stream (24)
__global__ void again_24(int* a) { a[3 * (blockIdx.x * N + threadIdx.x)] = 25; }               // finds: race-stream (24)
__global__ void reverse_25(int* a) {
    const int mine = a[N - 1 - threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = mine; // finds: race-stream (25)
}
__global__ void write_26(int* a) { a[threadIdx.x] = 26; }                              // finds: race-stream (26)
__global__ void read_26(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-stream (26)

__global__ void write(int* a, int value) { a[threadIdx.x] = value; }

struct Arrays {
    DeviceArray<int> a{6 * N}, b{6 * N}, out{N};
    int* pinned = nullptr;
    Arrays() {
        check(cudaMallocHost(&pinned, 2 * BYTES));
        for (int i = 0; i < 2 * N; ++i) pinned[i] = i;
        a.clear();
        b.clear();
        check(cudaDeviceSynchronize());
    }
    ~Arrays() { check(cudaFreeHost(pinned)); }
};

struct Streams {
    cudaStream_t one = nullptr, other = nullptr, third = nullptr;
    cudaEvent_t event = nullptr, second_event = nullptr;
    Streams() {
        for (cudaStream_t* s : {&one, &other, &third}) check(cudaStreamCreateWithFlags(s, cudaStreamNonBlocking));
        check(cudaEventCreate(&event));
        check(cudaEventCreate(&second_event));
    }
    ~Streams() {
        check(cudaEventDestroy(event));
        check(cudaEventDestroy(second_event));
        for (cudaStream_t s : {one, other, third}) check(cudaStreamDestroy(s));
    }
};

void kernels(const Arrays& m, const Streams& s) {
    write_1<<<1, N, 0, s.one>>>(m.a.get());
    read_1<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    write_2<<<1, N>>>(m.a.get()); // the default stream, for which the other one does not wait
    read_2<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    write_13<<<1, 1, 0, s.one>>>(13);
    read_13<<<1, N, 0, s.other>>>(m.out.get());
    finish();
    count_17<<<2, N, 0, s.one>>>(m.a.get());
    read_17<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    write_24<<<2, N, 0, s.one>>>(m.a.get()); // strides that meet at every sixth
    again_24<<<2, N, 0, s.other>>>(m.a.get());
    finish();
}

void kernels_and_copies(const Arrays& m, const Streams& s) {
    check(cudaMemcpyAsync(m.a.get(), m.pinned, BYTES, cudaMemcpyHostToDevice, s.one)); // finds: race-stream (3)
    read_3<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    write_4<<<1, N, 0, s.one>>>(m.a.get());
    check(cudaMemcpyAsync(m.pinned, m.a.get(), BYTES, cudaMemcpyDeviceToHost, s.other)); // finds: race-stream (4)
    finish();
    check(cudaMemsetAsync(m.a.get(), 0, BYTES, s.one)); // finds: race-stream (5)
    read_5<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    check(cudaMemset(m.a.get(), 0, BYTES)); // finds: race-stream (9)
    read_9<<<1, N, 0, s.one>>>(m.a.get(), m.out.get());
    finish();
    check(cudaMemcpyAsync(m.a.get(), m.pinned, BYTES, cudaMemcpyHostToDevice, s.one));       // finds: race-stream (10)
    check(cudaMemcpyAsync(m.a.get(), m.pinned + N, BYTES, cudaMemcpyHostToDevice, s.other)); // finds: race-stream (10)
    finish();
    check(cudaMemcpyToSymbolAsync(factor, m.pinned, sizeof(int), 0, cudaMemcpyHostToDevice, s.one)); // finds: race-stream (12)
    read_12<<<1, N, 0, s.other>>>(m.out.get());
    finish();
    write_14<<<1, N, 0, s.one>>>(m.a.get());
    check(cudaMemcpyAsync(m.b.get(), m.a.get(), BYTES, cudaMemcpyDeviceToDevice, s.other)); // finds: race-stream (14)
    finish();
    write_16<<<1, 4, 0, s.one>>>(reinterpret_cast<char*>(m.a.get()));                           // a byte in each of four rows
    check(cudaMemcpy2DAsync(m.pinned, 8, m.a.get(), N, 8, 4, cudaMemcpyDeviceToHost, s.other)); // finds: race-stream (16)
    finish();
    write_20<<<1, N, 0, s.one>>>(m.a.get());
    check(cudaMemcpy(m.b.get(), m.a.get(), BYTES, cudaMemcpyDeviceToDevice)); // finds: race-stream (20)
    finish();
    std::vector<int> ordinary(N, 21);
    check(cudaMemcpyAsync(m.a.get(), ordinary.data(), BYTES, cudaMemcpyHostToDevice, s.one)); // finds: race-stream (21)
    check(cudaMemsetAsync(m.a.get() + N - 1, 0, 4, s.other));                                 // finds: race-stream (21)
    finish();
    check(cudaMemcpyAsync(m.pinned, m.a.get(), BYTES, cudaMemcpyDeviceToHost, s.one));           // finds: race-stream (22)
    check(cudaMemcpyAsync(m.b.get(), m.pinned + N / 2, BYTES, cudaMemcpyHostToDevice, s.other)); // finds: race-stream (22)
    finish();
    read_23<<<1, N, 0, s.one>>>(m.a.get(), m.out.get());
    check(cudaMemsetAsync(m.a.get(), 0, BYTES, s.other)); // finds: race-stream (23)
    finish();
    check(cudaMemcpyAsync(m.pinned, m.a.get(), BYTES, cudaMemcpyDeviceToHost, s.one)); // finds: race-stream (25)
    reverse_25<<<1, N, 0, s.other>>>(m.a.get());
    finish();
}

void events(const Arrays& m, const Streams& s) {
    check(cudaEventRecord(s.event, s.one)); // too early
    write_6<<<1, N, 0, s.one>>>(m.a.get());
    check(cudaStreamWaitEvent(s.other, s.event));
    read_6<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    cudaEvent_t never = nullptr;
    check(cudaEventCreate(&never));
    write_7<<<1, N, 0, s.one>>>(m.a.get());
    check(cudaStreamWaitEvent(s.other, never)); // before it is recorded: it waits for nothing
    check(cudaEventRecord(never, s.one));
    read_7<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    check(cudaEventDestroy(never));
    write_8<<<1, N, 0, s.one>>>(m.a.get());
    check(cudaEventRecord(s.event, s.one));
    check(cudaStreamWaitEvent(s.third, s.event)); // another one than that which reads
    read_8<<<1, N, 0, s.other>>>(m.a.get(), m.out.get());
    finish();
    write<<<1, N, 0, s.one>>>(m.a.get(), 1);
    check(cudaEventRecord(s.event, s.one));
    write_18<<<1, N, 0, s.other>>>(m.b.get());
    check(cudaEventRecord(s.second_event, s.other));
    check(cudaStreamWaitEvent(s.third, s.event)); // one of the two branches
    read_18<<<1, N, 0, s.third>>>(m.a.get(), m.b.get(), m.out.get());
    finish();
    write_19<<<1, N>>>(m.a.get());
    check(cudaEventRecord(s.event, s.one)); // not the stream of the kernel
    check(cudaStreamWaitEvent(s.other, s.event));
    check(cudaMemcpyAsync(m.pinned, m.a.get(), BYTES, cudaMemcpyDeviceToHost, s.other)); // finds: race-stream (19)
    finish();
}

/// Two buffers in turn: the third piece comes into the first one, which may still be read.
void two_buffers(const Arrays& m, const Streams& s) {
    for (int piece = 0; piece < 3; ++piece) {
        int* const buffer = piece % 2 == 0 ? m.a.get() : m.b.get();
        check(cudaMemcpyAsync(buffer, m.pinned, BYTES, cudaMemcpyHostToDevice, s.one)); // finds: race-stream (11)
        check(cudaEventRecord(s.event, s.one));
        check(cudaStreamWaitEvent(s.other, s.event));
        read_11<<<1, N, 0, s.other>>>(buffer, m.out.get());
    }
    finish();
}

void set_to_15(void* data) {
    for (int i = 0; i < N; ++i) static_cast<int*>(data)[i] = 15; // finds: race-stream (15)
}

void host_function(const Arrays& m, const Streams& s) {
    int* managed = nullptr;
    check(cudaMallocManaged(&managed, BYTES));
    check(cudaLaunchHostFunc(s.one, set_to_15, managed));
    read_15<<<1, N, 0, s.other>>>(managed, m.out.get());
    finish();
    check(cudaFree(managed));
}

/// Each host thread has a default stream of its own: that one has ended orders nothing on the device.
void two_host_threads(const Arrays& m) {
    std::thread([&] { write_26<<<1, N, 0, cudaStreamPerThread>>>(m.a.get()); }).join();
    read_26<<<1, N, 0, cudaStreamPerThread>>>(m.a.get(), m.out.get());
    finish();
}

int main() {
    const Arrays m;
    const Streams s;
    kernels(m, s);
    kernels_and_copies(m, s);
    events(m, s);
    two_buffers(m, s);
    host_function(m, s);
    two_host_threads(m);
}
