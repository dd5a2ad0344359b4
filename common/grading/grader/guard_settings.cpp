#include "guard_settings.hpp"

#include <array>
#include <csignal>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <sys/wait.h>

namespace scanlab::grader {
namespace {

/// A number among the settings, by name.
struct Number {
    std::string_view name;
    std::function<std::size_t(const GuardSettings&)> get;
    std::function<void(GuardSettings&, std::size_t)> set;
};

template <class Part>
Number seconds(std::string_view name, Part part) {
    return {
        name,
        [part](const GuardSettings& s) { return static_cast<std::size_t>((s.limits.*part).count()); },
        [part](GuardSettings& s, std::size_t value) { s.limits.*part = std::chrono::seconds(value); }};
}
template <class Part>
Number limit(std::string_view name, Part Limits::*part) {
    return {name, [part](const GuardSettings& s) { return static_cast<std::size_t>(s.limits.*part); },
            [part](GuardSettings& s, std::size_t value) { s.limits.*part = static_cast<Part>(value); }};
}

const std::array<Number, 8>& numbers() {
    static const std::array<Number, 8> all{
        seconds("wall-time", &Limits::wall_time),
        seconds("computing", &Limits::computing),
        limit("file-bytes", &Limits::file_bytes),
        limit("memory-bytes", &Limits::memory_bytes),
        limit("threads", &Limits::may_start_threads),
        limit("sockets", &Limits::may_use_sockets),
        Number{
            "descriptors",
            [](const GuardSettings& s) { return static_cast<std::size_t>(s.place.descriptors); },
            [](GuardSettings& s, std::size_t value) { s.place.descriptors = static_cast<int>(value); }},
        Number{"guard", [](const GuardSettings& s) { return static_cast<std::size_t>(s.has_guard); },
               [](GuardSettings& s, std::size_t value) { s.has_guard = value != 0; }}};
    return all;
}

/// Without `reach` a program can open whatever the user can; with it, nothing but what other words
/// name.
constexpr std::string_view folder_name = "folder", reach_name = "reach", read_name = "read",
                           change_name = "change";

std::string word(std::string_view name, const std::string& value) {
    return std::string(name) + '=' + value;
}

void set(GuardSettings& settings, std::string_view name, const std::string& value) {
    std::optional<Reach>& reached = settings.limits.reach;
    if (name == folder_name)
        settings.place.folder = value;
    else if (name == reach_name)
        reached.emplace();
    else if (name == read_name)
        reached.value().to_read.emplace_back(value);
    else if (name == change_name)
        reached.value().to_change.emplace_back(value);
    else {
        for (const Number& number : numbers())
            if (number.name == name) return number.set(settings, std::stoull(value));
        throw std::invalid_argument("there is no setting " + std::string(name));
    }
}

} // namespace

std::vector<std::string> words_of(const GuardSettings& settings) {
    std::vector<std::string> words{word(folder_name, settings.place.folder)};
    for (const Number& number : numbers())
        words.push_back(word(number.name, std::to_string(number.get(settings))));
    if (!settings.limits.reach) return words;
    words.push_back(word(reach_name, {}));
    for (const auto& path : settings.limits.reach->to_read)
        words.push_back(word(read_name, path.string()));
    for (const auto& path : settings.limits.reach->to_change)
        words.push_back(word(change_name, path.string()));
    return words;
}

GuardSettings read_settings(const std::vector<std::string>& words) {
    GuardSettings settings;
    for (const std::string& each : words) {
        const std::size_t sign = each.find('=');
        if (sign == std::string::npos) throw std::invalid_argument(each + " is no setting");
        set(settings, std::string_view(each).substr(0, sign), each.substr(sign + 1));
    }
    return settings;
}

Ended ended_with_guard(int status, const std::filesystem::path& printed) {
    constexpr std::size_t most_printed = 4096;
    Ended ended{Ended::How::exited, 0, {}, content(printed, most_printed)};
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
        ended.how = Ended::How::too_slow;
    } else if (WIFSIGNALED(status)) {
        ended.how = Ended::How::killed;
        ended.code = WTERMSIG(status);
    } else {
        ended.code = WEXITSTATUS(status);
    }
    return ended;
}

} // namespace scanlab::grader
