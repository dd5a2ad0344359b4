// What CUDA C++ has beyond C++: ways to launch a kernel, shared variables of all kinds, inline PTX.
#include "../expect.hpp"

#include <cstdint>

__device__ int failed_line;
/// For kernels: the line is told if it does not hold.
#define HOLDS(...) ((__VA_ARGS__) ? void() : void(failed_line = __LINE__))

// --- launches ----------------------------------------------------------------------------------------

__device__ int sum;

struct Pair {
    int a, b;
};
template <class T>
struct Holds {
    static constexpr int n = T::n;
};
struct One {
    static constexpr int n = 1;
};
template <class T>
int blocks() {
    return T::n;
}

__global__ void add(unsigned x, long long y) { atomicAdd(&sum, static_cast<int>(x + y)); }
__global__ void add_if_null(const int* p, float f) { atomicAdd(&sum, p == nullptr ? static_cast<int>(f) : 1000); }
__global__ void add_pair(Pair p) { atomicAdd(&sum, 10 * p.a + p.b); }
template <class T>
__global__ void add_both(T x, T y) {
    atomicAdd(&sum, static_cast<int>(x + y));
}
template <class T>
__global__ void add_behind(const T* p, int n) {
    atomicAdd(&sum, p == nullptr ? n : 1000);
}
namespace inner {
__global__ void add(int a) { atomicAdd(&sum, a); }
struct Starter {
    static void go() { add<<<1, 1>>>(3); }
};
} // namespace inner
extern "C" __global__ void add_char(char c, bool b) { atomicAdd(&sum, c - 'a' + b); }
template <void (*KERNEL)(int)>
void start() {
    KERNEL<<<1, 1>>>(5);
}
template <class Function>
__global__ void call(Function function) {
    function(static_cast<int>(threadIdx.x));
}
template <int N>
__global__ void add_constant() {
    atomicAdd(&sum, N);
}
__global__ __launch_bounds__(64, 2) void bounded(const __grid_constant__ Pair p) { atomicAdd(&sum, p.a); }
__global__ void __launch_bounds__(64) bounded_too(int x) { atomicAdd(&sum, x); }
__global__ void __cluster_dims__(1, 1, 1) clustered() { atomicAdd(&sum, 1); }

void expect_sum(int expected, const char* what) {
    test::must(cudaDeviceSynchronize());
    int got = 0;
    test::must(cudaMemcpyFromSymbol(&got, sum, sizeof got));
    test::expect_equal(got, expected, what);
    got = 0;
    test::must(cudaMemcpyToSymbol(sum, &got, sizeof got));
}

void launches() {
    add<<<1, 1>>>(0, 0);
    add_if_null<<<1, 1>>>(0, 0);
    add_if_null<<<1, 1>>>(NULL, 1);
    add_if_null<<<1, 1>>>(nullptr, 2.5);
    add_pair<<<1, 1>>>({1, 2});
    add_pair<<<1, 1>>>(Pair{3, 4});
    add_both<int><<<1, 1>>>(0, 2);
    add_both<<<1, 1>>>(0, 2);
    add_behind<float><<<1, 1>>>(0, 9);
    add_behind<float><<<1, 1>>>(nullptr, 9);
    bounded<<<1, 1>>>({7, 8});
    bounded_too<<<1, 1>>>({9});
    expect_sum(0 + 1 + 2 + 12 + 34 + 2 + 2 + 9 + 9 + 7 + 9, "literal arguments");

    add<<<blocks<Holds<Holds<One>>>(), 1>>>(1, 10);
    add<<<dim3(blocks<Holds<Holds<One>>>()), dim3(1, 1)>>>(2, 20);
    inner::add<<<{1}, {2, 1}, 0, 0>>>(100);
    add_constant<sizeof(int) << 1><<<1, 1, sizeof(float) * (8 >> 1), 0>>>();
    add_constant<(3 > 2 ? 5 : 6)><<<1, 1>>>();
    clustered<<<1, 1>>>();
#ifdef WITH_STREAM
    add<<<1, 2, 0, 0>>>
#else
    add<<<1, 2>>>
#endif
        (3, 30);
    expect_sum(11 + 22 + 200 + 8 + 5 + 1 + 66, "launch parameters");

    inner::Starter::go();
    ::inner::add<<<1, 1>>>('b' - 'a');
    add_char<<<1, 1>>>('c', 1);
    void (*pointer)(int) = inner::add;
    (*pointer)<<<1, 1>>>(4);
    void (*table[])(int) = {inner::add, pointer};
    for (auto each : table) each<<<1, 1>>>(6);
    table[1]<<<1, 1>>>(7);
    start<inner::add>();
    auto launch = [&](int n) { inner::add<<<n, 1>>>(10); };
    launch(2);
    expect_sum(3 + 1 + 3 + 4 + 12 + 7 + 5 + 20, "names of kernels");
}

