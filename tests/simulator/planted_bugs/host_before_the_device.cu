// The host touches, or gives back, what a kernel or a copy may still be using.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <cstring>
#include <vector>

constexpr int N = 64;
constexpr std::size_t BYTES = N * sizeof(int);

__global__ void write_1(int* a) { a[threadIdx.x] = 1; }                               // finds: race-host (1)
__global__ void read_2(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; } // finds: race-host (2)
__global__ void write_3(int* a) { a[threadIdx.x] = 3; }                               // finds: race-host (3)
__global__ void write_4(int* a) { a[threadIdx.x] = 4; }                               // finds: race-host (4)
__managed__ int result;
__global__ void write_5(int value) { result = value; }   // finds: race-host (5)
__global__ void write_6(char* a) { a[threadIdx.x] = 6; } // finds: race-host (6)
__global__ void write_7(int* data, volatile int* flag) {
    data[threadIdx.x] = 7; // finds: race-host (7)
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1; // no fence before it
}
__global__ void write_8(int* a) { a[threadIdx.x] = 8; } // finds: race-host (8)
__global__ void count_9(int* a) { atomicAdd(a, 1); }    // finds: race-host (9)
struct Pair {
    int key, value;
};
__global__ void write_10(Pair* pairs) { pairs[threadIdx.x].value = 10; } // finds: race-host (10)
__global__ void write_19(int* a) { a[threadIdx.x] = 19; }                // finds: race-host (19)
__global__ void use_30(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }
__global__ void write(int* a, int value) { a[threadIdx.x] = value; }

template <class T>
struct Managed {
    T* data = nullptr;
    Managed() { check(cudaMallocManaged(&data, N * sizeof(T))); }
    ~Managed() { check(cudaFree(data)); }
};
struct Pinned {
    int* data = nullptr;
    Pinned() {
        check(cudaMallocHost(&data, 2 * BYTES));
        for (int i = 0; i < 2 * N; ++i) data[i] = i;
    }
    ~Pinned() { check(cudaFreeHost(data)); }
};
struct Stream {
    cudaStream_t handle = nullptr;
    Stream() { check(cudaStreamCreate(&handle)); }
    ~Stream() { check(cudaStreamDestroy(handle)); }
};

void managed_memory(const Stream& s, const Stream& other, int* out) {
    const Managed<int> m;
    int sum = 0;
    write_1<<<1, N>>>(m.data);
    check(cudaGetLastError());
    sum += m.data[3]; // finds: race-host (1)
    finish();
    read_2<<<1, N, 0, s.handle>>>(m.data, out);
    m.data[2] = 5; // finds: race-host (2)
    finish();
    write_3<<<1, N, 0, s.handle>>>(m.data);
    check(cudaStreamSynchronize(other.handle)); // the wrong one
    sum += m.data[0];                           // finds: race-host (3)
    finish();
    write_5<<<1, 1>>>(5);
    sum += result; // finds: race-host (5)
    finish();
    const Managed<char> text;
    write_6<<<1, N>>>(text.data);
    sum += text.data[7]; // finds: race-host (6)
    finish();
    write_8<<<1, N>>>(m.data);
    int copy[N];
    std::memcpy(copy, m.data, BYTES); // finds: race-host (8)
    finish();
    m.data[0] = 0;
    count_9<<<2, N>>>(m.data);
    sum += m.data[0]; // finds: race-host (9)
    finish();
    const Managed<Pair> pairs;
    write_10<<<1, N>>>(pairs.data);
    const Pair first = pairs.data[0]; // finds: race-host (10)
    finish();
    check(cudaMemset(m.data, 0, BYTES)); // finds: race-host (11)
    m.data[5] = 11;                      // finds: race-host (11)
    finish();
    if (sum + copy[0] + first.value < 0) std::puts("?");
}

