// Lessons get scanlab_run_lesson() in place of scanlab::run() (kinds.mjs): what the harness does is not
// the user's, and has no line.
#include "scanlab/lesson.hpp"

#include <string_view>

extern "C" void scanlab_enter_library();
extern "C" void scanlab_end_for_exceptions(int (*exit_code)(const char* type));

namespace {

/// For what the harness throws, and catches natively (harness/report/run.cpp); 0 if it is the
/// program's.
int exit_code_of(const char* name) {
    const std::string_view type = name;
    if (type == "N7scanlab7SkippedE") return 77;
    if (type == "N7scanlab10UsageErrorE" || type.starts_with("N3CLI")) return 2;
    return type.starts_with("N7scanlab") ? 1 : 0;
}

} // namespace

extern "C" [[gnu::visibility("default")]] int
scanlab_run_lesson(const scanlab::Lesson& lesson, std::span<const scanlab::Variant> variants, int argc,
                   char** argv) {
    scanlab_enter_library();
    scanlab_end_for_exceptions(exit_code_of);
    return scanlab::run(lesson, variants, argc, argv);
}
