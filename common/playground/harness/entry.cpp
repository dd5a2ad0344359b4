// Lessons get this function in place of scanlab::run() (program.mjs): what the harness does is not the
// user's, and has no line.
#include "scanlab/lesson.hpp"

extern "C" void scanlab_enter_library();

extern "C" [[gnu::visibility("default")]] int
scanlab_run_lesson(const scanlab::Lesson& lesson, std::span<const scanlab::Variant> variants, int argc,
                   char** argv) {
    scanlab_enter_library();
    return scanlab::run(lesson, variants, argc, argv);
}
