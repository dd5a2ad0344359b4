// Every shuffle, for every width, parameter and type, under full and partial masks, against the
// definition in the CUDA C++ Programming Guide.
#include "../expect.hpp"

enum Kind { indexed, up, down, butterfly, kinds };
constexpr const char* names[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"};

constexpr int widths[] = {1, 2, 4, 8, 16, 32};
constexpr int cases = 6 * 32 * kinds;
constexpr unsigned masks[] = {0xFFFFFFFFu, 0x0000FFFFu, 0xAAAAAAAAu, 0x80000001u, 0x00000100u, 0x7FFE0FF7u};

template <class T>
__host__ __device__ T value_of(int lane) {
    return static_cast<T>(lane * 3 + 1) * static_cast<T>(sizeof(T) == 8 ? 1000000007LL : 65537);
}

template <class T>
__global__ void shuffle_all(unsigned mask, T* results) {
    const int lane = static_cast<int>(threadIdx.x);
    if (!(mask >> lane & 1)) return;
    const T mine = value_of<T>(lane);
    for (int w = 0, row = 0; w < 6; ++w) {
        const int width = 1 << w;
        for (int p = 0; p < 32; ++p, row += kinds) {
            T* out = results + row * 32 + lane;
            out[32 * indexed] = __shfl_sync(mask, mine, p, width);
            out[32 * up] = __shfl_up_sync(mask, mine, static_cast<unsigned>(p), width);
            out[32 * down] = __shfl_down_sync(mask, mine, static_cast<unsigned>(p), width);
            out[32 * butterfly] = __shfl_xor_sync(mask, mine, p, width);
        }
    }
}

int source_lane(int kind, int lane, int parameter, int width) {
    const int segment = lane / width * width, place = lane % width;
    switch (kind) {
    case indexed:
        return segment + parameter % width;
    case up:
        return place < parameter ? lane : lane - parameter;
    case down:
        return place + parameter >= width ? lane : lane + parameter;
    default: // lanes of earlier segments can be reached, those of later ones cannot
        return (lane ^ parameter) >= segment + width ? lane : lane ^ parameter;
    }
}

template <class T>
void check(const std::string& type) {
    for (const unsigned mask : masks) {
        test::DeviceArray<T> results(static_cast<std::size_t>(cases) * 32);
        shuffle_all<<<1, 32>>>(mask, results.data());
        const std::vector<T> got = results.read();
        std::size_t i = 0;
        for (const int width : widths)
            for (int p = 0; p < 32; ++p)
                for (int kind = 0; kind < kinds; ++kind)
                    for (int lane = 0; lane < 32; ++lane, ++i) {
                        const int source = source_lane(kind, lane, p, width);
                        // What comes from a lane that takes no part is undefined.
                        if (!(mask >> lane & 1) || !(mask >> source & 1)) continue;
                        if (got[i] == value_of<T>(source)) continue; // a million messages take their time
                        test::expect_equal(got[i], value_of<T>(source),
                                           names[kind] + ("<" + type) + ">(" + std::to_string(p) + ", " + std::to_string(width) +
                                               ") in lane " + std::to_string(lane) + " under mask " + std::to_string(mask));
                    }
    }
}

__global__ void shuffle_small_types(int* results) {
    const int lane = static_cast<int>(threadIdx.x);
    results[lane] = __shfl_xor_sync(0xFFFFFFFFu, static_cast<short>(-lane), 1);
    results[32 + lane] = __shfl_down_sync(0xFFFFFFFFu, lane % 3 == 0, 1);
}

int main() {
    check<int>("int");
    check<unsigned>("unsigned");
    check<long>("long");
    check<unsigned long>("unsigned long");
    check<long long>("long long");
    check<unsigned long long>("unsigned long long");
    check<float>("float");
    check<double>("double");

    test::DeviceArray<int> results(64);
    shuffle_small_types<<<1, 32>>>(results.data());
    const std::vector<int> got = results.read();
    for (int lane = 0; lane < 32; ++lane) {
        test::expect_equal(got[lane], -(lane ^ 1), "a short is shuffled as an int");
        const int source = lane == 31 ? 31 : lane + 1;
        test::expect_equal(got[32 + lane], static_cast<int>(source % 3 == 0), "a bool is shuffled as an int");
    }
    return test::verdict();
}