void kernels_in_pinned_memory(const Stream& s) {
    const Pinned m;
    write_4<<<1, N, 0, s.handle>>>(m.data); // by way of the bus
    m.data[N - 1] += 1;                     // finds: race-host (4)
    finish();
    m.data[N] = 0;
    write_7<<<1, N, 0, s.handle>>>(m.data, m.data + N);
    while (*const_cast<volatile int*>(m.data + N) == 0) {}
    m.data[1] += 1; // finds: race-host (7)
    finish();
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event));
    check(cudaEventRecord(event, s.handle)); // too early
    write_19<<<1, N, 0, s.handle>>>(m.data);
    check(cudaEventSynchronize(event));
    m.data[4] += 1; // finds: race-host (19)
    finish();
    check(cudaEventDestroy(event));
}

void count_calls(void* calls) { ++*static_cast<int*>(calls); } // finds: race-host (18)

void copies(const Stream& s, int* d) {
    const Pinned m;
    int sum = 0;
    check(cudaMemcpyAsync(m.data, d, BYTES, cudaMemcpyDeviceToHost, s.handle)); // finds: race-host (12)
    sum += m.data[0];                                                           // finds: race-host (12)
    finish();
    check(cudaMemcpyAsync(d, m.data, BYTES, cudaMemcpyHostToDevice, s.handle)); // finds: race-host (13)
    m.data[1] = 7;                                                              // finds: race-host (13)
    finish();
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event));
    check(cudaEventRecord(event, s.handle));                                    // too early
    check(cudaMemcpyAsync(m.data, d, BYTES, cudaMemcpyDeviceToHost, s.handle)); // finds: race-host (14)
    check(cudaEventSynchronize(event));
    sum += m.data[2]; // finds: race-host (14)
    finish();
    check(cudaEventDestroy(event));
    for (int piece = 0; piece < 2; ++piece) {                                       // one staging buffer for all pieces
        for (int i = 0; i < N; ++i) m.data[i] = piece + i;                          // finds: race-host (15)
        check(cudaMemcpyAsync(d, m.data, BYTES, cudaMemcpyHostToDevice, s.handle)); // finds: race-host (15)
    }
    finish();
    check(cudaMemsetAsync(m.data, 0, 3, s.handle)); // finds: race-host (16)
    sum += reinterpret_cast<char*>(m.data)[1];      // finds: race-host (16)
    finish();
    check(cudaMemcpy2DAsync(m.data, 32, d, 16, 16, 4, cudaMemcpyDeviceToHost, s.handle)); // finds: race-host (17)
    sum += m.data[8];                                                                     // finds: race-host (17)
    finish();
    const Managed<int> calls;
    calls.data[0] = 0;
    check(cudaLaunchHostFunc(s.handle, count_calls, calls.data));
    sum += calls.data[0]; // finds: race-host (18)
    finish();
    if (sum < 0) std::puts("?");
}

void ordinary_memory(const Stream& s, const int* d) {
    std::vector<int> v(N);
    check(cudaMemcpyAsync(v.data(), d, BYTES, cudaMemcpyDeviceToHost, s.handle)); // finds: warning race-host (20)
    if (v[3] < -1000) std::puts("?");                                             // finds: warning race-host (20)
    finish();
    int* const array = new int[N];
    check(cudaMemcpyAsync(array, d, BYTES, cudaMemcpyDeviceToHost, s.handle));
    delete[] array; // finds: warning use-after-free
    finish();
}

void freed(const Stream& s, const Stream& other, int* out) {
    int* d = nullptr;
    check(cudaMallocAsync(&d, BYTES, s.handle));
    write<<<1, N, 0, s.handle>>>(d, 30);
    use_30<<<1, N, 0, s.handle>>>(d, out);
    check(cudaFreeAsync(d, other.handle)); // finds: use-after-free
    finish();
}

int main() {
    const Stream s, other;
    const DeviceArray<int> d(N);
    d.clear();
    finish();
    managed_memory(s, other, d.get());
    kernels_in_pinned_memory(s);
    copies(s, d.get());
    ordinary_memory(s, d.get());
    freed(s, other, d.get());
}
