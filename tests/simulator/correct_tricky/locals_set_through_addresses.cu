// Local variables that get their values by way of their addresses: from functions, members, closures, the mathematical
// library and placement new; in part, where only that part is read; bit by bit, and through a union.
#include "../corpus/device.cuh"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

constexpr int BLOCK = 32, ITEMS = 8, USED = 5;

struct Pair {
    int first, second;
    __device__ void set_first(int value) { first = value; }
    __device__ int twice_first() const { return 2 * first; }
};
struct Flags {
    unsigned low : 3, middle : 5, high : 24;
    __device__ void set(int value) {
        low = value & 7;
        middle = 2;
        high = 3;
    }
};
union Word {
    int number;
    float fraction;
};
struct Padded {
    char letter;
    long number;
};

__device__ void split(int value, int& low, int& high) {
    low = value & 15;
    high = value >> 4;
}
__device__ void count_up(int* items, int n) {
    for (int k = 0; k < n; ++k) items[k] = k;
}
__device__ int sum(const int* items, int n) {
    int all = 0;
    for (int k = 0; k < n; ++k) all += items[k];
    return all;
}
__device__ void set_fraction(Word& word) { word.fraction = 0.5f; }
__device__ long number_of(const Padded* padded) { return padded->number; }
template <class Set>
__device__ void call(Set set) {
    set();
}

// These are the host's, says nvcc, which only warns where a function for both sides calls them.
__host__ __device__ void exchange(int& a, int& b) { std::swap(a, b); }
__host__ __device__ int larger(const int& a, const int& b) { return std::max(a, b); }

__global__ void set_all(int* output) {
    const int t = threadIdx.x;
    int low, high;
    split(t, low, high);

    Pair pair;
    pair.set_first(low);
    const Pair copied = pair; // the second member has no value, and needs none

    Flags flags;
    flags.set(t);

    Word word;
    set_fraction(word);

    Padded padded;
    padded.letter = 'a';
    padded.number = 5;
    const Padded another = padded;

    int items[ITEMS];
    count_up(items, USED);
    exchange(items[0], items[1]);

    int exponent;
    const float mantissa = std::frexp(4.0f, &exponent);

    bool is_set;
    call([&is_set] { is_set = true; });

    alignas(Pair) unsigned char room[sizeof(Pair)];
    auto* const placed = new (room) Pair{1, 2};

    int either, *const address = &either;
    if (t % 2 == 0)
        *address = 1;
    else
        either = 1;

    output[t] = 16 * high + low + copied.twice_first() - 2 * low + static_cast<int>(flags.middle) + (word.fraction == 0.5f) +
                static_cast<int>(number_of(&another)) + sum(items, USED) + exponent + (mantissa == 0.5f) + is_set +
                larger(placed->first, placed->second) + either;
}

int main() {
    const DeviceArray<int> output(BLOCK);
    set_all<<<1, BLOCK>>>(output.get());
    finish();
    constexpr int besides = 2 + 1 + 5 + 10 + 3 + 1 + 1 + 2 + 1;
    return verdict(output, [](int i) { return i + besides; });
}
