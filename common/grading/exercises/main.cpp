// The main of an exercise that is run by itself: it checks and measures as a lesson does.
#include "catalogue.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"
#include "scanlab/exercise.hpp"

#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

/// What to do about a file that still has a place to fill in; empty if it has none.
std::string advice(const std::string& file, const scanlab::ExerciseDescription& exercise) {
    std::ifstream source(file);
    for (std::string line; std::getline(source, line);) {
        if (line.find("// TODO:") == std::string::npos) continue;
        return fmt::format(
            "This exercise is not finished: {} still has a `TODO`. Stuck? `{}` gives a first hint.",
            file, scanlab::first_hint(exercise));
    }
    return {};
}

/// The kit's, or an instructor's own, whose entry is beside the file.
scanlab::ExerciseDescription description_of(const scanlab::Exercise& exercise) {
    const auto own = std::filesystem::path(exercise.file).parent_path() / "exercise.json";
    return std::filesystem::exists(own) ? scanlab::read_exercise(scanlab::content(own))
                                        : scanlab::find_exercise(exercise.name);
}

} // namespace

int main(int argc, char** argv) {
    const scanlab::Exercise exercise = scanlab::exercise();
    try {
        const scanlab::ExerciseDescription description = description_of(exercise);
        scanlab::require_interface(description, exercise.variants);
        scanlab::Lesson lesson = description.lesson;
        lesson.advice = advice(exercise.file, description);
        return scanlab::run(lesson, exercise.variants, argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: error: {}\n", exercise.name, error.what());
        return scanlab::exit_wrong;
    }
}
