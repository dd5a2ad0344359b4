// scanlab_guard SETTING… -- COMMAND…: runs a command that nobody trusts, confined as the settings say
// (see guard_settings.hpp), and ends as it does. A program of its own, so that no process with threads
// has to fork: the grader starts it by posix_spawn().
#include "guard.hpp"
#include "guard_settings.hpp"
#include "process.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <unistd.h>
#include <vector>

int main(int argc, char** argv) {
    using namespace scanlab::grader;
    const std::vector<std::string> words(argv + 1, argv + argc);
    const auto end = std::ranges::find(words, end_of_settings);
    try {
        const GuardSettings settings = read_settings({words.begin(), end});
        closefrom(settings.place.descriptors);
        const std::vector<std::string> command(std::min(end + 1, words.end()), words.end());
        const GuardedProgram program{.run = [&] {
            execve(command.at(0).c_str(), scanlab::pointers_to(command).data(), environ);
        }};
        if (settings.has_guard) stand_guard(program, settings.place, settings.limits);
        run_here(program, settings.place, settings.limits);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "scanlab_guard: %s\n", error.what());
        _exit(127);
    }
}
