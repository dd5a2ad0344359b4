#include "shuffled.hpp"

#include <algorithm>
#include <array>

namespace scanlab::instrument {

namespace {

bool calls(std::string_view line, std::string_view part_of_name) {
    const auto call = read_call(line);
    return call && call->callee.find(part_of_name) != std::string_view::npos;
}

bool may_shuffle(std::string_view line) {
    return line.find("shfl") != std::string_view::npos || line.find("warp_collective") != std::string_view::npos;
}

bool receives(std::string_view line) { return calls(line, "scanlab3sim9from_bits") && !result_of(line).empty(); }

} // namespace

ShuffledLoads::ShuffledLoads(const Lines& body, const Uses& uses) : uses_(uses), some_(std::ranges::any_of(body, may_shuffle)) {}

/// The only load of a variable in which the store puts a value, if nothing else is done with it: what an inlined function
/// makes of its parameter. Or the end.
Line ShuffledLoads::only_load_after(Line store) const {
    const auto target = read_store(*store);
    if (!target) return uses_.end();
    Line load = uses_.end();
    for (const Line line : uses_.of(target->pointer.value)) {
        if (line == store || line->find("@llvm.") != std::string_view::npos) continue; // notes
        if (load != uses_.end() || !without_result(*line).starts_with("load ")) return uses_.end();
        load = line;
    }
    return load;
}

bool ShuffledLoads::contains(Line line) const {
    if (!some_) return false;
    while (line != uses_.end()) {
        const Line use = uses_.only_use(line);
        if (use == uses_.end()) return false;
        if (calls(*use, "shfl")) return true;
        if (calls(*use, "scanlab3sim7to_bits")) {
            const Line collective = uses_.only_use(use);
            return collective != uses_.end() && calls(*collective, "scanlab3sim15warp_collective");
        }
        line = only_load_after(use);
        if (line < use) return false; // around a loop
    }
    return false;
}

std::string_view ShuffledLoads::variable_receiving(Line line) const {
    if (!some_ || !receives(*line)) return {};
    const Line use = uses_.only_use(line);
    const auto store = use != uses_.end() ? read_store(*use) : std::nullopt;
    return store ? store->pointer.value : std::string_view{};
}

bool ShuffledLoads::is_received_and_used(Line line) const {
    if (!some_ || !receives(*line)) return false;
    const Line use = uses_.only_use(line);
    if (use == uses_.end()) return false;
    constexpr std::array uses{"add ",  "sub ",  "mul ",  "udiv ", "sdiv ", "urem ", "srem ", "shl ",  "lshr ",         "ashr ", "and ",
                              "or ",   "xor ",  "fadd ", "fsub ", "fmul ", "fdiv ", "icmp ", "fcmp ", "getelementptr "};
    return std::ranges::any_of(uses, [&](std::string_view instruction) { return without_result(*use).starts_with(instruction); });
}

} // namespace scanlab::instrument
