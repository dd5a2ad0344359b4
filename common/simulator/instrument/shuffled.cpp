#include "shuffled.hpp"

#include "module.hpp"

#include <algorithm>
#include <array>

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

bool receives(std::string_view line) { return calls(line, "scanlab3sim9from_bits") && !result_of(line).empty(); }

/// Where a store puts its value.
std::string_view target_of(std::string_view store) {
    const auto parts = split(without_result(store));
    const auto variable = parts.size() > 1 ? read_operand(parts[1]) : std::nullopt;
    return variable ? variable->value : std::string_view{};
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
    const std::string_view variable = target_of(*store);
    const auto lines = lines_.find(variable);
    if (lines == lines_.end()) return end_;
    Line load = end_;
    for (const Line line : lines->second) {
        if (line == store) continue;
        if (result_of(*line) == variable && line->find(" alloca ") != std::string_view::npos) continue;
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
        if (line < use) return false; // around a loop
    }
    return false;
}

std::string_view ShuffledLoads::variable_receiving(Line line) const {
    if (lines_.empty() || !receives(*line)) return {};
    const Line use = only_use(line);
    return use != end_ && without_result(*use).starts_with("store ") ? target_of(*use) : std::string_view{};
}

bool ShuffledLoads::is_received_and_used(Line line) const {
    if (lines_.empty() || !receives(*line)) return false;
    const Line use = only_use(line);
    if (use == end_) return false;
    constexpr std::array uses{"add ",  "sub ",  "mul ",  "udiv ", "sdiv ", "urem ", "srem ", "shl ",  "lshr ",         "ashr ", "and ",
                              "or ",   "xor ",  "fadd ", "fsub ", "fmul ", "fdiv ", "icmp ", "fcmp ", "getelementptr "};
    return std::ranges::any_of(uses, [&](std::string_view instruction) { return without_result(*use).starts_with(instruction); });
}

} // namespace scanlab::instrument