// --- shared and other variables ----------------------------------------------------------------------

struct alignas(16) Big {
    float v[4];
    __device__ Big() {}
};
template <class T>
struct Dynamic {
    __device__ operator T*() {
        extern __shared__ int of_any_type[];
        return reinterpret_cast<T*>(of_any_type);
    }
};
struct Node {
    float weight;
    int next[2];
};
__constant__ Node nodes[4];
__managed__ int counter = 7;
#ifdef SCANLAB_SIMULATOR // which compiles programs for C++17 as C++20, where there is a std::lerp
__device__ __noinline__ float lerp(float a, float b, float t) { return a + t * (b - a); }
using namespace std;
__device__ float middle() { return lerp(1.0f, 3.0f, 0.5f); }
#else
__device__ float middle() { return 2; }
#endif

template <class T>
__global__ void shared_variables() {
    alignas(Big) __shared__ unsigned char raw[sizeof(Big)];
    __shared__ alignas(T) char bytes[sizeof(T)];
    __shared__ __align__(sizeof(T)) T tile[32];
    __shared__ Big bigs[2];
    T* dynamic = Dynamic<T>();
    const unsigned i = threadIdx.x;
    if (i == 0) raw[0] = 1, bytes[0] = 2, bigs[1].v[3] = 3;
    tile[i] = static_cast<T>(i);
    dynamic[31 - i] = static_cast<T>(i);
    __syncthreads();
    HOLDS(tile[31 - i] == dynamic[i]);
    HOLDS(raw[0] + bytes[0] + bigs[1].v[3] == 6);
    HOLDS(reinterpret_cast<std::uintptr_t>(raw) % 16 == 0 && reinterpret_cast<std::uintptr_t>(bytes) % alignof(T) == 0);
    HOLDS(nodes[2].next[1] == 40 && middle() == 2);
    if (i == 0) counter = 8;
}

void variables() {
    Node host[4] = {};
    host[2].next[1] = 40;
    test::must(cudaMemcpyToSymbol(nodes, host, sizeof host));
    shared_variables<float><<<1, 32, 32 * sizeof(float)>>>();
    shared_variables<double><<<1, 32, 32 * sizeof(double)>>>();
    test::must(cudaDeviceSynchronize());
    test::expect_equal(counter, 8, "a managed variable");
}

// --- inline PTX --------------------------------------------------------------------------------------

__device__ unsigned lane() {
    unsigned result;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(result));
    return result;
}
__device__ __forceinline__ unsigned bits_of(unsigned x, unsigned first, unsigned count) {
    unsigned result;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(first), "r"(count));
    return result;
}
#define LANES_BELOW(mask) asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask))

