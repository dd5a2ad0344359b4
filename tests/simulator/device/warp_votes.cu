// Votes, matches, reductions and __syncwarp under full and partial masks.
#include "../expect.hpp"

constexpr unsigned masks[] = {0xFFFFFFFFu, 0x0000FFFFu, 0xAAAAAAAAu, 0x80000001u, 0x00000100u, 0x7FFE0FF7u};

enum Vote { ballots, any_of, all_of, match_any, match_all, all_equal, match_all_same, match_any_double, votes };
enum Reduction { add, least, greatest, bits_and, bits_or, bits_xor, signed_add, signed_least, signed_greatest, reductions };

__host__ __device__ inline bool predicate(int lane, unsigned salt) { return (lane * 7 + salt) % 3 == 0; }
__host__ __device__ inline unsigned number(int lane) { return 0x9E3779B9u * static_cast<unsigned>(lane + 1); }

__global__ void vote(unsigned mask, unsigned salt, unsigned* results) {
    const int lane = static_cast<int>(threadIdx.x);
    if (!(mask >> lane & 1)) return;
    const bool p = predicate(lane, salt);
    int equal = 2, equal_same = 2;
    unsigned* out = results + lane;
    out[32 * ballots] = __ballot_sync(mask, p);
    out[32 * any_of] = static_cast<unsigned>(__any_sync(mask, p && salt != 9));
    out[32 * all_of] = static_cast<unsigned>(__all_sync(mask, p || salt == 9));
    out[32 * match_any] = __match_any_sync(mask, lane % 5);
    out[32 * match_all] = __match_all_sync(mask, lane % 5 + 1LL, &equal);
    out[32 * all_equal] = static_cast<unsigned>(equal);
    out[32 * match_all_same] = __match_all_sync(mask, 42u, &equal_same) + (equal_same == 1 ? 0u : 1u);
    out[32 * match_any_double] = __match_any_sync(mask, lane / 9 + 0.5);
}

__global__ void reduce(unsigned mask, unsigned* results) {
    const int lane = static_cast<int>(threadIdx.x);
    if (!(mask >> lane & 1)) return;
    [[maybe_unused]] unsigned* out = results + lane; // a GPU before sm_80 cannot reduce
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    const unsigned u = number(lane);
    const int i = static_cast<int>(u);
    out[32 * add] = __reduce_add_sync(mask, u);
    out[32 * least] = __reduce_min_sync(mask, u);
    out[32 * greatest] = __reduce_max_sync(mask, u);
    out[32 * bits_and] = __reduce_and_sync(mask, u | 0xFFu);
    out[32 * bits_or] = __reduce_or_sync(mask, u & 0xF0F0u);
    out[32 * bits_xor] = __reduce_xor_sync(mask, u);
    out[32 * signed_add] = static_cast<unsigned>(__reduce_add_sync(mask, i));
    out[32 * signed_least] = static_cast<unsigned>(__reduce_min_sync(mask, i));
    out[32 * signed_greatest] = static_cast<unsigned>(__reduce_max_sync(mask, i));
#endif
}

/// The lanes of the mask for which the condition holds.
template <class Condition>
unsigned lanes_where(unsigned mask, Condition condition) {
    unsigned lanes = 0;
    for (int lane = 0; lane < 32; ++lane)
        if ((mask >> lane & 1) && condition(lane)) lanes |= 1u << lane;
    return lanes;
}

template <class Combine>
unsigned fold(unsigned mask, Combine combine) {
    bool first = true;
    unsigned total = 0;
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) continue;
        total = first ? number(lane) : combine(total, number(lane));
        first = false;
    }
    return total;
}

