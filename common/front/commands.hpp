/// \file
/// The commands of the course.
#pragma once

#include "command_program.hpp"

namespace scanlab {

Action define_bench(CLI::App& app, const Invocation& invocation);
Action define_bundle(CLI::App& app, const Invocation& invocation);
Action define_check(CLI::App& app, const Invocation& invocation);
Action define_docs(CLI::App& app, const Invocation& invocation);
Action define_draw(CLI::App& app, const Invocation& invocation);
Action define_exercise(CLI::App& app, const Invocation& invocation);
Action define_grade(CLI::App& app, const Invocation& invocation);
Action define_hint(CLI::App& app, const Invocation& invocation);
Action define_list(CLI::App& app, const Invocation& invocation);
Action define_next(CLI::App& app, const Invocation& invocation);
Action define_playground(CLI::App& app, const Invocation& invocation);
Action define_progress(CLI::App& app, const Invocation& invocation);
Action define_quiz(CLI::App& app, const Invocation& invocation);
Action define_viva(CLI::App& app, const Invocation& invocation);
Action define_reset(CLI::App& app, const Invocation& invocation);
Action define_run(CLI::App& app, const Invocation& invocation);
Action define_slides(CLI::App& app, const Invocation& invocation);
Action define_test(CLI::App& app, const Invocation& invocation);
Action define_watch(CLI::App& app, const Invocation& invocation);

} // namespace scanlab
