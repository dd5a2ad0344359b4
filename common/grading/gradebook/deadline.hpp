/// \file
/// When things were handed in, and what being late costs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace scanlab::grader {

/// Seconds since 1970 of "2026-11-20", "2026-11-20 23:59", "2026-11-20T23:59:00+01:00", a trailing Z or
/// UTC, or, as Moodle's worksheet has it, "Friday, 20 November 2026, 11:59 PM". Without a zone, this
/// machine's. A day without a time is its end. None if it is no time.
std::optional<std::int64_t> read_time(const std::string& text);

/// A deadline.
struct Deadline {
    std::int64_t due = 0; ///< seconds since 1970
    int free_days = 0;    ///< that may be late at no cost
    double percent = 10;  ///< of the points, that each further day costs

    /// Days begun after `due`.
    int days_late(std::int64_t time) const;

    /// What is left of the points, from 0 to 1.
    double share(int days_late) const;
};

/// When each student handed in, by name or ID, from a table with a column `student`, `Identifier`,
/// `Full name`, `Name`, `Email`, `ID` or `SID` (each that is there), and one `time` or `Last modified
/// (submission)`. Moodle's grading worksheet is one. Throws UsageError.
std::map<std::string, std::int64_t> read_times(const std::filesystem::path& file);

} // namespace scanlab::grader
