#include "provenance.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>

namespace scanlab::diagrams {

bool is_range(const Provenance& inputs) {
    if (inputs.empty()) return false;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i].second != 1 || inputs[i].first != inputs[0].first + static_cast<int>(i))
            return false;
    return true;
}

std::string label(const Provenance& sum, const std::vector<std::string>& names) {
    std::map<int, int> left(sum.begin(), sum.end());
    std::string text;
    while (!left.empty()) {
        // The longest run from the first input that is left, each of its elements once.
        const int sign = left.begin()->second > 0 ? 1 : -1;
        const int first = left.begin()->first;
        int last = first;
        for (auto i = left.begin(); i != left.end() && i->first <= last + 1 && i->second * sign > 0;) {
            last = i->first;
            i->second -= sign;
            i = i->second == 0 ? left.erase(i) : std::next(i);
        }
        if (!text.empty())
            text += sign > 0 ? " + " : " − ";
        else if (sign < 0)
            text += "−";
        text +=
            first == last ? names[static_cast<std::size_t>(first)] : fmt::format("{}–{}", first, last);
    }
    return text.empty() ? "0" : text;
}

} // namespace scanlab::diagrams
