#include "compile/definedness/lane_exchange.hpp"

#include <algorithm>

namespace scanlab::instrument {

namespace {

bool calls(std::string_view line, std::string_view part_of_name) {
    const auto call = read_call(line);
    return call && call->callee.find(part_of_name) != std::string_view::npos;
}

bool may_exchange(std::string_view line) {
    return line.find("shfl") != std::string_view::npos ||
           line.find("warp_collective") != std::string_view::npos;
}

} // namespace

ExchangedLoads::ExchangedLoads(const Uses& uses)
    : uses_(uses), some_(std::any_of(uses.begin(), uses.end(), may_exchange)) {}

/// The only load of a variable in which the store puts a value, if nothing else is done with it: what
/// an inlined function makes of its parameter. Or the end.
Line ExchangedLoads::only_load_after(Line store) const {
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

bool ExchangedLoads::contains(Line line) const {
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

bool is_exchange_result(std::string_view callee) {
    return callee.find("scanlab3sim9from_bits") != std::string_view::npos;
}

} // namespace scanlab::instrument