// An asm statement is one line.
// clang-format off
__global__ void inline_ptx(int* g, unsigned long long* t, float* f) {
    __shared__ int s[65];
    __shared__ float4 sf[8];
    const unsigned i = threadIdx.x;
    if (i == 0) s[64] = 0;
    HOLDS(lane() == i % 32);
    unsigned m;
    LANES_BELOW(m);
    HOLDS(m == (1u << (i % 32)) - 1);
    HOLDS(bits_of(0xabcd1234, 8, 8) == 0x12);
    int se;
    asm("bfe.s32 %0, %1, 4, 4;" : "=r"(se) : "r"(0xf0));
    HOLDS(se == -1);
    unsigned bi;
    asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(bi) : "r"(0xfu), "r"(0u));
    HOLDS(bi == 0xf00);
    unsigned p;
    asm("prmt.b32 %0, %1, %2, 0x0123;" : "=r"(p) : "r"(0x11223344), "r"(0));
    HOLDS(p == 0x44332211);
    unsigned l;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(l) : "r"(5), "r"(3), "r"(9));
    HOLDS(l == (5 ^ 3 ^ 9));
    int ma;
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(ma) : "r"(-3), "r"(4), "r"(5));
    HOLDS(ma == -7);
    long long mw;
    asm("mul.wide.s32 %0, %1, %2;" : "=l"(mw) : "r"(-3), "r"(1 << 30));
    HOLDS(mw == -3LL * (1 << 30));
    int hi;
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(hi) : "r"(0x80000000), "r"(6));
    HOLDS(hi == 3);
    unsigned sh;
    asm("{\n\t.reg .u32 t1, t2;\n\tshl.b32 t1, %1, 4; // comment\n\tshr.u32 t2, t1, 2;\n\tadd.u32 %0, t1, t2;\n}" : "=r"(sh) : "r"(3));
    HOLDS(sh == 60);
    unsigned long long before, after;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(before));
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(after));
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(after));
    HOLDS(after > before);
    int pd;
    asm("{ .reg .pred p; setp.lt.s32 p, %1, 7; @p mov.s32 %0, 1; @!p mov.s32 %0, 2; }" : "=r"(pd) : "r"((int)i));
    HOLDS(pd == (i < 7 ? 1 : 2));
    int sel;
    asm("{.reg .pred %%p1; setp.eq.u32 %%p1, %1, 0; selp.s32 %0, 10, 20, %%p1;}" : "=r"(sel) : "r"(i));
    HOLDS(sel == (i ? 20 : 10));
    float fm;
    asm("fma.rn.f32 %0, %1, 0f40000000, 1.5;" : "=f"(fm) : "f"(3.f));
    HOLDS(fm == 7.5f);
    double d;
    asm("add.f64 %0, %1, %2;" : "=d"(d) : "d"(1.25), "d"(2.5));
    HOLDS(d == 3.75);
    int cv;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(cv) : "f"(2.5f));
    HOLDS(cv == 2);
    unsigned sa = (unsigned)__cvta_generic_to_shared(&s[i]);
    asm volatile("st.shared.u32 [%0], %1;" :: "r"(sa), "r"(i * 3) : "memory");
    unsigned back;
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(back) : "r"(sa));
    HOLDS(back == i * 3);
    asm volatile("bar.sync 0;");
    unsigned nb;
    asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(nb) : "r"(sa));
    HOLDS(i == 63 || nb == (i + 1) * 3);
    __syncthreads();
    asm volatile("st.global.cs.s32 [%0], %1;" :: "l"(g + i), "r"(i) : "memory");
    unsigned ld;
    asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(ld) : "l"(g + i));
    HOLDS(ld == i);
    asm volatile("red.global.add.u64 [%0], %1;" :: "l"(t), "l"(1ull) : "memory");
    int old;
    asm volatile("atom.add.release.gpu.global.s32 %0, [%1], 5;" : "=r"(old) : "l"(g + 64));
    HOLDS(old % 5 == 0);
    int acq;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(acq) : "l"(g + 64));
    HOLDS(acq >= 5);
    unsigned cas;
    asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(cas) : "l"(g + 65), "r"(0), "r"(7));
    HOLDS(cas == 0 || cas == 7);
    asm volatile("membar.gl;");
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("nanosleep.u32 20;");
    asm volatile("" ::: "memory");
    float4 v;
    asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(f));
    HOLDS(v.x == 1 && v.w == 4);
    unsigned vb;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 3; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(vb) : "r"(i % 32));
    HOLDS(vb == 7);
    unsigned down;
    asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(down) : "r"(i));
    HOLDS(down == (i % 32 == 31 ? i : i + 1));
    unsigned up;
    asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 1, 0x0, 0xffffffff; @p add.s32 %0, %0, 100; }" : "=r"(up) : "r"(i));
    HOLDS(up == (i % 32 == 0 ? i : i - 1 + 100));
    int loops = 0;
    asm volatile("{\n .reg .pred done;\n AGAIN: add.s32 %0, %0, 1;\n setp.ge.s32 done, %0, 5;\n @!done bra AGAIN;\n}" : "+r"(loops));
    HOLDS(loops == 5);
    unsigned tid;
    asm("mov.u32 %0, %%tid.x;" : "=r"(tid));
    HOLDS(tid == i);
    unsigned bz;
    asm("bfind.u32 %0, %1;" : "=r"(bz) : "r"(0x100));
    HOLDS(bz == 8);
    unsigned pc;
    asm("popc.b32 %0, %1;" : "=r"(pc) : "r"(0xff));
    HOLDS(pc == 8);
    unsigned br;
    asm("brev.b32 %0, %1;" : "=r"(br) : "r"(1));
    HOLDS(br == 0x80000000);
    unsigned sf2;
    asm("shf.l.wrap.b32 %0, %1, %2, 8;" : "=r"(sf2) : "r"(0xAB000000), "r"(0x12));
    HOLDS(sf2 == 0x12AB);
    __syncthreads();
    unsigned dst = (unsigned)__cvta_generic_to_shared(&sf[i % 8]);
    if (i < 8) asm volatile("cp.async.cg.shared.global [%0], [%1], %2;\n" :: "r"(dst), "l"(f + 4 * i), "n"(16));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group %0;" :: "n"(0));
    __syncthreads();
    HOLDS(sf[i % 8].y == (i % 8) * 4 + 2);
}

