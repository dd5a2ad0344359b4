// Streams, events and the host, forty times in the right order: each function returns how many results are wrong.
#include "../corpus/device.cuh"

#include <cooperative_groups.h>
#include <cuda/atomic>

#include <vector>

constexpr int N = 64;
constexpr std::size_t BYTES = N * sizeof(int);

__global__ void write(int* a, int value) { a[threadIdx.x] = value; }
__global__ void add(int* a, int value) { a[threadIdx.x] += value; }
__global__ void copy(const int* a, int* out) { out[threadIdx.x] = a[threadIdx.x]; }
__global__ void copy_read_only(const int* a, int* out) { out[threadIdx.x] = __ldg(a + threadIdx.x); }
__global__ void add_both(const int* a, const int* b, int* out) { out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
__global__ void write_every_second(int* a, int first) { a[2 * threadIdx.x + first] = first; }
__global__ void write_every_second_byte(char* a, int first) { a[2 * threadIdx.x + first] = static_cast<char>(first + 1); }
__global__ void count(int* a) { atomicAdd(a, 1); }
__global__ void write_both_ends(int* a) { a[threadIdx.x < 8 ? threadIdx.x : N - 16 + threadIdx.x] = 3; }
__constant__ int factor;
__global__ void multiply(int* a) { a[threadIdx.x] *= factor; }
__managed__ int result;
__global__ void write_result(int value) { result = value; }
__global__ void publish_volatile(int* data, volatile int* flag) {
    data[threadIdx.x] = 24;
    __threadfence_system();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
}
__global__ void publish_atomic(int* data, int* flag) {
    data[threadIdx.x] = 25;
    __syncthreads();
    if (threadIdx.x == 0) cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(1, cuda::memory_order_release);
}
__global__ void publish_on_device(int* data, int* flag) {
    data[threadIdx.x] = 26;
    __syncthreads();
    if (threadIdx.x == 0) cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(1, cuda::memory_order_release);
}
__global__ void await(const int* data, int* flag, int* out) {
    if (threadIdx.x == 0)
        while (cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).load(cuda::memory_order_acquire) == 0) {}
    __syncthreads();
    out[threadIdx.x] = data[threadIdx.x];
}
__global__ void reverse_across_blocks(int* a, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
    cooperative_groups::this_grid().sync();
    out[i] = a[N - 1 - i];
}

struct Stream {
    cudaStream_t handle = nullptr;
    explicit Stream(unsigned flags) { check(cudaStreamCreateWithFlags(&handle, flags)); }
    ~Stream() { check(cudaStreamDestroy(handle)); }
    operator cudaStream_t() const { return handle; }
};
struct Event {
    cudaEvent_t handle = nullptr;
    Event() { check(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming)); }
    ~Event() { check(cudaEventDestroy(handle)); }
    operator cudaEvent_t() const { return handle; }
};

const Stream *one, *other, *third, *blocking, *blocking_too;
int *a, *b, *c, *pinned, *managed;

int differing(const int* array, int value, int size = N) {
    int wrong = 0;
    for (int i = 0; i < size; ++i) wrong += array[i] != value;
    return wrong;
}
int differing_on_device(const int* array, int value) {
    std::vector<int> v(N);
    check(cudaMemcpy(v.data(), array, BYTES, cudaMemcpyDeviceToHost));
    return differing(v.data(), value);
}
void let_wait(const Stream& later, const Stream& earlier) {
    const Event event;
    check(cudaEventRecord(event, earlier));
    check(cudaStreamWaitEvent(later, event));
}

