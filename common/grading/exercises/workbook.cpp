#include "workbook.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <regex>
#include <sstream>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

/// "\n    05  raking raking_reduce_scan", and so on for each lesson.
std::string list_of_exercises() {
    std::string list;
    int number = -1;
    for (const ExerciseDescription& exercise : all_exercises()) {
        if (exercise.kind == Kind::warm_up) continue;
        if (exercise.lesson.number != number)
            list += fmt::format("\n    {:02} ", exercise.lesson.number);
        number = exercise.lesson.number;
        list += " " + exercise.lesson.name;
    }
    return list;
}

/// "00", "01" and so on: those that have an exercise of this kind.
std::vector<std::string> lessons_with(Kind kind) {
    std::vector<std::string> numbers;
    for (const ExerciseDescription& exercise : all_exercises())
        if (exercise.kind == kind) numbers.push_back(fmt::format("{:02}", exercise.lesson.number));
    return numbers;
}

/// The folder of a lesson, as in "05_coarsened"; "05" if there is none.
std::string folder_of(int number, const fs::path& lessons) {
    const std::string beginning = fmt::format("{:02}_", number);
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(lessons, none))
        if (const std::string name = entry.path().filename(); name.starts_with(beginning)) return name;
    return fmt::format("{:02}", number);
}

/// The lines of a page from one heading to the next one of its rank or above.
std::string section(const std::string& page, const std::string& heading) {
    const std::string rank = heading.substr(0, heading.find(' '));
    std::istringstream lines(page);
    std::string text;
    bool inside = false;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t level = line.find_first_not_of('#');
        if (level > 0 && level <= rank.size()) inside = line.starts_with(heading);
        if (inside) text += line + "\n";
    }
    return text;
}

/// A folded hint as plain text: its summary, then the rest; no empty lines around it, no links.
std::string unfolded(const std::string& section) {
    constexpr std::string_view summary = "<details><summary>", end = "</summary>";
    std::istringstream lines(section);
    std::string text, gap;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("##") || line == "</details>") continue;
        if (line.starts_with(summary))
            line = line.substr(summary.size(), line.find(end) - summary.size());
        if (line.empty()) {
            gap = text.empty() ? "" : "\n";
            continue;
        }
        text += gap + line + "\n";
        gap.clear();
    }
    static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
    return std::regex_replace(text, link, "$1");
}

/// "raking" of "lessons/05_coarsened/raking_exercise.cu", and any other word as it is.
std::string without_ending(const std::string& word) {
    constexpr std::string_view ending = "_exercise.cu";
    const std::string name = fs::path(word).filename();
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : name;
}

} // namespace

const ExerciseDescription& Workbook::find(const std::string& word, Kind by_number) const {
    const std::string wanted = without_ending(word);
    const bool is_number = !wanted.empty() && wanted.size() < 3 &&
                           wanted.find_first_not_of("0123456789") == std::string::npos;
    for (const ExerciseDescription& exercise : all_exercises()) {
        const bool is_meant =
            is_number ? exercise.lesson.number == std::stoi(wanted) && exercise.kind == by_number
                      : answers_to(exercise, wanted);
        if (is_meant && (by_number == Kind::main || exercise.kind == by_number)) return exercise;
    }
    if (by_number == Kind::warm_up)
        throw UsageError("there is no warm-up {}; these lessons have one: {}", word,
                         fmt::join(lessons_with(Kind::warm_up), " "));
    const bool is_lesson = is_number && folder_of(std::stoi(wanted), root_ / "lessons").size() > 2;
    throw UsageError((is_lesson ? fmt::format("lesson {} has no exercise", wanted)
                                : fmt::format("there is no exercise {}", word)) +
                     ". There are:" + list_of_exercises());
}

fs::path Workbook::file(const ExerciseDescription& exercise) const {
    if (exercise.is_own()) return exercise.folder / (exercise.lesson.name + "_exercise.cu");
    return fs::path("lessons") / folder_of(exercise.lesson.number, root_ / "lessons") /
           (exercise.lesson.name + "_exercise.cu");
}

std::string Workbook::hint(const ExerciseDescription& exercise, int which) const {
    constexpr int last = 3;
    const fs::path page =
        file(exercise).parent_path() / (exercise.is_own() ? "exercise.md" : "exercises.md");
    const std::string own = section(content(root_ / page), fmt::format("## {}:", exercise.lesson.name));
    const std::string text = unfolded(section(own, fmt::format("### Hint {}", which)));
    if (text.empty()) throw UsageError("there is no hint {} in {}", which, page.string());
    const std::string more =
        which == last
            ? fmt::format("That was the last hint. The task again: {}", page.string())
            : fmt::format("{} hint: ./scanlab hint {} {}{}", which + 1 == last ? "Last" : "Next",
                          label(exercise), which + 1, folder_option(exercise));
    return fmt::format("{}, hint {} of {}: {}\n{}\n", label(exercise), which, last, text, more);
}

fs::path Workbook::solution(const ExerciseDescription& exercise) const {
    if (exercise.is_own()) return exercise.folder / "exercise.cu";
    return root_ / "solutions" / file(exercise).lexically_relative("lessons");
}

/// In a students' archive the starters lie in starters/; an instructor has the solutions that they are
/// made from.
std::string Workbook::starter(const ExerciseDescription& exercise) const {
    const fs::path path = file(exercise), below = path.lexically_relative("lessons"),
                   starter =
                       exercise.is_own() ? exercise.folder / "starter.cu" : root_ / "starters" / below;
    if (fs::exists(starter)) return content(starter);
    const fs::path solution = this->solution(exercise);
    if (!fs::exists(solution))
        throw UsageError("there is neither starters/ nor solutions/ to take the starter "
                         "from. If the first commit has it: git log {}",
                         path.string());
    const ScratchFolder scratch;
    const Ended ended =
        run_process({"sh", root_ / "common/grading/exercises/make_starter.sh", solution},
                    std::chrono::minutes(1), scratch.path());
    if (ended.how != Ended::How::exited || ended.code != 0) throw UsageError(ended.err);
    return ended.out;
}

std::string Workbook::reset(const ExerciseDescription& exercise) const {
    const fs::path shown = file(exercise), path = root_ / shown;
    const std::string fresh = starter(exercise);
    const bool exists = fs::exists(path);
    if (exists && content(path) == fresh)
        return fmt::format("Nothing to do: {} is still the starter.\n", shown.string());

    std::string kept;
    if (exists) {
        for (int i = 1; kept.empty() || fs::exists(kept); ++i)
            kept = fmt::format("{}.{}", path.string(), i);
        fs::copy_file(path, kept);
    }
    const fs::path beside = path.string() + ".new";
    std::ofstream file(beside, std::ios::binary);
    if (!(file << fresh).flush()) throw UsageError("{} cannot be written", beside.string());
    fs::rename(beside, path);
    if (!exists) return fmt::format("Restored the starter {}.\n", shown.string());
    return fmt::format("Restored the starter {}. Your version was saved as {}.\n", shown.string(),
                       fs::path(kept).filename().string());
}

void watch(const fs::path& file, const std::function<void()>& on_save,
           const std::function<bool()>& goes_on) {
    // What is in the file, not when it was written: editors that put a new file in its place do not
    // matter then. While it is missing, one of them is about to.
    do {
        const std::string seen = content(file);
        on_save();
        for (std::string now; now.empty() || now == seen; now = content(file))
            if (!goes_on()) return;
    } while (true);
}

} // namespace scanlab
