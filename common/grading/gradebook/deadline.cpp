#include "deadline.hpp"

#include "errors.hpp"
#include "table_file.hpp"

#include <algorithm>
#include <array>
#include <ctime>

namespace scanlab::grader {
namespace {

constexpr std::int64_t day = 24 * 60 * 60;

/// Seconds east of Greenwich of "Z", " UTC", "+01:00" or "+0100"; none if it is no zone.
std::optional<std::int64_t> zone_offset(std::string text) {
    while (text.starts_with(' ')) text.erase(0, 1);
    if (text == "Z" || text == "UTC") return 0;
    std::erase(text, ':');
    const bool plain = text.size() == 5 && (text[0] == '+' || text[0] == '-') &&
                       text.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!plain) return std::nullopt;
    const std::int64_t hours = std::stoi(text.substr(1, 2)), minutes = std::stoi(text.substr(3));
    return (text[0] == '-' ? -1 : 1) * (hours * 60 + minutes) * 60;
}

} // namespace

std::optional<std::int64_t> read_time(const std::string& text) {
    constexpr std::array formats{"%Y-%m-%dT%H:%M:%S",  "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M",
                                 "%Y-%m-%d %H:%M",     "%Y-%m-%d",          "%A, %d %B %Y, %I:%M %p",
                                 "%A, %d %B %Y, %H:%M"};
    for (const std::string format : formats) {
        std::tm time{};
        const char* rest = strptime(text.c_str(), format.c_str(), &time);
        if (rest == nullptr) continue;
        const bool whole_day = format == "%Y-%m-%d";
        if (whole_day) time.tm_hour = 23, time.tm_min = 59, time.tm_sec = 59;
        if (format.ends_with("S") && *rest == '.') rest += 1 + std::strspn(rest + 1, "0123456789");
        time.tm_isdst = -1;
        if (*rest == '\0') return std::mktime(&time);
        if (const auto offset = zone_offset(rest); offset && !whole_day) return timegm(&time) - *offset;
    }
    return std::nullopt;
}

int Deadline::days_late(std::int64_t time) const {
    return time <= due ? 0 : static_cast<int>((time - due + day - 1) / day);
}

double Deadline::share(int days_late) const {
    return std::max(0.0, 1 - std::max(0, days_late - free_days) * percent / 100);
}

std::map<std::string, std::int64_t> read_times(const std::filesystem::path& file) {
    const std::vector<std::string> names{"student", "identifier", "full name", "name",
                                         "email",   "id",         "sid"};
    const std::vector<std::string> when{"time", "last modified (submission)"};
    std::map<std::string, std::int64_t> times;
    for (const TableRow& row : read_table(file, {names, when})) {
        const std::string text = row.first_of(when);
        if (text.empty() || text == "-") continue; // nothing was handed in
        const auto time = read_time(text);
        if (!time)
            throw UsageError("{}:{}: `{}` is not a time. Write it like this: 2026-11-20 23:59",
                             file.string(), row.line, text);
        for (const std::string& name : names)
            if (const std::string who = row.first_of({name}); !who.empty())
                times[who.substr(who.starts_with("Participant ") ? 12 : 0)] = *time;
    }
    return times;
}

} // namespace scanlab::grader
