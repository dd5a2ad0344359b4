#include "archive.hpp"

#include "format.hpp"
#include "kit.hpp"
#include "names.hpp"
#include "process.hpp"
#include "sandbox.hpp"

#include <nlohmann/json.hpp>

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <clocale>
#include <fstream>
#include <memory>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t most_tops = 10'000, most_misnamed = 10'000; // of a class

using Handle = std::unique_ptr<archive, decltype(&archive_read_free)>;

/// Only formats that libarchive reads by itself: it would start a program for others.
Handle open_archive(const fs::path& path, std::string& trouble) {
    Handle handle(archive_read_new(), archive_read_free);
    archive* const a = handle.get();
    bool ready = true;
    for (const auto support : {archive_read_support_format_zip, archive_read_support_format_tar,
                               archive_read_support_format_7zip, archive_read_support_filter_gzip,
                               archive_read_support_filter_bzip2, archive_read_support_filter_xz,
                               archive_read_support_filter_zstd})
        ready = ready && support(a) == ARCHIVE_OK;
    constexpr std::size_t block = 1 << 16;
    if (!ready)
        trouble = "this machine's libarchive lacks zip, 7z, gzip, bzip2, xz or zstd";
    else if (archive_read_open_filename(a, path.c_str(), block) != ARCHIVE_OK)
        trouble = "it is no archive that can be read, or it is damaged";
    return handle;
}

std::string raw_name(archive_entry* entry) {
    if (const char* name = archive_entry_pathname_utf8(entry)) return name;
    if (const char* name = archive_entry_pathname(entry)) return name;
    return {};
}

std::string_view last_part(std::string_view name) {
    const std::size_t slash = name.find_last_of("/\\");
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

/// Of one that leads into the archive.
std::string_view first_part(std::string_view name) {
    for (;;) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        const std::string_view part = name.substr(0, end);
        if ((!part.empty() && part != ".") || end == name.size()) return part;
        name.remove_prefix(end + 1);
    }
}

std::string size_text(std::uintmax_t bytes) {
    return bytes == 1 << 20 ? "a megabyte" : fmt::format("{} megabytes", bytes >> 20);
}

/// Why the entry is nothing to take, whatever its content; empty if it is.
std::string objection(archive_entry* entry) {
    if (archive_entry_hardlink(entry) != nullptr) return "it is a link to another file";
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFLNK) return "it is a symbolic link";
    if (type != AE_IFREG) return "it is no regular file";
    if (archive_entry_is_encrypted(entry) != 0) return "it is encrypted";
    return {};
}

class Unpacking {
public:
    Unpacking(archive* a, const fs::path& target, const ArchiveLimits& limits)
        : archive_(a), target_(target), limits_(limits) {}

    Archive run(const std::vector<ExerciseDescription>& exercises) {
        for (std::size_t count = 0; result_.trouble.empty(); ++count) {
            archive_entry* entry = nullptr;
            const int status = archive_read_next_header(archive_, &entry);
            if (status == ARCHIVE_EOF) break;
            if (count == limits_.entries)
                result_.trouble = fmt::format("it has more than {} entries", limits_.entries);
            else if (status == ARCHIVE_FATAL)
                result_.trouble = "it is damaged, or no archive that can be read";
            else if (status != ARCHIVE_RETRY)
                look_at(entry, exercises);
        }
        return std::move(result_);
    }

private:
    void look_at(archive_entry* entry, const std::vector<ExerciseDescription>& exercises) {
        const std::string name = raw_name(entry);
        auto path = path_inside(name);
        if (path) path->front() = clean_tops_.of(std::string(first_part(name)));
        const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
        if (path && result_.tops.size() < most_tops)
            result_.tops[path->front()] |= is_folder || path->size() > 1;
        const std::uintmax_t most = most_bytes(last_part(name), exercises);
        if (path && most == 0 && may_be_misnamed(path->back()) &&
            result_.misnamed.size() < most_misnamed)
            result_.misnamed.push_back(*path);
        if (most == 0 || is_folder) return pass_over();
        ArchiveEntry found{.modified = archive_entry_mtime(entry)};
        found.path = path ? *path : std::vector{clean_name(last_part(name))};
        found.refused =
            path ? objection(entry) : "its name leads out of the archive: " + clean_name(name);
        if (found.refused.empty()) take(found, most);
        if (found.file.empty()) pass_over();
        result_.entries.push_back(std::move(found));
    }

