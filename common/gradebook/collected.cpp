#include "collected.hpp"

#include "archive.hpp"
#include "format.hpp"
#include "gradescope_export.hpp"
#include "names.hpp"

#include <algorithm>
#include <chrono>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_source = 1 << 20, largest_archive = 64 << 20,
                         largest_metadata = 64 << 20;

/// A course system's archive holds what students packed, who packed folders that hold archives.
constexpr int deepest = 4;

bool is_unreadable_archive(const std::string& name) { return name.ends_with(".rar"); }

std::int64_t written(const fs::path& file) {
    const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(file));
    return std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
}

class Collector {
public:
    Collector(const std::vector<ExerciseDescription>& exercises, const fs::path& scratch)
        : exercises_(exercises), scratch_(scratch) {}

    Collection run(const fs::path& given) {
        if (fs::is_directory(given)) {
            folder(given);
        } else {
            const std::vector name{clean_name(given.filename().string())};
            if (without_archive_ending(name.front()))
                archive(given, {}, name.front(), written(given), 1); // its content is at the top
            else
                file(given, name);
        }
        return std::move(all_);
    }

private:
    /// 0 if a file of this name does not matter.
    std::uintmax_t most_bytes(std::string_view name) const {
        if (name == gradescope_metadata) return largest_metadata;
        if (without_archive_ending(name) || is_unreadable_archive(std::string(name)))
            return largest_archive;
        return solution_name(name, exercises_) ? largest_source : 0;
    }

    void folder(const fs::path& root) {
        constexpr auto options = fs::directory_options::skip_permission_denied;
        for (const auto& entry : fs::recursive_directory_iterator(root, options)) {
            std::vector<std::string> path;
            for (const fs::path& part : entry.path().lexically_relative(root))
                path.push_back(clean_name(part.string()));
            const bool is_folder = entry.symlink_status().type() == fs::file_type::directory;
            if (path.size() == 1) all_.tops[path.front()] = is_folder;
            if (!is_folder) file(entry.path(), path);
        }
    }

    void file(const fs::path& file, const std::vector<std::string>& path) {
        const std::uintmax_t most = most_bytes(path.back());
        if (most == 0) return;
        const auto type = fs::symlink_status(file).type();
        if (type == fs::file_type::symlink) return refuse(path, "it is a symbolic link");
        if (type != fs::file_type::regular) return refuse(path, "it is no regular file");
        take({.path = path, .file = file, .modified = written(file), .received = written(file)}, 0);
    }

    /// A regular file, in `depth` archives.
    void take(Collected file, int depth) {
        const std::string& name = file.path.back();
        if (is_unreadable_archive(name))
            return refuse(file.path, "RAR archives cannot be read: a .zip, .tar.gz or .7z can");
        if (without_archive_ending(name))
            return archive(file.file, file.path, file.name(), file.received, depth + 1);
        if (fs::file_size(file.file) > most_bytes(name))
            return refuse(file.path, "it is larger than a megabyte");
        all_.files.push_back(std::move(file));
    }

    void archive(const fs::path& packed, const std::vector<std::string>& place, const std::string& name,
                 std::int64_t received, int depth) {
        const std::vector<std::string> whole = place.empty() ? std::vector{name} : place;
        if (depth > deepest) return refuse(whole, "it lies in an archive in an archive in an archive");
        ArchiveLimits limits;
        if (place.empty()) // a course system's archive holds the whole class's files
            limits = {.bytes_taken = 4ull << 30, .bytes_unpacked = 16ull << 30, .entries = 1'000'000};
        const fs::path target = scratch_ / fmt::format("unpacked{}", count_++);
        Archive unpacked = unpack(
            packed, target, [this](std::string_view name) { return most_bytes(name); }, limits);
        if (place.empty()) all_.tops.insert(unpacked.tops.begin(), unpacked.tops.end());
        for (ArchiveEntry& entry : unpacked.entries) {
            std::vector<std::string> path = place;
            path.insert(path.end(), entry.path.begin(), entry.path.end());
            if (entry.refused.empty())
                take({.path = path,
                      .file = entry.file,
                      .modified = entry.modified,
                      .received = received},
                     depth);
            else
                refuse(path, entry.refused);
        }
        if (!unpacked.trouble.empty()) refuse(whole, unpacked.trouble);
        if (depth > 1) fs::remove(packed); // it came out of an archive itself
    }

    void refuse(const std::vector<std::string>& path, const std::string& reason) {
        all_.files.push_back({.path = path, .refused = reason});
    }

    const std::vector<ExerciseDescription>& exercises_;
    const fs::path& scratch_;
    int count_ = 0;
    Collection all_;
};

} // namespace

std::string Collected::name() const { return fmt::format("{}", fmt::join(path, "/")); }

Collection collect(const fs::path& given, const std::vector<ExerciseDescription>& exercises,
                   const fs::path& scratch) {
    return Collector(exercises, scratch).run(given);
}

} // namespace scanlab::grader
