#include "command_program.hpp"

#include "building.hpp"
#include "command_line.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "help.hpp"
#include "kit.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

namespace scanlab {
namespace {

const Command& find_command(const CommandProgram& program, const std::string& name) {
    for (const std::span<const Command> list : {program.commands, program.more_commands}) {
        const auto found = std::ranges::find(list, name, &Command::name);
        if (found != list.end()) return *found;
    }
    throw UsageError("There is no command `{}`. Type `{} help` for a list of commands.", name,
                     program.name);
}

void print_command(const Command& command) {
    fmt::print("{}", list_entry(fmt::format("    {}", command.name), command.help, 14));
}

int print_commands(const CommandProgram& program) {
    fmt::print("{}\n\n    {} COMMAND [options]; its options: {} COMMAND --help\n\n",
               program.introduction, program.name, program.name);
    for (const Command& command : program.commands) print_command(command);
    print_command({"help", "", "this text; before a command's name, what its --help prints", nullptr});
    if (!program.more_commands.empty()) fmt::print("\n{}\n", program.more_heading);
    for (const Command& command : program.more_commands) print_command(command);
    fmt::print("{}", program.footer);
    return exit_pass;
}

/// Before CLI11 throws an exception for it: there are none where Node runs this.
void print_help_when_asked(CLI::App& app) {
    CLI::Option* const help = app.get_help_ptr();
    if (help == nullptr) return;
    help->each([&app](const std::string&) {
        fmt::print("{}", app.help());
        std::exit(exit_pass);
    });
}

int run_command(const CommandProgram& program, const Invocation& invocation) {
    const Command& command = find_command(program, invocation.command);
    std::string description(command.help);
    description.front() = static_cast<char>(std::toupper(description.front()));
    CLI::App app{description + "."};
    app.name(fmt::format("{} {}", program.name, invocation.command));
    app.formatter(std::make_shared<Help>(
        command.arguments.empty() ? app.get_name()
                                  : fmt::format("{} {}", app.get_name(), command.arguments)));
    const Action action = command.define(app, invocation);
    print_help_when_asked(app);
    std::vector<const char*> words{invocation.command.c_str()};
    for (const std::string& word : invocation.arguments) words.push_back(word.c_str());
    if (!read_command_line(app, static_cast<int>(words.size()), words.data())) return exit_pass;
    return action();
}

bool asks_for_help(const std::string& word) {
    return word == "help" || word == "--help" || word == "-h";
}

int run_as_asked(const CommandProgram& program, Invocation& invocation) {
    std::vector<std::string>& words = invocation.arguments;
    if (words.empty() || (asks_for_help(words.front()) && words.size() == 1))
        return print_commands(program);
    if (asks_for_help(words.front())) words = {words.at(1), "--help"};
    invocation.command = words.front();
    words.erase(words.begin());
    return run_command(program, invocation);
}

} // namespace

int run_commands(const CommandProgram& program, int argc, char** argv) {
    const char* typed = std::getenv("SCANLAB_TYPED"); // what the user called, if that was a script
    Invocation invocation{.program = typed == nullptr ? std::string(program.name) : typed,
                          .self = own_program(),
                          .command = {},
                          .arguments = {argv + 1, argv + argc}};
    unsetenv("SCANLAB_TYPED"); // it is said of this program, not of those that it starts
    try {
        return run_as_asked(program, invocation);
    } catch (const Stopped& stopped) {
        return stopped.code;
    } catch (const std::exception& error) {
        const std::string space = invocation.command.empty() ? "" : " ";
        fmt::print(stderr, "scanlab{}{}: {}\n", space, invocation.command, error.what());
        return exit_usage;
    }
}

} // namespace scanlab
