#include "machine/memory/memory_text.hpp"

#include "findings/source_lines.hpp"
#include "findings/source_text.hpp"
#include "findings/wording.hpp"

namespace scanlab::sim {

std::string bytes_text(std::size_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string variable_of(const memory::Allocation& allocation) {
    const SourceLine line = source_line(allocation.allocated_at);
    return line.line == 0 ? std::string() : allocated_variable(line.file, line.line);
}

std::string allocation_name(const memory::Allocation& allocation) {
    const std::string variable = variable_of(allocation);
    if (!variable.empty()) return quoted(variable);
    const std::string where = text(source_line(allocation.allocated_at));
    return "the allocation of " + bytes_text(allocation.bytes) +
           (where.empty() ? std::string() : " at " + where);
}

} // namespace scanlab::sim
