// exercise: sklansky_shared
// what C++20 has: concepts, fold expressions, structured bindings, designated initialisers, bit-fields, literals and more
#include <scanlab/exercise.hpp>

#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <numbers>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

namespace {

enum class Phase { load, scan, store };
using enum Phase;

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

consteval int operator""_items(unsigned long long count) { return static_cast<int>(count); }

struct Pair {
    int left, right;
    friend auto operator<=>(const Pair&, const Pair&) = default;
    __device__ constexpr Pair& operator+=(int by) & { return left += by, right += by, *this; }
};

union Either {
    int number;
    unsigned bits;
};

struct Flags {
    unsigned is_left : 1 = 0, step : 5 = 0;
};

__host__ __device__ constexpr auto sum_of(Number auto... values) { return (values + ... + 0); }

template <template <class, std::size_t> class Container, class T, std::size_t N>
constexpr std::size_t size_of(const Container<T, N>&) { return N; }

template <class Derived>
struct Counted { // a class that knows what is derived from it
    __host__ __device__ constexpr int items() const { return static_cast<const Derived&>(*this).per_thread; }
};
struct Shape final : Counted<Shape> {
    int per_thread = 2_items;
};

[[nodiscard]] __device__ auto place(int t, int half) -> Pair {
    return {.left = t / half * 2 * half + half - 1, .right = t / half * 2 * half + half + t % half};
}

} // namespace

/// What a kernel may read of a std::span, whose own functions are the host's.
struct Input {
    const int* values;
    std::size_t count;
    __device__ std::size_t size() const { return count; }
    __device__ int operator[](std::size_t i) const { return values[i]; }
};

template <int BLOCK, Phase... phases>
    requires(BLOCK >= 32)
__global__ void sklansky_shared(Input input, int* output) {
    constexpr auto TILE = Shape{}.items() * BLOCK;
    alignas(16) __shared__ int sums[TILE];
    const auto t = static_cast<int>(threadIdx.x);
    const auto start = static_cast<std::size_t>(blockIdx.x) * TILE;
    const auto each = [&](auto&& does) {
        for (auto i = t; i < TILE; i += BLOCK)
            if (start + i < input.size()) [[likely]] does(i, start + i);
    };

    for (auto i = t; i < TILE; i += BLOCK) sums[i] = 0;
    if constexpr (((phases == load) || ...)) each([&](int i, std::size_t at) { sums[i] = input[at]; });
    for (Flags flags; int half = 1 << flags.step; flags.step = flags.step + 1) {
        if (half == TILE) break;
        __syncthreads();
        const auto [left, right] = place(t, half);
        Either sum{.number = sum_of(sums[left], sums[right])};
        sums[right] = static_cast<int>(sum.bits);
    }
    if constexpr (sizeof...(phases) == 3) each([&](int i, std::size_t at) { output[at] = sums[i]; });
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = Shape{}.items();
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        const std::variant<long long, Pair> either = p.n;
        const auto tiles = [](long long n) -> std::optional<long long> {
            if (n == 0) return std::nullopt;
            return scanlab::ceil_div(n, static_cast<long long>(BLOCK) * items_per_thread);
        };
        constexpr std::array squares{1, 4, 9};
        int odd = 0;
        for (const int square : squares) odd += std::cmp_equal(square % 2, 1) ? square : 0;
        if (odd != 10 || size_of(squares) != 3 || std::numbers::pi < 3 || Pair{1, 2} > Pair{2, 1}) return;
        const std::span all(p.input, static_cast<std::size_t>(p.n));
        if (const auto blocks = tiles(std::get<0>(either)); blocks.has_value())
            sklansky_shared<BLOCK, load, scan, store><<<*blocks, BLOCK, 0, p.stream>>>(
                Input{all.data(), all.size()}, std::exchange(odd, 0) != 0 ? std::bit_cast<int*>(p.output) : nullptr);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
