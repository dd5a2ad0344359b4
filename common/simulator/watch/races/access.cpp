#include "watch/races/access.hpp"

#include "findings/source_lines.hpp"
#include "machine/threads/positions.hpp"

namespace scanlab::sim {

std::string verb(bool is_write, Strength strength) {
    return std::string(is_atomic(strength) ? "atomically " : "") + (is_write ? "writes" : "reads");
}

Finding about(FindingKind kind, const Access& a, const std::optional<Variable>& variable) {
    Finding f{.kind = kind, .at = source_line(a.pc), .position = position_of(a.thread)};
    if (variable) {
        f.variable = variable->name;
        f.index = variable->index_of(a.address);
    }
    return f;
}

} // namespace scanlab::sim
