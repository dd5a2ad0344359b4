#include "progress.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "kept_results.hpp"
#include "names.hpp"
#include "process.hpp"

#include <iostream>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

std::string_view describe(State state) {
    if (state == State::full) return "solved";
    return state == State::part || state == State::wrong ? "begun" : name(state);
}

fs::path student_file(const ExerciseDescription& exercise, const fs::path& lessons) {
    for (const auto& entry : fs::directory_iterator(lessons))
        if (fs::exists(entry.path() / file_name(exercise))) return entry.path() / file_name(exercise);
    return {};
}

} // namespace

int show_progress(const Checker& checker, const fs::path& lessons, const fs::path& folder) {
    const KeptResults results(checker, folder);
    int solved = 0;
    for (const ExerciseDescription& exercise : exercises()) {
        std::cout << fmt::format("{:<26} {:<10}", label(exercise),
                                 exercise.challenge ? "challenge" : "")
                  << std::flush;
        const fs::path file = student_file(exercise, lessons);
        if (file.empty()) {
            std::cout << "there is no " << file_name(exercise) << '\n';
        } else if (content(file).find("// TODO:") != std::string::npos) {
            std::cout << "to do\n";
        } else {
            const Result result = results.check(exercise, file);
            solved += result.full();
            std::cout << fmt::format("{:<17} {:g} of {:g}\n", describe(state_of(result)),
                                     result.points(), result.max());
        }
    }
    std::cout << fmt::format("\n{} of {} exercises are solved\n", solved, exercises().size());
    return exit_pass;
}

} // namespace scanlab::grader
