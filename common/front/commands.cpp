/// \file
/// scanlab: the program behind ./scanlab, and the list of its commands. It reads the command line, has
/// built what a command needs, and does it or hands over.
#include "commands.hpp"
#include "simulator_commands.hpp"

#include <array>

namespace scanlab {
namespace {

constexpr std::array for_all{
    Command{"run", "[NN…] [options]", "run all lessons, or those named, and print one table",
            define_run},
    command_sim,
    command_findings,
    command_kernel,
    command_nvcc,
    command_score,
    command_sync,
    command_prove,
    command_doctor,
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
    Command{"reset", "NN[_NAME]", "start an exercise over; your file is saved as a backup",
            define_reset},
    Command{"quiz", "NN [options]", "ask questions about a lesson, with numbers of your own",
            define_quiz},
    Command{"viva", "FILE.cu [options]", "write questions about a student's own kernel, with a key",
            define_viva},
    Command{"progress", "", "show what is solved, exercises and quizzes, and what comes next",
            define_progress},
    Command{"next", "", "say what comes next: what to read, what to edit, and the command",
            define_next},
    Command{"docs", "[--playground] [--pdf]",
            "make the site: all pages, diagrams to step through, sources, reference", define_docs},
    Command{"playground", "[--port N]",
            "serve that site to this machine, with programs to edit and run in the browser",
            define_playground},
    Command{"test", "[--all] [options of ctest]", "build everything and run the tests", define_test},
    Command{"list", "", "list the lessons", define_list},
};
constexpr std::array for_instructors{
    Command{"grade", "--submission FOLDER|ZIP [options]", "grade what one or many students handed in",
            define_grade},
    Command{"exercise", "new NAME | check|mutants|bundle FOLDER",
            "make an exercise of your own, and try it", define_exercise},
    Command{"bundle", "[--gradescope] [FILE.zip] [-- options of grade]",
            "make the students' archive, or Gradescope's autograder", define_bundle},
    Command{"slides", "[NN…] [--pdf]", "make slides and a handout for each lesson, or those named",
            define_slides},
};

constexpr CommandProgram course{
    .name = "./scanlab",
    .introduction = "Scanlab: GPU prefix sums, lesson by lesson, on a GPU or on a simulator.",
    .commands = for_all,
    .more_heading = "For instructors (docs/instructor.md):",
    .more_commands = for_instructors,
    .footer = "\nWithout --gpu or --sim, lessons run on the GPU if this machine has one and the CUDA\n"
              "toolkit, else on the simulator. A single lesson is a program of its own:\n"
              "build/sim/lessons/hillis_steele_shared --help.\n"};

} // namespace
} // namespace scanlab

int main(int argc, char** argv) { return scanlab::run_commands(scanlab::course, argc, argv); }
