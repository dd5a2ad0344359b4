/// \file
/// A program with commands: `program COMMAND [options]`.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
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

/// A command. `define` adds its options to a parser, and gives back what is to be done once they have
/// been read.
struct Command {
    std::string_view name;
    std::string_view arguments; ///< as its usage line shows them: "FILE.cu [options]"
    std::string_view help;      ///< what it does, in lower case and without a full stop
    Action (*define)(CLI::App& app, const Invocation& invocation);
};

/// What `program help` prints, and knows.
struct CommandProgram {
    std::string_view name;         ///< as its messages have it: "./scanlab"
    std::string_view introduction; ///< the first line of its help
    std::span<const Command> commands;
    std::string_view more_heading; ///< of commands that few need
    std::span<const Command> more_commands;
    std::string_view footer;
};

/// Does what the command line asks for. Returns the exit code; an error is said in one line.
int run_commands(const CommandProgram& program, int argc, char** argv);

} // namespace scanlab
