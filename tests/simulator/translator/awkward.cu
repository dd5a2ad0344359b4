// Awkward but legal CUDA. Each check fails if translation changed what the code means.
// clang-format off
#include "awkward.cuh"

#include <cstdint>
#include <cstdio>
#include <utility>

static int failures = 0;
#define CHECK(...)                                                                                          \
    do {                                                                                                    \
        if (!(__VA_ARGS__)) {                                                                               \
            std::printf("awkward.cu:%d: %s\n", __LINE__, #__VA_ARGS__);                                     \
            ++failures;                                                                                     \
        }                                                                                                   \
    } while (false)

__shared__ int at_file_scope[3], another;

template <int A, bool B, class P>
__global__ void sum(int* out, P pair) {
    *out = A + B + pair.first + pair.second;
}

__global__ void set(int* out, int value = 9) { *out = value; }
__global__ void set_negative(int* out, int value) { *out = -value; }
__global__ void is_null(int* out, const int* pointer) { *out = pointer == nullptr; }
__global__ void nothing() {}

template <int N>
__global__ void shapes(int* out) {
    __shared__ float tile[32][N + 1], scalar, *pointer;
    __shared__ int (*rows)[4];
    __shared__ unsigned char __align__(64) bytes[(N > 3) ? 5 : 6];
    static __shared__ volatile std::pair<int, long> pairs[N > 3 ? 2 : 3];
    __shared__ union {
        int word;
        char chars[4];
    } both, either[2];
    int __shared__ after[sizeof(std::pair<int, int>)];
    scalar = 1;
    pointer = &tile[1][0];
    rows = nullptr;
    both.word = either[1].word = 0;
    after[0] = another = at_file_scope[2] = 0;
    CHECK(sizeof tile == 32 * (N + 1) * sizeof(float));
    CHECK(sizeof bytes == 5 && reinterpret_cast<std::uintptr_t>(bytes) % 64 == 0);
    CHECK(sizeof pairs == 2 * sizeof(std::pair<int, long>));
    CHECK(std::is_same_v<decltype(*rows), int (&)[4]>);
    CHECK(sizeof both == 4 && sizeof either == 8 && sizeof after == 8 * sizeof(int));
    CHECK(pointer - &tile[0][0] == N + 1);
    *out = static_cast<int>(scalar);
}

template <class T, int N>
__global__ void fill_row(int* out, T value) {
    extern __shared__ __align__(16) T row[][N];
    row[1][N - 1] = value;
    *out = static_cast<int>(row[1][N - 1]) + N;
}

template <class T>
struct Launcher {
    template <int N>
    static constexpr void (*run)(int*, T) = fill_row<T, N>;
};

template <class L>
void launch_dependent(int* out) {
    L::template run<4><<<1, 32, 64 * sizeof(int)>>>(out, 3);
}

#define LAUNCH(kernel, ...)                                                                                 \
    kernel<<<2,                                                                                             \
             /* a comment */ 3>>>(__VA_ARGS__)
#define SHARED_BUFFER(T, n) __shared__ T buffer##n[n]

__global__ void from_macro(int* out) {
    SHARED_BUFFER(int, 7);
    buffer7[6] = 5;
    *out = buffer7[6];
}

struct Holder {
    void (*kernel)(int*, int);
};

int main() {
    using scanlab::sim::last_config;
    using scanlab::sim::last_kernel;
    int out = 0;
    int* const p = &out;

    sum<256, (4 > 2), std::pair<int, int>><<<dim3{1, 2}, 256 >> 1, 0 /* none */, nullptr>>>(p, std::pair{1, 2});
    CHECK(out == 260 && last_config.grid.y == 2 && last_config.block.x == 128);
    CHECK(last_kernel == "sum<256, (4 > 2), std::pair<int, int>>");

    set<<<1, 1>>>(p); set<<<dim3(3), (out > 2 ? 5 : 6)>>>(p, out + 1); // two on a line
    CHECK(out == 10 && last_config.block.x == 5);

    const bool negative = out > 3;
    (negative ? set_negative : set)
        <<<1,      // blocks
           2>>>    // threads
        (p, 1'000);
    CHECK(out == -1000 && last_kernel == "(negative ? set_negative : set)");

    const Holder holders[2] = {{set}, {set_negative}};
    holders[1].kernel<<<1, 1>>>(p, 4);
    CHECK(out == -4);
    const Holder* const holder = holders;
    holder->kernel<<<1, 1>>>(p, 5);
    CHECK(out == 5);
    static_cast<void (*)(int*, int)>(set)<<<1, 1>>>(p, 6);
    CHECK(out == 6);

    is_null<<<1, 1>>>(p, NULL);
    CHECK(out == 1);
    launch_dependent<Launcher<short>>(p);
    CHECK(out == 7 && last_config.bytes == 256);
    shapes<4><<<1, 1>>>(p);
    CHECK(out == 1);

    LAUNCH(nothing);
    CHECK(last_kernel == "nothing" && last_config.block.x == 3);
    LAUNCH(set, p, 8);
    CHECK(out == 8);
    from_macro<<<1, 1>>>(p);
    CHECK(out == 5);

    auto run = [&](int value) { ::set<<<{1, 2}, {3, 4}>>>(p, value); };
    run(11);
    CHECK(out == 11 && last_config.block.y == 4);
    launch_from_header(p);
    CHECK(out == 12);

    nothing<<<1,
              1>>>();
    CHECK(last_config.line >= __LINE__ - 2 && last_config.line < __LINE__);
    CHECK(std::string("k<<<1, 2>>>()").size() == 13 && std::string(R"(__shared__ int x; ")").size() == 19);
    CHECK(std::string(__FILE__).ends_with("awkward.cu"));
    return failures == 0 ? 0 : 1;
}
