#include "shuffled.hpp"

#include "module.hpp"

namespace scanlab::instrument {

namespace {

using Line = Lines::const_iterator;

/// The only line that uses the value which `made` makes, or the end.
Line only_use(const Lines& body, Line made) {
    const std::string_view value = result_of(*made);
    Line use = body.end();
    if (value.empty()) return use;
    for (Line line = body.begin(); line != body.end(); ++line) {
        if (line == made || !uses(*line, value)) continue;
        if (use != body.end()) return body.end();
        use = line;
    }
    return use;
}

/// The only load of a variable in which the store puts a value, if nothing else is done with it: what an inlined function
/// makes of its parameter. Or the end.
Line only_load_after(const Lines& body, Line store) {
    const auto parts = split(without_result(*store));
    const auto variable = parts.size() > 1 ? read_operand(parts[1]) : std::nullopt;
    Line load = body.end();
    if (!variable || !variable->value.starts_with('%')) return load;
    for (Line line = body.begin(); line != body.end(); ++line) {
        if (line == store || !uses(*line, variable->value)) continue;
        if (result_of(*line) == variable->value && line->find(" alloca ") != std::string_view::npos) continue;
        if (line->find("@llvm.") != std::string_view::npos) continue; // notes
        if (load != body.end() || !without_result(*line).starts_with("load ")) return body.end();
        load = line;
    }
    return load;
}

bool calls(std::string_view line, std::string_view part_of_name) {
    const auto call = read_call(line);
    return call && call->callee.find(part_of_name) != std::string_view::npos;
}

} // namespace

bool is_only_shuffled(const Lines& body, Line line) {
    while (line != body.end()) {
        const Line use = only_use(body, line);
        if (use == body.end()) return false;
        if (calls(*use, "shfl")) return true;
        if (calls(*use, "scanlab3sim7to_bits")) {
            const Line collective = only_use(body, use);
            return collective != body.end() && calls(*collective, "scanlab3sim15warp_collective");
        }
        if (!without_result(*use).starts_with("store ")) return false;
        line = only_load_after(body, use);
    }
    return false;
}

} // namespace scanlab::instrument
