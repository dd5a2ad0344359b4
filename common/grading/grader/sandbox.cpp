#include "sandbox.hpp"

#include "descriptor.hpp"
#include "kit.hpp"

#include <cstring>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// How long a guard may take beyond its program's time: it does nothing that takes long.
constexpr std::chrono::seconds beyond{60};

/// Runs it once; none if its guard has failed.
std::optional<Ended> try_confined(const std::vector<std::string>& command,
                                  const std::vector<GivenFile>& files,
                                  const std::vector<std::string>& environment, const Limits& limits) {
    const ScratchFolder scratch;
    const fs::path printed = scratch.path() / "printed", folder = scratch.path() / "empty";
    fs::create_directory(folder);

    std::vector<Descriptor> opened;
    opened.emplace_back("/dev/null", O_RDONLY);
    for (int i = 0; i < 2; ++i) opened.emplace_back(printed, O_WRONLY | O_CREAT | O_APPEND);
    for (const GivenFile& file : files)
        opened.emplace_back(file.path, file.for_writing ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY);
    std::vector<int> descriptors;
    for (const Descriptor& d : opened) descriptors.push_back(d.number());

    const pid_t guard = start_confined(command, descriptors, environment, {{folder.string()}, limits});
    opened.clear();
    const auto status = status_within(guard, limits.wall_time + beyond);
    if (!status) return std::nullopt;
    return ended_with_guard(*status, printed);
}

} // namespace

pid_t start_confined(const std::vector<std::string>& command, const std::vector<int>& descriptors,
                     const std::vector<std::string>& environment, GuardSettings settings) {
    settings.place.descriptors = static_cast<int>(descriptors.size());
    std::vector<std::string> words{(build_folder() / "common/grading/grader/scanlab_guard").string()};
    for (std::string& word : words_of(settings)) words.push_back(std::move(word));
    words.push_back(end_of_settings);
    words.insert(words.end(), command.begin(), command.end());

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (std::size_t i = 0; i < descriptors.size(); ++i)
        posix_spawn_file_actions_adddup2(&actions, descriptors[i], static_cast<int>(i));
    pid_t child = 0;
    const int refused = posix_spawn(&child, words.front().c_str(), &actions, nullptr,
                                    pointers_to(words).data(), pointers_to(environment).data());
    posix_spawn_file_actions_destroy(&actions);
    if (refused != 0) throw OwnFailure(words.front() + " cannot be started: " + std::strerror(refused));
    return child;
}

Ended run_confined(const std::vector<std::string>& command, const std::vector<GivenFile>& files,
                   const std::vector<std::string>& environment, const Limits& limits) {
    for (int tries = 0; tries < 2; ++tries)
        if (auto ended = try_confined(command, files, environment, limits)) return *std::move(ended);
    throw OwnFailure("the process that guards " + command.front() +
                     " failed twice, which says nothing about the file; please try again");
}

} // namespace scanlab::grader
