// Kernel arguments: converted, copied and destroyed once, on the host; a thread's copy is its own.
#include "../expect.hpp"

#include <memory>
#include <utility>

namespace {
int copies = 0, conversions = 0, destroyed = 0;
}

/// Counts on the host what happens to it.
struct Counted {
    int value;
    explicit Counted(int value_) : value(value_) {}
    Counted(const Counted& other) : value(other.value) { ++copies; }
    ~Counted() { ++destroyed; }
};

/// What a plain int becomes.
struct Tripled {
    int value;
    Tripled(int value_) : value(3 * value_) { ++conversions; }
    ~Tripled() { value = -1; }
};

/// Has no copy constructor of its own, and cannot be copied at all but bit by bit.
struct Moved {
    int* values;
    explicit Moved(int* values_) : values(values_) {}
    Moved(Moved&& other) noexcept : values(std::exchange(other.values, nullptr)) {}
};

struct Large {
    int values[300];
};

__global__ void add(int* out, Counted counted) {
    counted.value += static_cast<int>(threadIdx.x); // its own
    out[threadIdx.x] = counted.value;
}

__global__ void write(int* out, Tripled tripled) { out[threadIdx.x] = tripled.value; }

__global__ void write_moved(Moved moved, int value) {
    moved.values[threadIdx.x] = value;
    moved.values = nullptr;
}

__global__ void sum(int* out, Large large) {
    int total = 0;
    for (int& value : large.values) total += value++;
    for (const int value : large.values) total += value;
    out[threadIdx.x] = total;
}

__global__ void count(Large& large, const int& step) { atomicAdd(&large.values[7], step); }

template <class T>
__global__ void add_deduced(int* out, T counted, int more) {
    out[threadIdx.x] = counted.value + more;
}

__global__ void overloaded(int* out) { out[threadIdx.x] = 1; }
__global__ void overloaded(int* out, Counted counted) { out[threadIdx.x] = counted.value; }

template <class T>
__global__ void copy_deduced(const T* in, T* out, const T* end) {
    for (T* to = out; in < end; ++to) *to = *in++;
}

template <class... Values>
__global__ void add_all(long long* out, Values... values) {
    *out = (0LL + ... + values);
}

__global__ void by_default(int* out, int value = 7) { *out = value; }

struct Bits {
    unsigned few : 3;
    static const int constant = 5; // has no address
};

constexpr unsigned threads = 64;

void expect_all(const test::DeviceArray<int>& out, int first, int step, const char* what) {
    const std::vector<int> got = out.read();
    for (unsigned t = 0; t < threads; ++t) test::expect_equal(got[t], first + step * static_cast<int>(t), what);
}

int main() {
    test::DeviceArray<int> out(threads);

    const Counted counted(10);
    add<<<1, threads>>>(out.data(), counted);
    expect_all(out, 10, 1, "an object");
    test::expect_equal(copies, 1, "copied once");
    test::expect_equal(destroyed, 1, "and destroyed");
    add<<<1, threads>>>(out.data(), Counted(20));
    expect_all(out, 20, 1, "a temporary object");
    test::expect_equal(copies, 1, "not copied");
    test::expect_equal(destroyed, 2, "but destroyed");

    write<<<1, threads>>>(out.data(), 4);
    expect_all(out, 12, 0, "a converted argument");
    test::expect_equal(conversions, 1, "converted once");

    write_moved<<<1, threads>>>(Moved(out.data()), 9);
    expect_all(out, 9, 0, "what can only be moved");

    Large large;
    for (int i = 0; i < 300; ++i) large.values[i] = i;
    sum<<<1, threads>>>(out.data(), large);
    expect_all(out, 2 * (299 * 300 / 2) + 300, 0, "an array of one's own");

    Large* managed = nullptr;
    test::must(cudaMallocManaged(&managed, sizeof(Large)));
    managed->values[7] = 1, managed->values[8] = 2;
    count<<<1, threads>>>(*managed, managed->values[8]);
    test::must(cudaDeviceSynchronize());
    test::expect_equal(managed->values[7], 1 + 2 * static_cast<int>(threads), "a reference to managed memory");
    test::must(cudaFree(managed));

    copies = 0;
    add_deduced<<<1, threads>>>(out.data(), counted, 1);
    expect_all(out, 11, 0, "a template's argument");
    test::expect_equal(copies, 1, "copied once by a template");
    overloaded<<<1, threads>>>(out.data());
    expect_all(out, 1, 0, "the first of two kernels");
    overloaded<<<1, threads>>>(out.data(), counted);
    expect_all(out, 10, 0, "the second of two kernels");
    test::expect_equal(copies, 2, "copied once by one of two kernels");

    test::DeviceArray<int> copied(threads);
    copy_deduced<<<1, 1>>>(out.data(), copied.data(), out.data() + threads);
    expect_all(copied, 10, 0, "pointers to constants");

    void (*pointer)(int*, Counted) = add;
    pointer<<<1, threads>>>(out.data(), counted);
    expect_all(out, 10, 1, "a kernel by its address");

    test::DeviceArray<long long> total(1);
    add_all<<<1, 1>>>(total.data(), 1, 2L, short{3});
    test::expect_equal(total.read()[0], 6LL, "any number of arguments");

    Bits bits{};
    bits.few = 6;
    by_default<<<1, 1>>>(out.data(), bits.few);
    test::expect_equal(out.read()[0], 6, "a bit field");
    by_default<<<1, 1>>>(out.data(), Bits::constant);
    test::expect_equal(out.read()[0], 5, "a constant");
#ifdef SCANLAB_SIMULATOR // nvcc lets no launch use it
    by_default<<<1, 1>>>(out.data());
    test::expect_equal(out.read()[0], 7, "a default");
#endif

    copies = destroyed = 0;
    {
        Counted there(30);
        int* to = out.data();
        void* arguments[] = {&to, &there};
        test::must(cudaLaunchKernel(add, dim3(1), dim3(threads), arguments));
        expect_all(out, 30, 1, "arguments by their addresses");
        test::expect_equal(copies + destroyed, 0, "only bits are copied");
    }
    return test::verdict();
}
