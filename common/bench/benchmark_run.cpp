// scanlab::run() of a program that is measured: a lesson's or solution's object files, linked with this
// library before the harness, become a benchmark.
#include "gpu_program.hpp"

namespace scanlab {

int run(const Lesson& lesson, std::span<const Variant> variants, int argc, char** argv) {
    return run_benchmark(lesson, variants, true, argc, argv);
}

} // namespace scanlab