int one_stream() {
    write<<<1, N, 0, *one>>>(a, 1);
    add<<<1, N, 0, *one>>>(a, 1);
    check(cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, *one));
    check(cudaStreamSynchronize(*one));
    return differing(pinned, 2);
}
int fork_and_join() {
    write<<<1, N, 0, *one>>>(a, 1);
    let_wait(*other, *one);
    let_wait(*third, *one);
    copy<<<1, N, 0, *other>>>(a, b);
    copy<<<1, N, 0, *third>>>(a, c);
    let_wait(*one, *other);
    let_wait(*one, *third);
    add_both<<<1, N, 0, *one>>>(b, c, a);
    check(cudaStreamSynchronize(*one));
    return differing_on_device(a, 2);
}
int by_way_of_the_default_stream() {
    write<<<1, N, 0, *blocking>>>(a, 3);
    copy<<<1, N>>>(a, b);
    copy<<<1, N, 0, *blocking_too>>>(b, c);
    return differing_on_device(c, 3); // the copy waits for blocking streams, too
}
int default_stream_and_event() {
    write<<<1, N>>>(a, 4);
    const Event event;
    check(cudaEventRecord(event));
    check(cudaStreamWaitEvent(*one, event));
    copy<<<1, N, 0, *one>>>(a, b);
    check(cudaStreamSynchronize(*one));
    return differing_on_device(b, 4);
}
int both_ends() {
    for (int i = 0; i < N; ++i) managed[i] = 3;
    write_both_ends<<<1, 16>>>(managed);
    for (int i = 8; i < N - 8; ++i) managed[i] = 3; // what the kernel leaves alone
    finish();
    return differing(managed, 3);
}
int reading_together() {
    for (int i = 0; i < N; ++i) managed[i] = 5;
    copy<<<1, N, 0, *one>>>(managed, a);
    copy<<<1, N, 0, *other>>>(managed, b);
    const int wrong = differing(managed, 5);
    finish();
    return wrong + differing_on_device(a, 5) + differing_on_device(b, 5);
}
int every_second() {
    write_every_second<<<1, N / 2, 0, *one>>>(a, 0);
    write_every_second<<<1, N / 2, 0, *other>>>(a, 1);
    finish();
    std::vector<int> v(N);
    check(cudaMemcpy(v.data(), a, BYTES, cudaMemcpyDeviceToHost));
    return v[0] + v[62] + (v[1] != 1) + (v[63] != 1);
}
int neighbouring_bytes() {
    write_every_second_byte<<<1, N / 2, 0, *one>>>(reinterpret_cast<char*>(a), 0);
    write_every_second_byte<<<1, N / 2, 0, *other>>>(reinterpret_cast<char*>(a), 1);
    finish();
    std::vector<char> v(N);
    check(cudaMemcpy(v.data(), a, N, cudaMemcpyDeviceToHost));
    return (v[10] != 1) + (v[11] != 2);
}
int counting_together() {
    check(cudaMemset(a, 0, sizeof(int)));
    check(cudaDeviceSynchronize());
    count<<<2, N, 0, *one>>>(a);
    count<<<2, N, 0, *other>>>(a);
    finish();
    int total = 0;
    check(cudaMemcpy(&total, a, sizeof total, cudaMemcpyDeviceToHost));
    return total != 4 * N;
}
int awaited_event() {
    write<<<1, N, 0, *one>>>(a, 6);
    check(cudaMemcpyAsync(pinned, a, BYTES, cudaMemcpyDeviceToHost, *one));
    const Event event;
    check(cudaEventRecord(event, *one));
    check(cudaEventSynchronize(event));
    return differing(pinned, 6);
}
int queried_event() {
    write<<<1, N, 0, *one>>>(pinned, 7);
    const Event event;
    check(cudaEventRecord(event, *one));
    while (cudaEventQuery(event) == cudaErrorNotReady) {}
    return differing(pinned, 7);
}
int queried_stream() {
    write<<<1, N, 0, *one>>>(pinned, 8);
    while (cudaStreamQuery(*one) == cudaErrorNotReady) {}
    return differing(pinned, 8);
}
int two_buffers() {
    int* const buffers[] = {a, b};
    const Event full[2], empty[2];
    for (int piece = 0; piece < 6; ++piece) {
        const int k = piece % 2;
        check(cudaStreamWaitEvent(*one, empty[k])); // the first time it waits for nothing
        check(cudaMemsetAsync(buffers[k], piece, BYTES, *one));
        check(cudaEventRecord(full[k], *one));
        check(cudaStreamWaitEvent(*other, full[k]));
        copy<<<1, N, 0, *other>>>(buffers[k], c);
        check(cudaEventRecord(empty[k], *other));
    }
    finish();
    return differing_on_device(c, 0x05050505);
}
int pieces_in_streams() {
    for (int i = 0; i < N; ++i) pinned[i] = 9;
    const Stream* const streams[] = {one, other, third};
    for (int piece = 0; piece < 3; ++piece) {
        const int begin = piece * N / 4;
        check(cudaMemcpyAsync(a + begin, pinned + begin, BYTES / 4, cudaMemcpyHostToDevice, *streams[piece]));
        add<<<1, N / 4, 0, *streams[piece]>>>(a + begin, 1);
        check(cudaMemcpyAsync(pinned + begin, a + begin, BYTES / 4, cudaMemcpyDeviceToHost, *streams[piece]));
    }
    check(cudaDeviceSynchronize());
    return differing(pinned, 10, 3 * N / 4) + differing(pinned + 3 * N / 4, 9, N / 4);
}
void add_one(void* data) {
    for (int i = 0; i < N; ++i) ++static_cast<int*>(data)[i];
}
int host_function() {
    write<<<1, N, 0, *one>>>(managed, 10);
    check(cudaLaunchHostFunc(*one, add_one, managed));
    add<<<1, N, 0, *one>>>(managed, 1);
    check(cudaStreamSynchronize(*one));
    return differing(managed, 12);
}
int host_function_before_copy() {
    for (int i = 0; i < N; ++i) pinned[i] = 10;
    check(cudaLaunchHostFunc(*one, add_one, pinned));
    check(cudaMemcpyAsync(a, pinned, BYTES, cudaMemcpyHostToDevice, *one));
    check(cudaStreamSynchronize(*one));
    return differing_on_device(a, 11);
}
int staged_source() {
    std::vector<int> ordinary(N, 12);
    check(cudaMemcpyAsync(a, ordinary.data(), BYTES, cudaMemcpyHostToDevice, *one));
    check(cudaStreamSynchronize(*one));
    ordinary.assign(N, 0);
    return differing_on_device(a, 12);
}
int awaited_copy_to_ordinary_memory() {
    std::vector<int> ordinary(N);
    write<<<1, N, 0, *one>>>(a, 13);
    check(cudaMemcpyAsync(ordinary.data(), a, BYTES, cudaMemcpyDeviceToHost, *one));
    check(cudaStreamSynchronize(*one));
    return differing(ordinary.data(), 13);
}
int event_recorded_again() {
    const Event event;
    write<<<1, N, 0, *one>>>(a, 14);
    check(cudaEventRecord(event, *one));
    check(cudaStreamWaitEvent(*other, event)); // the record until now is what counts
    check(cudaEventRecord(event, *third));
    copy<<<1, N, 0, *other>>>(a, b);
    check(cudaStreamSynchronize(*other));
    return differing_on_device(b, 14);
}
int freed_at_once() {
    int* short_lived = nullptr;
    check(cudaMalloc(&short_lived, BYTES));
    write<<<1, N, 0, *one>>>(short_lived, 15);
    copy<<<1, N, 0, *one>>>(short_lived, a);
    check(cudaFree(short_lived)); // which waits
    return differing_on_device(a, 15);
}
int stream_ordered_memory() {
    int* short_lived = nullptr;
    check(cudaMallocAsync(&short_lived, BYTES, *one));
    write<<<1, N, 0, *one>>>(short_lived, 16);
    let_wait(*other, *one);
    copy<<<1, N, 0, *other>>>(short_lived, a);
    check(cudaFreeAsync(short_lived, *other));
    check(cudaStreamSynchronize(*other));
    return differing_on_device(a, 16);
}
int volatile_flag() {
    pinned[N] = 0;
    publish_volatile<<<1, N, 0, *one>>>(pinned, pinned + N);
    while (*const_cast<volatile int*>(pinned + N) == 0) {}
    const int wrong = differing(pinned, 24);
    finish();
    return wrong;
}
int atomic_flag() {
    managed[N] = 0;
    publish_atomic<<<1, N, 0, *one>>>(managed, managed + N);
    while (cuda::atomic_ref<int, cuda::thread_scope_system>(managed[N]).load(cuda::memory_order_acquire) == 0) {}
    const int wrong = differing(managed, 25);
    copy<<<1, N, 0, *other>>>(managed, a); // the host knew, so that this knows
    finish();
    return wrong + differing_on_device(a, 25);
}
int flag_between_kernels() {
    check(cudaMemset(c, 0, sizeof(int)));
    check(cudaDeviceSynchronize());
    publish_on_device<<<1, N, 0, *one>>>(a, c);
    await<<<1, N, 0, *other>>>(a, c, b);
    finish();
    return differing_on_device(b, 26);
}
int constant_changes() {
    int wrong = 0;
    for (int f = 2; f < 4; ++f) {
        check(cudaMemcpyToSymbol(factor, &f, sizeof f));
        write<<<1, N>>>(a, 10);
        multiply<<<1, N>>>(a);
        wrong += differing_on_device(a, 10 * f);
    }
    return wrong;
}
int memset_and_blocking_stream() {
    check(cudaMemset(a, 0, BYTES));
    add<<<1, N, 0, *blocking>>>(a, 17);
    check(cudaStreamSynchronize(*blocking));
    return differing_on_device(a, 17);
}
int stream_per_thread() {
    write<<<1, N>>>(a, 18);
    copy<<<1, N, 0, cudaStreamPerThread>>>(a, b); // waits for the legacy default stream
    check(cudaStreamSynchronize(cudaStreamPerThread));
    write<<<1, N, 0, cudaStreamPerThread>>>(a, 19);
    copy<<<1, N, 0, cudaStreamLegacy>>>(a, c);
    check(cudaStreamSynchronize(cudaStreamLegacy));
    return differing_on_device(b, 18) + differing_on_device(c, 19);
}
int one_after_the_other() {
    write<<<1, N, 0, *one>>>(a, 20);
    let_wait(*other, *one);
    copy<<<1, N, 0, *other>>>(b, c);
    let_wait(*third, *other);
    copy<<<1, N, 0, *third>>>(a, b); // reads what `one` has written, over `b` that `other` has read
    check(cudaStreamSynchronize(*third));
    return differing_on_device(b, 20);
}
int by_way_of_the_host() {
    write<<<1, N, 0, *one>>>(a, 21);
    check(cudaStreamSynchronize(*one));
    copy<<<1, N, 0, *other>>>(a, b);
    check(cudaStreamSynchronize(*other));
    return differing_on_device(b, 21);
}
int copied_before() {
    const std::vector<int> ordinary(N, 22);
    check(cudaMemcpy(a, ordinary.data(), BYTES, cudaMemcpyHostToDevice));
    copy<<<1, N, 0, *one>>>(a, b);
    check(cudaStreamSynchronize(*one));
    return differing_on_device(b, 22);
}
int pinned_memset() {
    check(cudaMemset(pinned, 1, BYTES)); // of pinned memory it waits
    return differing(pinned, 0x01010101);
}
int destroyed_stream() {
    {
        const Stream short_lived(cudaStreamNonBlocking);
        write<<<1, N, 0, short_lived>>>(a, 23);
    }
    check(cudaDeviceSynchronize());
    return differing_on_device(a, 23);
}
int grid_barrier_beside_another() {
    void* arguments[] = {&a, &b};
    write<<<1, N, 0, *other>>>(c, 1);
    check(cudaLaunchCooperativeKernel(reverse_across_blocks, dim3(4), dim3(N / 4), arguments, 0, *one));
    write<<<1, N, 0, *third>>>(managed, 1);
    finish();
    int last = 0;
    check(cudaMemcpy(&last, b, sizeof last, cudaMemcpyDeviceToHost));
    return last != N - 1;
}
int read_only_then_written() {
    write<<<1, N, 0, *other>>>(c, 0); // something else goes on
    write<<<1, N, 0, *one>>>(a, 27);
    copy_read_only<<<1, N, 0, *one>>>(a, b);
    write<<<1, N, 0, *one>>>(a, 28);
    finish();
    return differing_on_device(b, 27) + differing_on_device(a, 28);
}
int long_chain() {
    write<<<1, N, 0, *one>>>(a, 0);
    for (int i = 0; i < 50; ++i) {
        add<<<1, N, 0, *one>>>(a, 1);
        check(cudaMemcpyAsync(b, a, BYTES, cudaMemcpyDeviceToDevice, *one));
    }
    finish();
    return differing_on_device(b, 50);
}
int beside_a_rectangle() {
    for (int i = 0; i < N; ++i) managed[i] = 29;
    check(cudaMemcpy2DAsync(a, 32, managed, 32, 16, 8, cudaMemcpyDefault, *one)); // the left half of each row
    for (int row = 0; row < 8; ++row) managed[8 * row + 5] = 0;                   // the right one
    finish();
    return differing_on_device(a, 0) == 0;
}
int managed_variable() {
    write_result<<<1, 1, 0, *one>>>(30);
    check(cudaStreamSynchronize(*one));
    result += 1;
    write_result<<<1, 1, 0, *other>>>(31 + result);
    check(cudaStreamSynchronize(*other));
    return result != 62;
}
int copied_to_host_function() {
    std::vector<int> seen(1, 0);
    check(cudaLaunchHostFunc(
        *one, [](void* v) { static_cast<int*>(v)[0] = 1; }, seen.data()));
    check(cudaStreamSynchronize(*one));
    return seen[0] != 1;
}
int event_of_the_default_stream() {
    write<<<1, N, 0, *blocking>>>(a, 32);
    const Event event;
    check(cudaEventRecord(event, nullptr)); // comes after the work of blocking streams
    check(cudaStreamWaitEvent(*one, event));
    copy<<<1, N, 0, *one>>>(a, b);
    check(cudaStreamSynchronize(*one));
    return differing_on_device(b, 32);
}
int device_to_device() {
    write<<<1, N>>>(a, 33);
    check(cudaMemcpy(b, a, BYTES, cudaMemcpyDeviceToDevice)); // does not wait, but the default stream does
    copy<<<1, N>>>(b, c);
    return differing_on_device(c, 33);
}

