/// \file
/// The commands of the program. Each adds its options to a parser, and gives back what is to be done
/// once they have been read.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scanlab {

/// How the program was called.
struct Invocation {
    std::string program;                ///< as the user typed it: "./scanlab"
    std::filesystem::path self;         ///< this program's file
    std::string command;                ///< "run"
    std::vector<std::string> arguments; ///< what came after it
};

/// Returns the exit code. Throws UsageError, or Stopped.
using Action = std::function<int()>;

Action define_bench(CLI::App& app, const Invocation& invocation);
Action define_bundle(CLI::App& app, const Invocation& invocation);
Action define_check(CLI::App& app, const Invocation& invocation);
Action define_docs(CLI::App& app, const Invocation& invocation);
Action define_draw(CLI::App& app, const Invocation& invocation);
Action define_grade(CLI::App& app, const Invocation& invocation);
Action define_hint(CLI::App& app, const Invocation& invocation);
Action define_list(CLI::App& app, const Invocation& invocation);
Action define_nvcc(CLI::App& app, const Invocation& invocation);
Action define_playground(CLI::App& app, const Invocation& invocation);
Action define_progress(CLI::App& app, const Invocation& invocation);
Action define_quiz(CLI::App& app, const Invocation& invocation);
Action define_reset(CLI::App& app, const Invocation& invocation);
Action define_run(CLI::App& app, const Invocation& invocation);
Action define_score(CLI::App& app, const Invocation& invocation);
Action define_sim(CLI::App& app, const Invocation& invocation);
Action define_slides(CLI::App& app, const Invocation& invocation);
Action define_test(CLI::App& app, const Invocation& invocation);
Action define_watch(CLI::App& app, const Invocation& invocation);

} // namespace scanlab