    /// Reading on would unpack an entry however large it is; of a zip archive, nothing of it.
    void pass_over() {
        if ((archive_format(archive_) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_ZIP) return;
        const void* data = nullptr;
        std::size_t bytes = 0;
        la_int64_t offset = 0;
        while (archive_read_data_block(archive_, &data, &bytes, &offset) == ARCHIVE_OK &&
               count(bytes)) {}
    }

    /// False if that is too much.
    bool count(std::size_t bytes) {
        unpacked_ += bytes;
        if (unpacked_ > limits_.bytes_unpacked)
            result_.trouble = "unpacked it has more than " + size_text(limits_.bytes_unpacked);
        return result_.trouble.empty();
    }

    void take(ArchiveEntry& found, std::uintmax_t most) {
        const fs::path file = target_ / std::to_string(result_.entries.size());
        std::ofstream out(file, std::ios::binary);
        std::array<char, 1 << 16> buffer;
        for (std::uintmax_t bytes = 0;;) {
            const la_ssize_t got = archive_read_data(archive_, buffer.data(), buffer.size());
            if (got < 0) found.refused = "it is damaged or encrypted";
            if (got <= 0 || !count(static_cast<std::size_t>(got))) break;
            bytes += static_cast<std::size_t>(got);
            taken_ += static_cast<std::size_t>(got);
            if (bytes > most) found.refused = "it is larger than " + size_text(most);
            if (taken_ > limits_.bytes_taken)
                result_.trouble =
                    "it holds more than " + size_text(limits_.bytes_taken) + " of exercises";
            if (!found.refused.empty() || !result_.trouble.empty()) break;
            out.write(buffer.data(), got);
        }
        if (!out.flush()) result_.trouble = "there is no room to unpack it";
        if (found.refused.empty() && result_.trouble.empty())
            found.file = file;
        else
            fs::remove(file);
        if (found.refused.empty()) found.refused = result_.trouble;
    }

    archive* archive_;
    const fs::path& target_;
    const ArchiveLimits& limits_;
    std::uintmax_t unpacked_ = 0, taken_ = 0;
    CleanNames clean_tops_;
    Archive result_;
};

json to_json(const Archive& archive) {
    json entries = json::array();
    for (const ArchiveEntry& entry : archive.entries)
        entries.push_back({entry.path, entry.file.string(), entry.refused, entry.modified});
    return {{"entries", std::move(entries)},
            {"tops", archive.tops},
            {"misnamed", archive.misnamed},
            {"trouble", archive.trouble}};
}

Archive archive_from_json(const json& j) {
    Archive archive{.tops = j.at("tops"), .misnamed = j.at("misnamed"), .trouble = j.at("trouble")};
    for (const json& entry : j.at("entries"))
        archive.entries.push_back(
            {entry.at(0), entry.at(1).get<std::string>(), entry.at(2), entry.at(3)});
    return archive;
}

fs::path list_in(const fs::path& target) { return target / "list.json"; }

} // namespace

std::optional<std::vector<std::string>> path_inside(std::string_view name) {
    const bool drive = name.size() > 1 && name[1] == ':';
    if (drive || name.starts_with('/') || name.starts_with('\\')) return std::nullopt;
    std::vector<std::string> path;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        const std::string_view part = name.substr(0, end);
        if (part == "..") return std::nullopt;
        if (!part.empty() && part != ".") path.push_back(clean_name(part));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    if (path.empty()) return std::nullopt;
    return path;
}

void unpack_here(const fs::path& path, const fs::path& target,
                 const std::vector<ExerciseDescription>& exercises, const ArchiveLimits& limits) {
    std::setlocale(LC_CTYPE, "C.UTF-8"); // or libarchive has no names but in ASCII
    Archive result;
    const Handle handle = open_archive(path, result.trouble);
    if (result.trouble.empty()) result = Unpacking(handle.get(), target, limits).run(exercises);
    std::ofstream(list_in(target)) << to_json(result);
}

Archive unpack(const fs::path& path, const fs::path& target,
               const std::vector<ExerciseDescription>& exercises, const ArchiveLimits& limits) {
    fs::create_directories(target);
    std::vector<std::string> command{
        (build_folder() / "common/grading/gradebook/scanlab_unpack").string(),
        fs::absolute(path).string(), fs::absolute(target).string()};
    for (const std::uintmax_t limit :
         {limits.bytes_taken, limits.bytes_unpacked, std::uintmax_t{limits.entries}})
        command.push_back(std::to_string(limit));
    for (const ExerciseDescription& exercise : exercises) command.push_back(exercise.lesson.name);
    const Ended ended = run_confined(command, {}, {},
                                     {.wall_time = std::chrono::seconds(30 * limits.seconds),
                                      .computing = std::chrono::seconds(limits.seconds),
                                      .file_bytes = limits.bytes_taken,
                                      .memory_bytes = limits.memory_bytes,
                                      .reach = Reach{{"/"}, {command[2], "/dev/null"}}});
    try {
        if (ended.how == Ended::How::exited && ended.code == 0)
            return archive_from_json(json::parse(content(list_in(target))));
    } catch (const json::exception&) { // so it has no list either
    }
    return {.trouble =
                fmt::format("it cannot be read with {} megabytes of memory and {} seconds of computing",
                            limits.memory_bytes >> 20, limits.seconds)};
}

} // namespace scanlab::grader
