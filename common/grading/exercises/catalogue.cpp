#include "catalogue.hpp"

#include "errors.hpp"
#include "exercises.json.hpp"
#include "format.hpp"
#include "scanlab/enumerators.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

namespace scanlab {
namespace {

constexpr std::array kind_names{"warm-up", "middle", "main", "challenge"};
static_assert(kind_names.size() == enumerators<Kind>);

Kind kind_named(const std::string& text) {
    const auto* const found = std::ranges::find(kind_names, text);
    return static_cast<Kind>(found - kind_names.begin());
}

ProgramRun read_run(const nlohmann::json& j) {
    std::istringstream words(j.value("numbers", ""));
    return {{std::istream_iterator<std::string>(words), {}}, j.at("prints")};
}

ExerciseDescription read(const nlohmann::json& j) {
    ExerciseDescription exercise{
        .lesson = {.number = j.at("number"), .name = j.at("name"), .title = j.at("title")},
        .kind = kind_named(j.at("kind"))};
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
    exercise.lesson.task = task_named(j.at("task").get<std::string>()).value();
    exercise.lesson.scope = j.at("scope") == "block" ? Scope::block : Scope::device;
    exercise.lesson.block = j.at("block");
    exercise.lesson.compute_capability = j.value("compute_capability", 0);
    exercise.lesson.in_place = j.value("in_place", false);
    return exercise;
}

/// Whether a rubric is for it.
bool is_graded_in_class(const ExerciseDescription& exercise) {
    return !exercise.is_program() && (exercise.kind == Kind::main || exercise.kind == Kind::challenge);
}

} // namespace

std::string_view name(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

const std::vector<ExerciseDescription>& all_exercises() {
    static const std::vector<ExerciseDescription> all = [] {
        std::vector<ExerciseDescription> list;
        for (const auto& j : nlohmann::json::parse(exercises_json)) list.push_back(read(j));
        return list;
    }();
    return all;
}

const std::vector<ExerciseDescription>& exercises() {
    static const std::vector<ExerciseDescription> graded = [] {
        std::vector<ExerciseDescription> list;
        std::ranges::copy_if(all_exercises(), std::back_inserter(list), is_graded_in_class);
        return list;
    }();
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

std::string first_hint(const ExerciseDescription& exercise) {
    return exercise.kind != Kind::main ? fmt::format("./scanlab hint {} 1", exercise.lesson.name)
                                       : fmt::format("./scanlab hint {:02} 1", exercise.lesson.number);
}

} // namespace scanlab
