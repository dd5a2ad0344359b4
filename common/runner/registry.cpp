#include "registry.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace scanlab {
bool answers_to(const Program& program, const std::string& wanted) {
    return wanted == program.name || wanted == fmt::format("{}", program.number) ||
           wanted == fmt::format("{:02}", program.number) ||
           wanted == fmt::format("{:02}_{}", program.number, program.name);
}

Registry read_registry(const std::filesystem::path& folder) {
    const std::filesystem::path path = folder / "lessons.json";
    std::ifstream file(path);
    const auto json = nlohmann::json::parse(file, nullptr, false);
    if (json.is_discarded()) {
        throw UsageError(
            "--programs {}: holds no list of lessons (lessons.json); is this a build folder?",
            folder.string());
    }
    Registry registry{json.at("backend"), {}};
    for (const auto& lesson : json.at("lessons")) {
        registry.programs.push_back({lesson.at("number"), lesson.at("name"),
                                     lesson.at("program").get<std::string>(),
                                     lesson.value("fast", "")});
    }
    return registry;
}

std::vector<Program> choose(const Registry& registry, const std::vector<std::string>& wanted) {
    for (const std::string& word : wanted) {
        if (std::none_of(registry.programs.begin(), registry.programs.end(),
                         [&](const Program& program) { return answers_to(program, word); })) {
            std::vector<std::string> known;
            for (const Program& p : registry.programs)
                known.push_back(fmt::format("{:02} {}", p.number, p.name));
            throw UsageError("there is no lesson '{}'; there are {}", word, fmt::join(known, ", "));
        }
    }
    if (wanted.empty()) return registry.programs;
    std::vector<Program> chosen;
    std::copy_if(registry.programs.begin(), registry.programs.end(), std::back_inserter(chosen),
                 [&](const Program& program) {
                     return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
                         return answers_to(program, word);
                     });
                 });
    return chosen;
}

} // namespace scanlab
