#include "submission.hpp"

#include "checker.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <functional>
#include <optional>
#include <sstream>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_source = 1 << 20; // bytes

/// By the exercise's name: all files that could be it.
using Candidates = std::map<std::string, std::vector<fs::path>>;

bool is_archive(const fs::path& path) {
    const std::string name = path.filename().string();
    return std::ranges::any_of(std::array{".zip", ".tar", ".tar.gz", ".tgz"},
                               [&](const char* ending) { return name.ends_with(ending); });
}

/// The name without what comes from being an archive; valid UTF-8 whatever the file system holds.
std::string student_of(const fs::path& path) {
    std::string name = path.filename().string();
    if (is_archive(path)) name.erase(name.rfind(name.ends_with(".tar.gz") ? ".tar.gz" : "."));
    using nlohmann::json;
    return json::parse(json(name).dump(-1, ' ', false, json::error_handler_t::replace));
}

/// As in lessons/05_coarsened/raking_exercise.cu, at whatever depth.
bool lies_in_lessons(const fs::path& file) {
    return file.parent_path().parent_path().filename() == "lessons";
}

/// Of files of the same name, the one in `lessons`; a whole kit that is handed in has copies elsewhere.
void choose(Submission& submission, const Candidates& candidates) {
    for (auto [exercise, files] : candidates) {
        if (std::ranges::any_of(files, lies_in_lessons))
            std::erase_if(files, [](const fs::path& file) { return !lies_in_lessons(file); });
        if (files.size() > 1) {
            submission.refused[exercise] = fmt::format("handed in more than once: {} and {}",
                                                       files[0].string(), files[1].string());
        } else if (!fs::is_regular_file(fs::symlink_status(files.front()))) {
            submission.refused[exercise] = "not a plain file: " + files.front().string();
        } else if (fs::file_size(files.front()) > largest_source) {
            submission.refused[exercise] = "larger than a megabyte: " + files.front().string();
        } else {
            submission.files[exercise] = files.front();
        }
    }
}

class Reader {
public:
    Reader(const std::vector<ExerciseDescription>& exercises, fs::path scratch)
        : scratch_(std::move(scratch)) {
        for (const auto& exercise : exercises) names_[file_name(exercise)] = exercise.lesson.name;
    }

    bool is_one_submission(const fs::path& folder) const {
        const auto holds = [this](const fs::path& place) {
            return std::ranges::any_of(
                names_, [&](const auto& name) { return fs::exists(place / name.first); });
        };
        if (holds(folder)) return true;
        for (const fs::path& lessons : {folder, folder / "lessons"}) {
            if (!fs::is_directory(lessons)) continue;
            for (const auto& entry : fs::directory_iterator(lessons)) {
                const std::string name = entry.path().filename().string();
                const bool is_lesson = name.size() > 3 && std::isdigit(name[0]) != 0 &&
                                       std::isdigit(name[1]) != 0 && name[2] == '_';
                if (is_lesson && holds(entry.path())) return true;
            }
        }
        return false;
    }

    Submission folder(const fs::path& folder) const {
        Submission submission{.student = student_of(folder)};
        Candidates candidates;
        constexpr auto options = fs::directory_options::skip_permission_denied;
        for (const auto& entry : fs::recursive_directory_iterator(folder, options))
            consider(entry.path(), entry.path(), candidates);
        choose(submission, candidates);
        return submission;
    }

    /// Names in an archive are what its maker likes: only those of exercises are looked at, and of
    /// these none that leads elsewhere or stands for several.
    Submission archive(const fs::path& archive) const {
        Submission submission{.student = student_of(archive)};
        const fs::path target =
            scratch_ / fmt::format("{}", std::hash<std::string>{}(archive.string()));
        fs::create_directories(target);
        Candidates candidates;
        std::vector<std::string> wanted;
        const std::optional<std::string> listed = tar("tf", archive, {}, target);
        std::istringstream list(listed.value_or(""));
        for (std::string name; std::getline(list, name);) {
            const fs::path path = fs::path(name).lexically_normal();
            const bool plain = path.is_relative() && *path.begin() != ".." &&
                               name.find_first_of("*?[]\\") == std::string::npos;
            if (plain && consider(path, target / path, candidates)) wanted.push_back(name);
        }
        if (listed && (wanted.empty() || tar("xf", archive, wanted, target))) {
            choose(submission, candidates);
        } else {
            for (const auto& [file, exercise] : names_)
                submission.refused[exercise] =
                    archive.string() + " cannot be unpacked: it is no archive, or it is damaged";
        }
        return submission;
    }

private:
    bool consider(const fs::path& name, const fs::path& file, Candidates& candidates) const {
        const auto found = names_.find(name.filename().string());
        if (found == names_.end()) return false;
        candidates[found->second].push_back(file);
        return true;
    }

    /// CMake's tar reads zip archives, too. A file may grow to ulimit's 2048 · 512 bytes and no
    /// further, however small it is packed.
    static std::optional<std::string> tar(const std::string& action, const fs::path& archive,
                                          const std::vector<std::string>& names,
                                          const fs::path& folder) {
        std::vector<std::string> command{"/bin/sh",
                                         "-c",
                                         R"(cd "$1" && archive=$2 && action=$3 && shift 3 || exit
               [ "$action" = tf ] || ulimit -f 2049
               exec "$0" -E tar "$action" "$archive" -- "$@")",
                                         SCANLAB_CMAKE,
                                         folder.string(),
                                         fs::absolute(archive).string(),
                                         action};
        command.insert(command.end(), names.begin(), names.end());
        const ScratchFolder scratch;
        const Ended ended = run_process(command, std::chrono::minutes(2), scratch.path());
        if (ended.how != Ended::How::exited || ended.code != 0) return std::nullopt;
        return ended.out;
    }

    fs::path scratch_;
    std::map<std::string, std::string> names_; ///< of files, and the exercises they solve
};

} // namespace

std::vector<Submission> read_submissions(const fs::path& given, bool single,
                                         const std::vector<ExerciseDescription>& exercises,
                                         const fs::path& scratch) {
    const Reader reader(exercises, scratch);
    const fs::path path = fs::absolute(given / "").parent_path(); // so that it has a last name
    if (!fs::exists(path)) throw UsageError(fmt::format("there is no {}", given.string()));
    if (!fs::is_directory(path)) {
        if (!is_archive(path))
            throw UsageError(fmt::format("{} is neither a folder nor a .zip, .tar or .tar.gz archive",
                                         given.string()));
        return {reader.archive(path)};
    }
    if (single || reader.is_one_submission(path)) return {reader.folder(path)};

    std::vector<Submission> submissions;
    for (const auto& entry : fs::directory_iterator(path)) {
        if (entry.is_directory())
            submissions.push_back(reader.folder(entry.path()));
        else if (is_archive(entry.path()))
            submissions.push_back(reader.archive(entry.path()));
    }
    if (submissions.empty())
        throw UsageError(fmt::format("{} holds no submission: neither files such as "
                                     "raking_exercise.cu, nor folders or archives of them",
                                     given.string()));
    std::ranges::sort(submissions, {}, &Submission::student);
    std::map<std::string, int> seen; // alice.zip, and a folder alice
    for (Submission& submission : submissions)
        if (const int again = seen[submission.student]++; again > 0)
            submission.student += fmt::format(" ({})", again + 1);
    return submissions;
}

} // namespace scanlab::grader
