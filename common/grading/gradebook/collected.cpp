#include "collected.hpp"

#include "archive.hpp"
#include "format.hpp"
#include "names.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// A course system's archive holds what students packed, who packed folders that hold archives.
constexpr int deepest = 3;

/// Archives in one that a student has packed, and in all.
constexpr int most_archives = 10, most_of_all = 10'000;

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
                given_archive(given, name.front());
            else
                file(given, name);
        }
        return std::move(all_);
    }

private:
    void folder(const fs::path& root) {
        constexpr auto options = fs::directory_options::skip_permission_denied;
        std::vector<fs::directory_entry> entries(fs::recursive_directory_iterator(root, options), {});
        std::ranges::sort(entries);
        CleanNames clean_tops;
        for (const auto& entry : entries) {
            std::vector<std::string> path;
            for (const fs::path& part : entry.path().lexically_relative(root))
                path.push_back(path.empty() ? clean_tops.of(part.string()) : clean_name(part.string()));
            if (is_hidden(path)) continue;
            const bool is_folder = entry.symlink_status().type() == fs::file_type::directory;
            const bool is_top = path.size() == 1,
                       is_link_to_folder = is_top && !is_folder && entry.is_directory();
            if (is_top) all_.tops[path.front()] = is_folder || is_link_to_folder;
            if (is_link_to_folder)
                refuse(path, "it is a symbolic link to a folder, and only the folder itself is read");
            else if (!is_folder)
                file(entry.path(), path);
        }
    }

    void file(const fs::path& file, const std::vector<std::string>& path) {
        const std::uintmax_t most = most_bytes(path.back(), exercises_);
        if (most == 0 && may_be_misnamed(path.back())) all_.misnamed.push_back(path);
        if (most == 0) return;
        const auto type = fs::symlink_status(file).type();
        if (type == fs::file_type::symlink) return refuse(path, "it is a symbolic link");
        if (type != fs::file_type::regular) return refuse(path, "it is no regular file");
        int archives = most_archives;
        take({.path = path, .file = file, .modified = written(file), .received = written(file)}, 0,
             archives);
    }

    /// A regular file, in `depth` archives; in it may be so many more `archives`.
    void take(Collected file, int depth, int& archives) {
        const std::string& name = file.path.back();
        if (is_unreadable_archive(name))
            return refuse(file.path, "RAR archives cannot be read: a .zip, .tar.gz or .7z can");
        if (without_archive_ending(name)) return archive(file, depth, archives);
        if (fs::file_size(file.file) > most_bytes(name, exercises_))
            return refuse(file.path, "it is larger than a megabyte");
        all_.files.push_back(std::move(file));
    }

    /// One that a student has packed.
    void archive(const Collected& packed, int depth, int& archives) {
        if (depth == deepest)
            return refuse(packed.path, "it lies in an archive in an archive in an archive");
        if (--archives < 0)
            return refuse(packed.path, fmt::format("there are more than {} archives", most_archives));
        const Archive unpacked = unpacked_from(packed.file, {});
        for (const ArchiveEntry& entry : unpacked.entries) {
            std::vector<std::string> path = packed.path;
            path.insert(path.end(), entry.path.begin(), entry.path.end());
            take_entry(entry, std::move(path), packed.received, depth + 1, archives);
        }
        for (std::vector<std::string> path : unpacked.misnamed) {
            path.insert(path.begin(), packed.path.begin(), packed.path.end());
            all_.misnamed.push_back(std::move(path));
        }
        if (!unpacked.trouble.empty()) refuse(packed.path, unpacked.trouble);
        if (depth > 0) fs::remove(packed.file); // it came out of an archive itself
    }

    /// The one that was given: what it holds is at the top. It may be a course system's, of a whole
    /// class.
    void given_archive(const fs::path& given, const std::string& name) {
        const Archive unpacked = unpacked_from(given, {.bytes_taken = 4ull << 30,
                                                       .bytes_unpacked = 16ull << 30,
                                                       .entries = 1'000'000,
                                                       .seconds = 300});
        for (const auto& [top, is_folder] : unpacked.tops)
            if (!is_hidden({top})) all_.tops[top] = is_folder;
        std::ranges::copy(unpacked.misnamed, std::back_inserter(all_.misnamed));
        int left = most_of_all;
        for (const ArchiveEntry& entry : unpacked.entries) {
            const int before = std::min(most_archives, left);
            int archives = before;
            take_entry(entry, entry.path, written(given), 1, archives);
            left -= before - archives;
        }
        if (!unpacked.trouble.empty()) refuse({name}, unpacked.trouble);
    }

    void take_entry(const ArchiveEntry& entry, std::vector<std::string> path, std::int64_t received,
                    int depth, int& archives) {
        if (is_hidden(path)) return;
        if (!entry.refused.empty()) return refuse(path, entry.refused);
        take({.path = std::move(path),
              .file = entry.file,
              .modified = entry.modified,
              .received = received},
             depth, archives);
    }

    Archive unpacked_from(const fs::path& packed, const ArchiveLimits& limits) {
        const fs::path target = scratch_ / fmt::format("unpacked{}", count_++);
        return unpack(packed, target, exercises_, limits);
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
