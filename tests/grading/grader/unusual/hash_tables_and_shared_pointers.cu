// exercise: sklansky_shared
// what C++ has for the host: hash tables, shared and weak pointers, std::bind, a stable sort
#include <scanlab/exercise.hpp>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

template <int BLOCK>
__global__ void sklansky_shared(const int* input, int* output, long long n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int sums[TILE];
    const int t = threadIdx.x;
    const long long start = static_cast<long long>(blockIdx.x) * TILE;

    for (int i = t; i < TILE; i += BLOCK) sums[i] = start + i < n ? input[start + i] : 0;

    for (int half = 1; half < TILE; half *= 2) {
        __syncthreads();
        const int right_group = t / half * 2 * half + half;
        sums[right_group + t % half] += sums[right_group - 1];
    }

    for (int i = t; i < TILE; i += BLOCK)
        if (start + i < n) output[start + i] = sums[i];
}

struct Shape : std::enable_shared_from_this<Shape> {
    int block = 0, items = 2;
    int tile() const { return block * items; }
};

/// How many elements a tile has, by a long way round.
int tile_of(int block) {
    std::unordered_map<std::string, std::vector<int>> sizes;
    for (int size = 32; size <= 1024; size *= 2) sizes[std::to_string(size) + " threads per block"].push_back(size);
    std::unordered_set<int> known;
    for (const auto& [name, list] : sizes) known.insert(list.begin(), list.end());
    known.erase(1);
    if (sizes.size() != 6 || !known.contains(block)) return 0;

    const auto shape = std::make_shared<Shape>();
    const std::weak_ptr<Shape> weak = shape->shared_from_this();
    if (const auto locked = weak.lock()) locked->block = block;

    std::vector<std::pair<int, int>> tiles{{2, 0}, {1, shape->tile()}, {1, 0}};
    std::stable_sort(tiles.begin(), tiles.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return std::bind(std::plus<int>(), std::placeholders::_1, 0)(tiles.front().second);
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        sklansky_shared<BLOCK><<<scanlab::ceil_div(p.n, tile_of(BLOCK)), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
