#include "catalogue.hpp"

#include "errors.hpp"
#include "exercises.json.hpp"
#include "format.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

namespace scanlab {
namespace {

ExerciseDescription read(const nlohmann::json& j) {
    ExerciseDescription exercise{
        .lesson = {.number = j.at("number"), .name = j.at("name"), .title = j.at("title")},
        .items_per_thread = j.at("items_per_thread"),
        .challenge = j.at("kind") == "challenge",
        .devices = j.value("devices", 1)};
    exercise.lesson.task = task_named(j.at("task").get<std::string>()).value();
    exercise.lesson.scope = j.at("scope") == "block" ? Scope::block : Scope::device;
    exercise.lesson.block = j.at("block");
    return exercise;
}

} // namespace

const std::vector<ExerciseDescription>& exercises() {
    static const std::vector<ExerciseDescription> all = [] {
        std::vector<ExerciseDescription> list;
        for (const auto& j : nlohmann::json::parse(exercises_json)) list.push_back(read(j));
        return list;
    }();
    return all;
}

const std::vector<WarmUp>& warm_ups() {
    static const std::vector<WarmUp> all = [] {
        std::vector<WarmUp> list;
        for (const auto& j : nlohmann::json::parse(warm_ups_json))
            list.push_back({.exercise = read(j), .finding = j.at("finding"), .sizes = j.at("sizes")});
        return list;
    }();
    return all;
}

const ExerciseDescription& find_exercise(std::string_view name) {
    for (const ExerciseDescription& exercise : exercises())
        if (exercise.lesson.name == name) return exercise;
    for (const WarmUp& warm_up : warm_ups())
        if (warm_up.exercise.lesson.name == name) return warm_up.exercise;
    throw UsageError("there is no exercise '{}'; SCANLAB_EXERCISE names one of "
                     "common/grading/exercises/exercises.json or warm_ups.json",
                     name);
}

std::string label(const ExerciseDescription& exercise) {
    return fmt::format("{:02}_{}", exercise.lesson.number, exercise.lesson.name);
}

bool answers_to(const ExerciseDescription& exercise, std::string_view word) {
    const int number = exercise.lesson.number;
    const bool is_number = word == fmt::format("{}", number) || word == fmt::format("{:02}", number);
    return word == exercise.lesson.name || word == label(exercise) ||
           (is_number && !exercise.challenge);
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

} // namespace scanlab
