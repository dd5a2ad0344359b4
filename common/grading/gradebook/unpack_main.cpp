// scanlab_unpack ARCHIVE TARGET BYTES_TAKEN BYTES_UNPACKED ENTRIES EXERCISE…: unpack_here(), in a
// process of its own.
#include "archive.hpp"

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#ifdef SCANLAB_SANITIZED
// What looks for leaks traces the process, which is refused here.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

int main(int argc, char** argv) {
    using namespace scanlab::grader;
    const std::vector<std::string> words(argv + 1, argv + argc);
    try {
        std::vector<scanlab::ExerciseDescription> exercises;
        for (std::size_t i = 5; i < words.size(); ++i)
            exercises.push_back({.lesson = {.number = 0, .name = words[i], .title = ""}});
        unpack_here(words.at(0), words.at(1), exercises,
                    {.bytes_taken = std::stoull(words.at(2)),
                     .bytes_unpacked = std::stoull(words.at(3)),
                     .entries = std::stoull(words.at(4))});
    } catch (const std::exception& error) { // who has started it finds no list
        std::fprintf(stderr, "scanlab_unpack: %s\n", error.what());
        return 1;
    }
}
