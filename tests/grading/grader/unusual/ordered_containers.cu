// exercise: sklansky_shared
// kernels by name in a map; and maps, sets and lists do what they should, although the kit has their functions itself
#include <scanlab/exercise.hpp>

#include <algorithm>
#include <cassert>
#include <list>
#include <map>
#include <set>
#include <string>
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

void check_trees() {
    std::map<int, int> map;
    std::vector<int> keys;
    unsigned random = 1;
    for (int i = 0; i < 200; ++i) {
        random = random * 1664525 + 1013904223;
        const int key = static_cast<int>(random >> 8) % 40;
        std::erase(keys, key);
        if (random >> 31)
            map.erase(key);
        else
            map[key] = i, keys.push_back(key);
        std::ranges::sort(keys);
        assert(std::ranges::equal(map, keys, {}, [](const auto& entry) { return entry.first; }));
        assert(std::equal(map.rbegin(), map.rend(), keys.rbegin(), [](const auto& entry, int k) { return entry.first == k; }));
    }
    std::set<int> set(keys.begin(), keys.end()), other;
    other.swap(set);
    assert(set.empty() && std::ranges::equal(other, keys) && *std::prev(other.end()) == keys.back());
}

void check_lists() {
    std::list<int> list{3, 1, 2}, others{9, 8};
    list.sort();
    list.reverse();
    list.splice(list.begin(), others);
    assert((list == std::list{9, 8, 3, 2, 1}) && others.empty());
    list.swap(others);
    others.remove(3);
    assert(list.empty() && (others == std::list{9, 8, 2, 1}));
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        check_trees();
        check_lists();
        const std::map<std::string, void (*)(const int*, int*, long long)> kernels{{"sklansky", sklansky_shared<BLOCK>}};
        if (p.n > 0)
            for (const auto& entry : kernels) {
                const auto kernel = entry.second;
                kernel<<<scanlab::ceil_div(p.n, 2 * BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, p.n);
            }
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
