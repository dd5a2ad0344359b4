// exercise: sklansky_shared
// the C++ library on the host, from end to end
#include <scanlab/exercise.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
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

struct Shape {
    virtual ~Shape() = default;
    virtual int blocks() const = 0;
};
struct Line : Shape {
    explicit Line(int blocks) : count(blocks) {}
    int blocks() const override { return count; }
    int count;
};

inline bool strings() {
    std::string text = "a long text that lies on the heap, and not in the string itself";
    text.replace(2, 4, text, 0, 20); // of itself
    text.insert(3, text).erase(10, 5).append(3, '.').resize(200, '!');
    const std::size_t at = text.find("heap"), last = text.rfind('!');
    std::string other = text.substr(at) + std::to_string(7ull);
    other.swap(text);
    std::u16string wide(40, u'w');
    wide.replace(1, 2, wide, 0, 9);
    return last == 199 && text.starts_with("heap") && std::string_view(other).ends_with("!!") && text < "i" &&
           wide.size() == 47;
}

inline bool containers() {
    std::map<std::string, std::vector<int>> lists;
    for (int i = 0; i < 40; ++i) lists["name " + std::to_string(i % 7)].push_back(i);
    lists.erase("name 3");
    std::unordered_map<std::string, int> counts;
    for (const auto& [name, list] : lists) counts[name] += static_cast<int>(list.size());
    std::unordered_set<int> seen{3, 1, 7};
    std::multiset<int> values{3, 1, 7, 0, 4, 1, 6, 3};
    std::deque<int> both(values.begin(), values.end());
    for (int i = 0; i < 300; ++i) both.push_front(i);
    std::list<int> list(both.begin(), both.end());
    list.sort();
    list.unique();
    list.reverse();
    std::priority_queue<int> queue(both.begin(), both.end());
    std::stack<int> stack;
    stack.push(queue.top());
    std::bitset<70> bits("1011");
    return counts.size() == 6 && seen.contains(7) && list.front() == 299 && stack.top() == 299 &&
           bits.count() == 3 && lists.lower_bound("name 3")->first == "name 4";
}

inline bool functions() {
    std::vector<int> values{3, 1, 7, 0, 4, 1, 6, 3};
    std::stable_sort(values.begin(), values.end(), std::greater<>());
    std::ranges::sort(values);
    std::partial_sort(values.begin(), values.begin() + 3, values.end(), std::less<>());
    const int offset = values[0];
    const std::function<int(int)> next = [offset](int x) { return x + offset + 1; };
    const auto twice = std::bind(std::multiplies<>(), std::placeholders::_1, 2);
    const auto sum = std::accumulate(values.begin(), values.end(), 0);
    std::inclusive_scan(values.begin(), values.end(), values.begin());
    return next(1) == 2 && twice(3) == 6 && std::ranges::count(values, 25) == 1 && sum == 25 && values.back() == 25;
}

inline bool owners() {
    const auto shared = std::make_shared<Line>(3);
    const std::weak_ptr<Line> weak = shared;
    const std::shared_ptr<Shape> base = weak.lock();
    const std::unique_ptr<Shape> unique = std::make_unique<Line>(4);
    const std::unique_ptr<int[]> array(new int[5]{1, 2, 3});
    std::optional<std::string> maybe = "something that is long enough to be allocated";
    std::variant<int, std::string> either = maybe.value();
    const int kind = std::visit([](const auto& x) { return static_cast<int>(sizeof x); }, either);
    const auto [a, b] = std::tuple(unique->blocks(), std::get<std::string>(either).size());
    return shared.use_count() == 2 && base->blocks() == 3 && array[2] == 3 &&
           kind == sizeof(std::string) && a == 4 && b == maybe->size();
}

template <int BLOCK>
struct SklanskyShared {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        if (!strings() || !containers() || !functions() || !owners()) return;
        sklansky_shared<BLOCK>
            <<<scanlab::ceil_div(p.n, BLOCK * items_per_thread), BLOCK, 0, p.stream>>>(p.input,
                                                                                       p.output, p.n);
    }
};

SCANLAB_EXERCISE(sklansky_shared, SklanskyShared);
