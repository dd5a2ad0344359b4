#include "ranges.hpp"

#include <algorithm>

namespace scanlab::sim {

std::string ranges(std::vector<unsigned> numbers) {
    std::sort(numbers.begin(), numbers.end());
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t j = i;
        while (j + 1 < numbers.size() && numbers[j + 1] == numbers[j] + 1) ++j;
        text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
        if (j > i) text += "-" + std::to_string(numbers[j]);
        i = j + 1;
    }
    return text;
}

std::vector<unsigned> lanes_in(std::uint32_t mask) {
    std::vector<unsigned> lanes;
    for (unsigned l = 0; l < 32; ++l)
        if (mask >> l & 1) lanes.push_back(l);
    return lanes;
}

} // namespace scanlab::sim
