#include "source_lines.hpp"

#include "platform/platform.hpp"
#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/library_files.hpp"
#include "source_text.hpp"

namespace scanlab::sim {

namespace {

/// Keeps the first frame that is the user's.
bool keep_first(void* result, const char* file, int line, int column) {
    if (!file || line == 0 || is_library_file(file))
        return true; // line 0: the C library's signal frame
    *static_cast<SourceLine*>(result) = {file, line, column};
    return false;
}

} // namespace

SourceLine source_line(const void* return_address) {
    SourceLine line;
    // One byte back, the address is inside the call instead of just after it.
    platform::visit_frames_at(static_cast<const char*>(return_address) - 1, keep_first, &line);
    return line;
}

SourceLine current_source_line() {
    SourceLine line;
    platform::visit_callers(keep_first, &line);
    return line;
}

void read_source_of(const void* function) {
    const SourceLine line = source_line(static_cast<const char*>(function) + 1);
    static_cast<void>(source_code(line.file, line.line));
}

bool is_of_the_program(const void* instruction) {
    bool result = false;
    platform::visit_frames_at(
        instruction,
        [](void* is_program, const char* file, int line, int) {
            const auto own = file ? name_in_simulator(file) : std::nullopt;
            // The program is compiled with what the headers hold.
            *static_cast<bool*>(is_program) =
                file && line != 0 && (!own || own->starts_with("include/"));
            return false;
        },
        &result);
    return result;
}

} // namespace scanlab::sim
