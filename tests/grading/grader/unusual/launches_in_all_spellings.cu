// exercise: sklansky_shared
// launches and kernels in all their spellings: device lambdas, packs, constants of the grid, explicit
// instances, overloads
#include <scanlab/exercise.hpp>
#include <utility>

struct Params {
    const int* in;
    int* out;
    long long n;
};
enum Kind : unsigned char { LOAD, STORE };

__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __host__ constexpr int twice(int x) noexcept { return x << 1; }
typedef int (*binary)(int, int);
__device__ binary chosen = add;
__constant__ int two = 2;
__device__ const int table[] = {1, 2, 4};

template <class F, class... Args>
__global__ void for_each(long long n, F f, Args... args) {
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n;
         i += (long long)gridDim.x * blockDim.x)
        f(i, args...);
}
extern "C" __global__ void touch(void) {}
__global__ void overloaded(int) {}
__global__ void overloaded(float, int = 3) {}
template <typename T, Kind K = LOAD>
__global__ void typed(T* p, T v = T{}) {
    if (p) *p = v;
}
template __global__ void typed<int, STORE>(int*, int);
struct Set {
    int* out;
    __device__ void operator()(long long i, int a) const { out[i] = a; }
};
struct Nothing {
    template <class... Arguments>
    __host__ __device__ void operator()(long long, Arguments...) const {}
};
namespace tool {
template <int N>
__global__ void inside(int* p);
}
template <int N>
__global__ void tool::inside(int* p) {
    if (p) p[0] = N;
}
namespace deep {
namespace er {
template <int B, template <class> class V>
__global__ void empty() {}
template <class T>
struct Box {};
} // namespace er
} // namespace deep

template <unsigned B>
static __global__ __launch_bounds__(B) void scan(const __grid_constant__ Params p) {
    __align__(16) __shared__ int s[twice(B)];
    auto const t = threadIdx.x;
    long long const base = static_cast<long long>(blockIdx.x) * twice(B);
    auto load = [&](unsigned i) -> int { return base + i < p.n ? p.in[base + i] : 0; };
    s[t] = load(t), s[t + B] = load(t + B);
#pragma unroll
    for (unsigned half = 1; half < two * B; half <<= 1) {
        __syncthreads();
        unsigned const g = t / half * table[1] * half + half;
        s[g + t % half] = (*chosen)(s[g + t % half], s[g - 1]);
    }
    if (base + t < p.n) p.out[base + t] = s[t];
    if (base + t + B < p.n) p.out[base + t + B] = s[t + B];
}

template <int BLOCK>
struct Solution {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;
    static void launch(const scanlab::Problem& problem) {
        if (problem.n < 1) return;
        const int* in = problem.input;
        int* const out = problem.output;
        const long long n = problem.n;
        int* p = nullptr;
        const auto stream = problem.stream;
        for_each<<<1, 32, 0, stream>>>(0LL, Set{out}, 3);
        for_each<<<dim3(1), dim3(32), 0, stream>>>(0LL, Nothing());
        touch<<<1, 1, 0, stream>>>();
        overloaded<<<1, 1, 0, stream>>>(1);
        overloaded<<<1, 1, 0, stream>>>(1.0f, 2);
        typed<int><<<1, 1, 0, stream>>>(p, 0);
        (typed<int, STORE>)<<<1, 1, 0, stream>>>(p, 4);
        tool::inside<7><<<1, 1, 0, stream>>>(p);
        tool::template inside<8><<<1, 1, 0, stream>>>(nullptr);
        deep::er::empty<BLOCK, deep::er::Box><<<1, 1, 0, stream>>>();
        using Launch = void (*)(Params);
        static constexpr Launch kernels[] = {scan<BLOCK>, nullptr};
        kernels[0]<<<static_cast<unsigned>((n - 1) / (2 * BLOCK) + 1), BLOCK, 0, stream>>>(
            Params{in, out, n});
        if (false) kernels[1]<<<1, 1>>>({});
    }
};
SCANLAB_EXERCISE(sklansky_shared, Solution);
