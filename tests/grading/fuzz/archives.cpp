// Archives that somebody has made up: nothing is written but numbered files, no more than may be, and
// the list of them can be read.
#include "archive.hpp"
#include "fuzzed.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// A folder in memory, if there is one: each input is written to it.
const fs::path& scratch() {
    static const ScratchFolder folder;
    return folder.path();
}

void judge(const fs::path& archive, const fs::path& target) {
    static const std::vector<ExerciseDescription> exercises{
        {.lesson = {.number = 5, .name = "raking", .title = ""}}};
    constexpr ArchiveLimits limits{.bytes_taken = 1 << 16, .bytes_unpacked = 1 << 20, .entries = 100};
    unpack_here(archive, target, exercises, limits);
    const auto list = nlohmann::json::parse(content(target / "list.json"), nullptr, false);
    demand(!list.is_discarded(), "the list cannot be read");
    demand(list.at("entries").size() <= limits.entries, "there are too many entries");
    std::uintmax_t bytes = 0;
    for (const auto& entry : list.at("entries")) {
        const fs::path file = entry.at(1).get<std::string>();
        demand(!entry.at(0).empty(), "an entry has no name");
        for (const std::string part : entry.at(0))
            demand(part != ".." && part.find('/') == std::string::npos, "a path leads out");
        demand(file.empty() == !entry.at(2).get<std::string>().empty(),
               "an entry is both refused and taken, or neither");
        if (file.empty()) continue;
        demand(file.parent_path() == target && fs::is_regular_file(fs::symlink_status(file)),
               "an entry is not where it should be");
        bytes += fs::file_size(file);
    }
    demand(bytes <= limits.bytes_taken, "more was taken than may be");
    for (const auto& made : fs::directory_iterator(target))
        demand(made.path().filename() == "list.json" || made.is_regular_file(),
               "something else was made");
}

} // namespace
} // namespace scanlab::grader

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace scanlab::grader;
    const std::filesystem::path archive = scratch() / "archive", target = scratch() / "target";
    std::ofstream(archive, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    std::filesystem::remove_all(target);
    std::filesystem::create_directory(target);
    judge(archive, target);
    return 0;
}
