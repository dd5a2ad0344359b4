#include "catalogue.hpp"

#include "errors.hpp"
#include "exercises.json.hpp"
#include "format.hpp"
#include "scanlab/enumerators.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* entry_file = "exercise.json";

constexpr std::array kind_names{"warm-up", "middle", "main", "challenge"};
static_assert(kind_names.size() == enumerators<Kind>);

Kind kind_named(const std::string& text) {
    const auto* const found = std::ranges::find(kind_names, text);
    if (found == kind_names.end())
        throw UsageError("the kind is '{}'; it is {}", text, fmt::join(kind_names, ", "));
    return static_cast<Kind>(found - kind_names.begin());
}

Task task_in(const std::string& text) {
    if (const auto task = task_named(text)) return *task;
    std::vector<std::string_view> known;
    for (const TaskTraits* task : all_tasks()) known.push_back(task->name);
    throw UsageError("the task is '{}'; it is {}", text, fmt::join(known, ", "));
}

ProgramRun read_run(const nlohmann::json& j) {
    std::istringstream words(j.value("numbers", ""));
    return {{std::istream_iterator<std::string>(words), {}}, j.at("prints")};
}

ExerciseDescription read(const nlohmann::json& j) {
    ExerciseDescription exercise{.lesson = {.number = j.at("number"),
                                            .name = exercise_name(j.at("name")),
                                            .title = j.at("title")},
                                 .kind = kind_named(j.value("kind", "main"))};
    exercise.entry = j.dump();
    if (j.contains("runs")) {
        for (const auto& run : j.at("runs")) exercise.runs.push_back(read_run(run));
        exercise.work = j.at("work");
        exercise.conditions = j.at("conditions");
        return exercise;
    }
    exercise.items_per_thread = j.at("items_per_thread");
    exercise.devices = j.value("devices", 1);
    exercise.finding = j.value("finding", "");
    exercise.sizes = j.value("sizes", std::vector<long long>{});
    exercise.lesson.task = task_in(j.at("task"));
    exercise.lesson.scope = j.at("scope") == "block" ? Scope::block : Scope::device;
    exercise.lesson.block = j.at("block");
    exercise.lesson.compute_capability = j.value("compute_capability", 0);
    exercise.lesson.in_place = j.value("in_place", false);
    return exercise;
}

std::deque<ExerciseDescription>& list() {
    static std::deque<ExerciseDescription> all = [] {
        std::deque<ExerciseDescription> kits;
        for (const auto& j : nlohmann::json::parse(exercises_json)) kits.push_back(read(j));
        return kits;
    }();
    return all;
}

void add(const fs::path& folder) {
    const fs::path file = folder / entry_file;
    std::ifstream input(file);
    try {
        ExerciseDescription exercise = read(nlohmann::json::parse(input, nullptr, true, true));
        for (const ExerciseDescription& other : list()) {
            if (other.lesson.name == exercise.lesson.name)
                throw UsageError("there is another exercise of the name {}", other.lesson.name);
            if (exercise.kind == Kind::main && other.kind == Kind::main &&
                other.lesson.number == exercise.lesson.number)
                throw UsageError(
                    "{} has the number {} already: take another one, or the kind challenge",
                    other.lesson.name, other.lesson.number);
        }
        exercise.folder = fs::canonical(folder);
        list().push_back(std::move(exercise));
    } catch (const std::exception& error) {
        throw UsageError("{}: {}", file.string(), error.what());
    }
}

/// Whether a rubric is for it.
bool is_graded_in_class(const ExerciseDescription& exercise) {
    return !exercise.is_program() && (exercise.kind == Kind::main || exercise.kind == Kind::challenge);
}

} // namespace

std::string_view name(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::string exercise_name(const std::string& text) {
    const auto is_allowed = [](char c) {
        return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
    };
    if (text.empty() || std::islower(text.front()) == 0 || !std::ranges::all_of(text, is_allowed))
        throw UsageError(
            "the name is '{}'; it has lower-case letters, digits and _, and begins with a letter",
            text);
    return text;
}

ExerciseDescription read_exercise(const std::string& entry) {
    return read(nlohmann::json::parse(entry));
}

const std::deque<ExerciseDescription>& all_exercises() { return list(); }

void add_exercises(const fs::path& folder) {
    if (fs::exists(folder / entry_file)) return add(folder);
    std::set<fs::path> folders;
    std::error_code none;
    for (const auto& inside : fs::directory_iterator(folder, none))
        if (fs::exists(inside.path() / entry_file)) folders.insert(inside.path());
    if (folders.empty())
        throw UsageError("--exercises {}: neither this folder nor one in it has an {}", folder.string(),
                         entry_file);
    std::ranges::for_each(folders, add);
}

std::vector<ExerciseDescription> exercises() {
    std::vector<ExerciseDescription> graded;
    std::ranges::copy_if(all_exercises(), std::back_inserter(graded), is_graded_in_class);
    return graded;
}

const ExerciseDescription& find_exercise(std::string_view name) {
    for (const ExerciseDescription& exercise : all_exercises())
        if (exercise.lesson.name == name) return exercise;
    throw UsageError("there is no exercise '{}'; SCANLAB_EXERCISE names one of "
                     "common/grading/exercises/exercises.json",
                     name);
}

std::string label(const ExerciseDescription& exercise) {
    return fmt::format("{:02}_{}", exercise.lesson.number, exercise.lesson.name);
}

std::string shown_file(const ExerciseDescription& exercise) {
    const std::string folder = exercise.is_own()
                                   ? exercise.folder.filename().string()
                                   : fmt::format("lessons/{:02}_*", exercise.lesson.number);
    return fmt::format("{}/{}_exercise.cu", folder, exercise.lesson.name);
}

bool answers_to(const ExerciseDescription& exercise, std::string_view word) {
    const int number = exercise.lesson.number;
    const bool is_number = word == fmt::format("{}", number) || word == fmt::format("{:02}", number);
    return word == exercise.lesson.name || word == label(exercise) ||
           (is_number && exercise.kind == Kind::main);
}

void require_interface(const ExerciseDescription& exercise, std::span<const Variant> variants) {
    for (const Variant& v : variants) {
        if (exercise.devices > 1 && !v.piece)
            throw UsageError(
                "this exercise is for several devices, but there is no piece(), which says "
                "what each of them has");
        if (v.items_per_thread == exercise.items_per_thread) continue;
        throw UsageError("each thread owns {} element{} in this exercise, but items_per_thread is {}",
                         exercise.items_per_thread, exercise.items_per_thread == 1 ? "" : "s",
                         v.items_per_thread);
    }
}

std::string folder_option(const ExerciseDescription& exercise) {
    return exercise.is_own() ? " --exercises " + exercise.folder.filename().string() : "";
}

std::string first_hint(const ExerciseDescription& exercise) {
    const std::string word = exercise.kind == Kind::main && !exercise.is_own()
                                 ? fmt::format("{:02}", exercise.lesson.number)
                                 : exercise.lesson.name;
    return fmt::format("./scanlab hint {} 1{}", word, folder_option(exercise));
}

} // namespace scanlab
