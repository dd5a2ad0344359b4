#include "names.hpp"

#include "format.hpp"
#include "gradescope_export.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>

namespace scanlab::grader {
namespace {

bool is_utf8(std::string_view text) {
    try {
        nlohmann::json(text).dump();
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

/// Takes text that is not UTF-8 for Latin-1, as old systems wrote it; what that does not have is spelt
/// %81.
std::string as_utf8(std::string_view text) {
    if (is_utf8(text)) return std::string(text);
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            result += c;
        else if (byte < 0xA0)
            result += fmt::format("%{:02X}", byte);
        else
            result += {static_cast<char>(0xC0 | byte >> 6), static_cast<char>(0x80 | (byte & 0x3F))};
    }
    return result;
}

/// Each byte that is no letter, digit, or one of -_. as in %0A.
std::string spelt(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = std::isalnum(byte) || c == '-' || c == '_' || c == '.';
        result += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return result;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

std::string_view without_end(std::string_view text, std::size_t bytes) {
    return text.substr(0, text.size() - bytes);
}

/// Takes " (1)", "(1)", "-1" or "_1" off the end; 0 if nothing like that stands there.
int take_attempt(std::string_view& stem) {
    const bool bracketed = stem.ends_with(')');
    const std::string_view inner = bracketed ? without_end(stem, 1) : stem;
    const std::size_t last = inner.find_last_not_of("0123456789");
    const std::size_t digits = inner.size() - 1 - last;
    if (last == std::string_view::npos || digits == 0 || digits > 3) return 0;
    if (bracketed ? inner[last] != '(' : inner[last] != '-' && inner[last] != '_') return 0;
    const int attempt = std::stoi(std::string(inner.substr(last + 1)));
    stem = inner.substr(0, last);
    while (stem.ends_with(' ')) stem.remove_suffix(1);
    return attempt;
}

/// Names longer than a file system allows are nobody's: std::regex would need as much stack.
bool matches(std::string_view name, std::cmatch& match, const std::regex& pattern) {
    return name.size() < 256 &&
           std::regex_match(name.data(), name.data() + name.size(), match, pattern);
}

} // namespace

std::string clean_name(std::string_view name) {
    constexpr std::size_t most = 120;
    static const std::array<std::string_view, 12> turning{"\u200e", "\u200f", "\u202a", "\u202b",
                                                          "\u202c", "\u202d", "\u202e", "\u2066",
                                                          "\u2067", "\u2068", "\u2069", "\ufeff"};
    const std::string valid = as_utf8(name);
    const std::size_t begin = valid.find_first_not_of(' '), end = valid.find_last_not_of(' ');
    if (begin == std::string::npos) return "(no name)";
    std::string clean;
    for (std::size_t i = 0; i < valid.size();) {
        const std::string_view rest = std::string_view(valid).substr(i);
        const auto c = static_cast<unsigned char>(valid[i]);
        std::size_t bytes = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        bytes = std::min(bytes, rest.size());
        const bool control = c < ' ' || c == 0x7F || (c == 0xC2 && rest.size() > 1 && rest[1] < '\xA0');
        const bool turns =
            std::ranges::any_of(turning, [&](auto mark) { return rest.starts_with(mark); });
        const bool at_end = i < begin || i > end;
        const std::string shown = control || turns || at_end ? spelt(rest.substr(0, bytes))
                                                             : std::string(rest.substr(0, bytes));
        if (clean.size() + shown.size() > most) break;
        clean += shown;
        i += bytes;
    }
    while (clean.ends_with(' ')) clean.pop_back(); // where it was cut
    return clean;
}

const std::string& CleanNames::of(const std::string& name) {
    const auto [entry, is_new] = known_.try_emplace(name, clean_name(name));
    if (is_new && !taken_.insert(entry->second).second) {
        entry->second = clean_name(spelt(name));
        const std::string begin = entry->second.substr(0, 110);
        for (int again = 2; !taken_.insert(entry->second).second; ++again)
            entry->second = fmt::format("{} ({})", begin, again);
    }
    return entry->second;
}

bool may_be_misnamed(std::string_view name) {
    const std::string small = lower(name);
    constexpr std::array endings{".cu", ".cuh", ".cpp", ".cc", ".c", ".txt"};
    return std::ranges::any_of(endings, [&](const char* ending) { return small.ends_with(ending); });
}

std::string file_name_of(std::string_view name) {
    std::string safe = clean_name(name);
    for (char& c : safe)
        if (c == '/' || c == '\\') c = '_';
    if (safe.front() == '.') safe.front() = '_';
    return safe;
}

bool is_hidden(const std::vector<std::string>& path) {
    return std::ranges::any_of(
        path, [](const std::string& part) { return part.starts_with('.') || part == "__MACOSX"; });
}

std::string file_name(const ExerciseDescription& exercise) {
    return exercise.lesson.name + "_exercise.cu";
}

std::optional<SolutionName> solution_name(std::string_view name,
                                          const std::vector<ExerciseDescription>& exercises) {
    const std::string small = lower(name);
    std::string_view stem = small;
    if (!stem.ends_with(".cu")) return std::nullopt;
    stem.remove_suffix(3);
    const int attempt = take_attempt(stem);
    const ExerciseDescription* found = nullptr;
    for (const ExerciseDescription& exercise : exercises) // one's name may be the end of another's
        if (stem.ends_with(exercise.lesson.name + "_exercise") &&
            (found == nullptr || exercise.lesson.name.size() > found->lesson.name.size()))
            found = &exercise;
    if (found == nullptr) return std::nullopt;
    std::string_view owner = name.substr(0, stem.size() - found->lesson.name.size() - 9);
    if (owner.empty()) return SolutionName{found, attempt, {}};
    if (owner.back() != '_' && owner.back() != '-' && owner.back() != ' ') return std::nullopt;
    return SolutionName{found, attempt, std::string(owner.substr(0, owner.size() - 1))};
}

bool names_exercise(std::string_view path, const ExerciseDescription& exercise,
                    const std::vector<ExerciseDescription>& exercises) {
    const std::string small = lower(path.substr(path.find_last_of('/') + 1));
    const ExerciseDescription* found = nullptr;
    for (const ExerciseDescription& other : exercises)
        if (small.find(other.lesson.name) != std::string::npos &&
            (found == nullptr || other.lesson.name.size() > found->lesson.name.size()))
            found = &other;
    return found == &exercise;
}

std::optional<std::string> without_archive_ending(std::string_view name) {
    const std::string small = lower(name);
    for (const std::string_view ending :
         {".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.zst", ".tzst", ".tar.bz2", ".7z"})
        if (small.ends_with(ending)) return std::string(without_end(name, ending.size()));
    return std::nullopt;
}

std::optional<Owner> moodle_owner(std::string_view name) {
    // A student may have written it into a file's name, or into the own name.
    constexpr std::string_view mark = "_assignsubmission_";
    if (name.find(mark) != name.rfind(mark)) return std::nullopt;
    static const std::regex pattern("(.*)_([0-9]+)_assignsubmission_(file|onlinetext)(_(.*))?");
    std::cmatch match;
    if (!matches(name, match, pattern)) return std::nullopt;
    Owner owner{.student = match[1], .id = match[2], .rest = match[5]};
    owner.returns_to =
        fmt::format("{}_{}_assignsubmission_{}_", owner.student, owner.id, match[3].str());
    return owner;
}

std::optional<Owner> canvas_owner(std::string_view name) {
    static const std::regex pattern("([^_]+)(_LATE|_late)?_([0-9]+)_([0-9]+)_(.+)");
    std::cmatch match;
    if (!matches(name, match, pattern)) return std::nullopt;
    Owner owner{.student = match[1],
                .id = match[3],
                .rest = match[5],
                .late = match[2].matched,
                .upload = match[4]};
    owner.returns_to = name.substr(0, name.size() - owner.rest.size());
    return owner;
}

bool is_unreadable_archive(std::string_view name) { return name.ends_with(".rar"); }

std::uintmax_t most_bytes(std::string_view name, const std::vector<ExerciseDescription>& exercises) {
    constexpr std::uintmax_t largest_source = 1 << 20, largest_archive = 64 << 20,
                             largest_metadata = 64 << 20;
    if (name == gradescope_metadata) return largest_metadata;
    if (without_archive_ending(name) || is_unreadable_archive(name)) return largest_archive;
    return solution_name(name, exercises) ? largest_source : 0;
}

} // namespace scanlab::grader
