#include "kept_results.hpp"

#include "format.hpp"
#include "process.hpp"
#include "secret.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <functional>
#include <thread>
#include <unistd.h>

namespace scanlab::grader {

namespace fs = std::filesystem;

fs::path KeptResults::place(const ExerciseDescription& exercise, const fs::path& file,
                            std::optional<std::uint64_t> seed) const {
    const std::string own = seed ? fmt::format("{}", *seed) : "";
    const std::string key =
        digest({checker_.fingerprint(), exercise.lesson.name, own, content(file)}).substr(0, 32);
    return folder_ / fmt::format("{}-{}.json", exercise.lesson.name, key);
}

std::optional<Result> KeptResults::find(const ExerciseDescription& exercise, const fs::path& file,
                                        std::optional<std::uint64_t> seed) const {
    if (folder_.empty()) return std::nullopt;
    const auto json = nlohmann::json::parse(content(place(exercise, file, seed)), nullptr, false);
    if (json.is_discarded()) return std::nullopt;
    return result_from_json(json);
}

Result KeptResults::check(const ExerciseDescription& exercise, const fs::path& file,
                          std::optional<std::uint64_t> seed) const {
    if (auto kept = find(exercise, file, seed)) return *std::move(kept);
    Result result = checker_.check(exercise, file, seed);
    if (folder_.empty() || state_of(result) == State::failed) return result;
    fs::create_directories(folder_);
    const fs::path final = place(exercise, file, seed);
    fs::path begun = final; // nobody reads half a file
    begun += fmt::format(".{}.{}", getpid(), std::hash<std::thread::id>{}(std::this_thread::get_id()));
    std::ofstream(begun) << to_json(result).dump() << '\n';
    fs::rename(begun, final);
    return result;
}

} // namespace scanlab::grader