void check_votes(unsigned mask, unsigned salt) {
    test::DeviceArray<unsigned> results(32 * votes);
    vote<<<1, 32>>>(mask, salt, results.data());
    const std::vector<unsigned> got = results.read();

    const unsigned holds = lanes_where(mask, [&](int l) { return predicate(l, salt); });
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1)) continue;
        const unsigned same_fifth = lanes_where(mask, [&](int l) { return l % 5 == lane % 5; });
        const unsigned expected[votes] = {
            holds,
            holds != 0 && salt != 9,
            holds == mask || salt == 9,
            same_fifth,
            same_fifth == mask ? mask : 0,
            same_fifth == mask,
            mask,
            lanes_where(mask, [&](int l) { return l / 9 == lane / 9; }),
        };
        for (int v = 0; v < votes; ++v)
            test::expect_equal(got[static_cast<std::size_t>(32 * v + lane)], expected[v],
                               "vote " + std::to_string(v) + ", lane " + std::to_string(lane) + ", mask " + std::to_string(mask));
    }
}

void check_reductions(unsigned mask) {
    test::DeviceArray<unsigned> results(32 * reductions);
    reduce<<<1, 32>>>(mask, results.data());
    const std::vector<unsigned> got = results.read();

    const auto as_int = [](unsigned u) { return static_cast<int>(u); };
    const auto sum = [](unsigned a, unsigned b) { return a + b; };
    unsigned conjunction = ~0u, disjunction = 0;
    for (int lane = 0; lane < 32; ++lane)
        if (mask >> lane & 1) conjunction &= number(lane) | 0xFFu, disjunction |= number(lane) & 0xF0F0u;
    const unsigned expected[reductions] = {
        fold(mask, sum),
        fold(mask, [](unsigned a, unsigned b) { return a < b ? a : b; }),
        fold(mask, [](unsigned a, unsigned b) { return a < b ? b : a; }),
        conjunction,
        disjunction,
        fold(mask, [](unsigned a, unsigned b) { return a ^ b; }),
        fold(mask, sum),
        fold(mask, [&](unsigned a, unsigned b) { return as_int(a) < as_int(b) ? a : b; }),
        fold(mask, [&](unsigned a, unsigned b) { return as_int(a) < as_int(b) ? b : a; }),
    };
    for (int r = 0; r < reductions; ++r)
        for (int lane = 0; lane < 32; ++lane)
            if (mask >> lane & 1)
                test::expect_equal(got[static_cast<std::size_t>(32 * r + lane)], expected[r],
                                   "reduction " + std::to_string(r) + ", mask " + std::to_string(mask));
}

/// The two halves of a warp meet among themselves, each in code of its own.
__global__ void halves_apart(int* results) {
    __shared__ int values[32];
    const unsigned lane = threadIdx.x;
    if (lane < 16) {
        values[lane] = static_cast<int>(lane);
        __syncwarp(0x0000FFFFu);
        results[lane] = values[15 - lane];
    } else {
        values[lane] = 100 + static_cast<int>(lane);
        __syncwarp(0xFFFF0000u);
        results[lane] = values[47 - lane] + __shfl_sync(0xFFFF0000u, 1000, 16);
    }
}

/// Lanes that have returned are not waited for.
__global__ void some_lanes_return(unsigned* results) {
    if (threadIdx.x >= 20) return;
    const unsigned active = __activemask();
    results[threadIdx.x] = __ballot_sync(0x000FFFFFu, threadIdx.x % 2) | (active & 1u << threadIdx.x ? 0 : ~0u);
}

int main() {
    cudaDeviceProp properties{};
    test::must(cudaGetDeviceProperties(&properties, 0));
    for (const unsigned mask : masks) {
        for (unsigned salt = 0; salt < 10; ++salt) check_votes(mask, salt);
        if (properties.major >= 8) check_reductions(mask);
    }

    test::DeviceArray<int> halves(32);
    halves_apart<<<1, 32>>>(halves.data());
    const std::vector<int> half = halves.read();
    for (int lane = 0; lane < 32; ++lane)
        test::expect_equal(half[static_cast<std::size_t>(lane)], lane < 16 ? 15 - lane : 1147 - lane, "halves of a warp");

    test::DeviceArray<unsigned> remaining(20);
    some_lanes_return<<<1, 32>>>(remaining.data());
    for (const unsigned lanes : remaining.read()) test::expect_equal(lanes, 0x000AAAAAu, "the lanes that remain");
    return test::verdict();
}
