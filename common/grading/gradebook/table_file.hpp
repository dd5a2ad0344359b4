/// \file
/// Tables that instructors write or course systems export, as CSV files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace scanlab::grader {

/// A line of the file, and its cells by the names of their columns, in small letters.
struct TableRow {
    int line;
    std::map<std::string, std::string> cells;

    /// The first of these columns that is there and not empty; else empty.
    std::string first_of(const std::vector<std::string>& columns) const;
};

/// Reads a CSV file (RFC 4180) whose first line names the columns, which may be separated by
/// semicolons, too. Throws UsageError if it cannot be read, or if it lacks all of a group of columns.
std::vector<TableRow> read_table(const std::filesystem::path& file,
                                 const std::vector<std::vector<std::string>>& needed);

/// A cell that a spreadsheet takes for text, whatever it begins with: =, +, -, @, a tab and a carriage
/// return begin a formula (OWASP, "CSV Injection"). Quoted if need be.
std::string text_cell(const std::string& text);

} // namespace scanlab::grader