/// Each pair of warps meets at a barrier of its own; then one warp only arrives where another waits.
__global__ void numbered_barriers() {
    __shared__ int values[128];
    const int i = static_cast<int>(threadIdx.x), pair = i / 64, other = 64 * pair + 63 - i % 64;
    for (int round = 0; round < 3; ++round) {
        values[i] = 100 * round + i;
        asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
        HOLDS(values[other] == 100 * round + other);
        asm volatile("barrier.sync %0, %1;" ::"r"(pair + 1), "r"(64) : "memory");
    }
    __barrier_sync(5);
    if (i < 32) values[i] = i;
    if (i < 32) asm volatile("bar.arrive 3, 64;");
    if (i >= 32 && i < 64) {
        __barrier_sync_count(3, 64);
        HOLDS(values[63 - i] == 63 - i);
    }
    int count;
    asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 10; bar.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(i));
    HOLDS(count == 10);
}

/// A copy that an mbarrier awaits; parts of registers; sums of differences of bytes.
__global__ void newer_and_older_instructions(const float* f) {
    __shared__ alignas(16) float copied[16];
    __shared__ unsigned long long barrier;
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(copied)),
                   at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(1));
        asm volatile("fence.mbarrier_init.release.cluster;");
        asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(64) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(f), "r"(64), "r"(at) : "memory");
    }
    __syncthreads();
    asm volatile("{ .reg .pred ended;\n WAIT: mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;\n @!ended bra WAIT; }" ::"r"(at), "r"(0));
    HOLDS(copied[threadIdx.x % 16] == f[threadIdx.x % 16]);
    unsigned low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "d"(1.25));
    HOLDS(low == 0 && high == 0x3ff40000);
    double back;
    asm("mov.b64 %0, {%1, %2};" : "=d"(back) : "r"(low), "r"(high));
    HOLDS(back == 1.25);
    unsigned distance, most;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(distance) : "r"(0x01ff0305), "r"(0x02000507), "r"(1000));
    HOLDS(distance == 1000 + 1 + 255 + 2 + 2);
    asm("vmax2.s32.s32.s32 %0, %1, %2, %3;" : "=r"(most) : "r"(0xffff0003), "r"(0x00010002), "r"(0));
    HOLDS(most == 0x00010003);
}
// clang-format on

void instructions() {
    std::vector<float> numbers(32);
    for (int i = 0; i < 32; ++i) numbers[static_cast<std::size_t>(i)] = static_cast<float>(i + 1);
    test::DeviceArray<int> integers(66);
    test::DeviceArray<unsigned long long> count(1);
    test::DeviceArray<float> floats(numbers);
    inline_ptx<<<1, 64>>>(integers.data(), count.data(), floats.data());
    test::expect_equal(count.read()[0], 64ull, "red");
    numbered_barriers<<<2, 128>>>();
    newer_and_older_instructions<<<1, 32>>>(floats.data());
    test::must(cudaDeviceSynchronize());
}

int main() {
    launches();
    variables();
    instructions();
    int line = 0;
    test::must(cudaMemcpyFromSymbol(&line, failed_line, sizeof line));
    test::expect_equal(line, 0, "the line of a kernel in which something does not hold");
    return test::verdict();
}
