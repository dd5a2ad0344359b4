#include "shuffled.hpp"

#include "module.hpp"

#include <algorithm>

namespace scanlab::instrument {

namespace {

using Line = ShuffledLoads::Line;

bool calls(std::string_view line, std::string_view part_of_name) {
    const auto call = read_call(line);
    return call && call->callee.find(part_of_name) != std::string_view::npos;
}

bool may_shuffle(std::string_view line) {
    return line.find("shfl") != std::string_view::npos || line.find("warp_collective") != std::string_view::npos;
}

} // namespace

ShuffledLoads::ShuffledLoads(const std::vector<std::string_view>& body) : end_(body.end()) {
    if (std::ranges::none_of(body, may_shuffle)) return;
    for (Line line = body.begin(); line != body.end(); ++line)
        for (std::size_t at = line->find('%'); at != std::string_view::npos; at = line->find('%', at + 1)) {
            std::vector<Line>& lines = lines_[name_at(*line, at)];
            if (lines.empty() || lines.back() != line) lines.push_back(line);
        }
}

/// The only line that uses the value which `made` makes, or the end.
Line ShuffledLoads::only_use(Line made) const {
    const auto lines = lines_.find(result_of(*made));
    if (lines == lines_.end() || lines->second.size() != 2) return end_;
    return lines->second.front() == made ? lines->second.back() : lines->second.front();
}

/// The only load of a variable in which the store puts a value, if nothing else is done with it: what an inlined function
/// makes of its parameter. Or the end.
Line ShuffledLoads::only_load_after(Line store) const {
    const auto parts = split(without_result(*store));
    const auto variable = parts.size() > 1 ? read_operand(parts[1]) : std::nullopt;
    const auto lines = variable ? lines_.find(variable->value) : lines_.end();
    if (lines == lines_.end()) return end_;
    Line load = end_;
    for (const Line line : lines->second) {
        if (line == store) continue;
        if (result_of(*line) == variable->value && line->find(" alloca ") != std::string_view::npos) continue;
        if (line->find("@llvm.") != std::string_view::npos) continue; // notes
        if (load != end_ || !without_result(*line).starts_with("load ")) return end_;
        load = line;
    }
    return load;
}

bool ShuffledLoads::contains(Line line) const {
    if (lines_.empty()) return false;
    while (line != end_) {
        const Line use = only_use(line);
        if (use == end_) return false;
        if (calls(*use, "shfl")) return true;
        if (calls(*use, "scanlab3sim7to_bits")) {
            const Line collective = only_use(use);
            return collective != end_ && calls(*collective, "scanlab3sim15warp_collective");
        }
        if (!without_result(*use).starts_with("store ")) return false;
        line = only_load_after(use);
    }
    return false;
}

} // namespace scanlab::instrument
