#include "compile/ir/loops.hpp"

#include <algorithm>

namespace scanlab::instrument {

Loops::Loops(const Uses& body) {
    std::unordered_map<std::string_view, Line> labels;
    for (Line line = body.begin(); line != body.end(); ++line) {
        if (const std::string_view label = label_of(*line); !label.empty()) labels.emplace(label, line);
        for (const std::string_view target : targets_of(*line))
            if (const auto seen = labels.find(target); seen != labels.end())
                loops_.push_back({seen->second, line});
    }
}

bool Loops::contain(Line line) const {
    return std::ranges::any_of(
        loops_, [&](const Loop& loop) { return loop.first <= line && line <= loop.last; });
}

} // namespace scanlab::instrument
