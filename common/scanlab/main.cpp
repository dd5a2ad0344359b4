/// \file
/// scanlab: the program behind ./scanlab. It reads the command line, has built what a command needs,
/// and does it or hands over.
#include "building.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "help.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace scanlab {
namespace {

struct Command {
    std::string_view name, arguments, help;
    Action (*define)(CLI::App&, const Invocation&);
};

constexpr std::array for_all{
    Command{"run", "[NN…] [options]", "run all lessons, or those named, and print one table",
            define_run},
    Command{"sim", "[options] FILE.cu [FILE…] [--] [arguments…]",
            "compile any CUDA program for the simulator, run it, and report what is wrong with it "
            "(then the exit code is 3)",
            define_sim},
    Command{"nvcc", "[options of nvcc] FILE…",
            "do what nvcc does, for the simulator: the program that it makes runs without a GPU, and "
            "is checked",
            define_nvcc},
    Command{"score", "FOLDER [options] [-- arguments…]",
            "run labelled programs on the simulator, and print how much of what is wrong with them is "
            "found: a confusion matrix",
            define_score},
    Command{"draw", "NN|FILE.cu|all [options] [-- arguments…]",
            "draw what a lesson's kernel, or any other, does with its data: a diagram made from a run "
            "on the simulator",
            define_draw},
    Command{"bench", "[lessons…] [options]",
            "measure lessons, solutions, libraries and the CPU against a copy: tables and plots",
            define_bench},
    Command{"check", "NN[_NAME]|FILE.cu [options]", "grade an exercise: points, and what is wrong",
            define_check},
    Command{"watch", "NN[_NAME]|FILE.cu [options]",
            "grade an exercise again whenever its file is saved", define_watch},
    Command{"hint", "NN[_NAME] [1-3]", "give a hint, from gentle to nearly everything", define_hint},
    Command{"reset", "NN[_NAME]", "begin an exercise anew; what was there is kept beside it",
            define_reset},
    Command{"quiz", "NN [options]", "ask questions about a lesson, with numbers of your own",
            define_quiz},
    Command{"progress", "", "show which exercises are solved, and what the quizzes came to",
            define_progress},
    Command{"docs", "[--pdf]", "make the site: all pages, diagrams to step through, sources, reference",
            define_docs},
    Command{"playground", "[--port N]",
            "serve that site to this machine, with programs to edit and run in the browser",
            define_playground},
    Command{"test", "[options of ctest]", "build everything and run all tests", define_test},
    Command{"list", "", "list the lessons", define_list},
};
constexpr std::array for_instructors{
    Command{"grade", "--submission FOLDER|ZIP [options]", "grade what one or many students handed in",
            define_grade},
    Command{"bundle", "[--gradescope] [FILE.zip] [-- options of grade]",
            "make the students' archive, or Gradescope's autograder", define_bundle},
    Command{"slides", "[NN…] [--pdf]", "make slides and a handout for each lesson, or those named",
            define_slides},
};

const Command& find_command(const std::string& name) {
    const auto is_meant = [&](const Command& command) { return command.name == name; };
    const auto* found = std::ranges::find_if(for_all, is_meant);
    if (found != for_all.end()) return *found;
    found = std::ranges::find_if(for_instructors, is_meant);
    if (found != for_instructors.end()) return *found;
    throw UsageError(fmt::format("there is no command '{}'. ./scanlab help lists them", name));
}

void print_command(const Command& command) {
    fmt::print("{}", list_entry(fmt::format("    {}", command.name), command.help, 14));
}

int print_commands() {
    fmt::print("Scanlab: GPU prefix sums, lesson by lesson, on a GPU or on a simulator.\n\n"
               "    ./scanlab COMMAND [options]; its options: ./scanlab COMMAND --help\n\n");
    for (const Command& command : for_all) print_command(command);
    print_command({"help", "", "this text; before a command's name, what its --help prints", nullptr});
    fmt::print("\nFor instructors (docs/instructor.md):\n");
    for (const Command& command : for_instructors) print_command(command);
    fmt::print("\nWithout --gpu or --sim, lessons run on the GPU if this machine has one and the CUDA\n"
               "toolkit, else on the simulator. A single lesson is a program of its own:\n"
               "build/sim/lessons/hillis_steele_shared --help.\n");
    return exit_pass;
}

int run_command(const Invocation& invocation) {
    const Command& command = find_command(invocation.command);
    std::string description(command.help);
    description.front() = static_cast<char>(std::toupper(description.front()));
    CLI::App app{description + "."};
    app.name("./scanlab " + invocation.command);
    app.formatter(std::make_shared<Help>(
        command.arguments.empty() ? app.get_name()
                                  : fmt::format("{} {}", app.get_name(), command.arguments)));
    const Action action = command.define(app, invocation);
    std::vector<const char*> words{invocation.command.c_str()};
    for (const std::string& word : invocation.arguments) words.push_back(word.c_str());
    if (!read_command_line(app, static_cast<int>(words.size()), words.data())) return exit_pass;
    return action();
}

bool asks_for_help(const std::string& word) {
    return word == "help" || word == "--help" || word == "-h";
}

int run_as_asked(Invocation& invocation) {
    std::vector<std::string>& words = invocation.arguments;
    if (words.empty() || (asks_for_help(words.front()) && words.size() == 1)) return print_commands();
    if (asks_for_help(words.front())) words = {words.at(1), "--help"};
    invocation.command = words.front();
    words.erase(words.begin());
    return run_command(invocation);
}

} // namespace
} // namespace scanlab

int main(int argc, char** argv) {
    const char* typed = std::getenv("SCANLAB_TYPED"); // what the user called, if that was the script
    scanlab::Invocation invocation{.program = typed == nullptr ? "./scanlab" : typed,
                                   .self = std::filesystem::read_symlink("/proc/self/exe"),
                                   .command = {},
                                   .arguments = {argv + 1, argv + argc}};
    unsetenv("SCANLAB_TYPED"); // it is said of this program, not of those that it starts
    try {
        return scanlab::run_as_asked(invocation);
    } catch (const scanlab::Stopped& stopped) {
        return stopped.code;
    } catch (const std::exception& error) {
        const std::string space = invocation.command.empty() ? "" : " ";
        fmt::print(stderr, "scanlab{}{}: {}\n", space, invocation.command, error.what());
        return scanlab::exit_usage;
    }
}