int main() {
    const Stream s1(cudaStreamNonBlocking), s2(cudaStreamNonBlocking), s3(cudaStreamNonBlocking);
    const Stream b1(cudaStreamDefault), b2(cudaStreamDefault);
    one = &s1, other = &s2, third = &s3, blocking = &b1, blocking_too = &b2;
    for (int** array : {&a, &b, &c}) {
        check(cudaMalloc(array, BYTES));
        check(cudaMemset(*array, 0, BYTES));
    }
    check(cudaMallocHost(&pinned, 2 * BYTES));
    check(cudaMallocManaged(&managed, 2 * BYTES));
    check(cudaDeviceSynchronize());

    int wrong = 0, number = 0;
    for (const auto program : {one_stream,
                               fork_and_join,
                               by_way_of_the_default_stream,
                               default_stream_and_event,
                               both_ends,
                               reading_together,
                               every_second,
                               neighbouring_bytes,
                               counting_together,
                               awaited_event,
                               queried_event,
                               queried_stream,
                               two_buffers,
                               pieces_in_streams,
                               host_function,
                               host_function_before_copy,
                               staged_source,
                               awaited_copy_to_ordinary_memory,
                               event_recorded_again,
                               freed_at_once,
                               stream_ordered_memory,
                               volatile_flag,
                               atomic_flag,
                               flag_between_kernels,
                               constant_changes,
                               memset_and_blocking_stream,
                               stream_per_thread,
                               one_after_the_other,
                               by_way_of_the_host,
                               copied_before,
                               pinned_memset,
                               destroyed_stream,
                               grid_barrier_beside_another,
                               read_only_then_written,
                               long_chain,
                               beside_a_rectangle,
                               managed_variable,
                               copied_to_host_function,
                               event_of_the_default_stream,
                               device_to_device}) {
        ++number;
        if (const int here = program()) {
            std::fprintf(stderr, "program %d: %d wrong\n", number, here);
            wrong += here;
        }
        finish();
    }
    for (int* array : {a, b, c, managed}) check(cudaFree(array));
    check(cudaFreeHost(pinned));
    return wrong == 0 ? 0 : 1;
}
