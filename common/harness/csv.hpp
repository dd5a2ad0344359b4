/// \file
/// Reports as rows of a table, for spreadsheets and plots.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace scanlab {

/// The names of the columns, with a line end.
std::string csv_header();

/// One lesson's report, as to_json(Report) gives it, as a row with a line end. What is not there stays
/// empty.
std::string csv_row(const nlohmann::json& report);

/// One cell; text is quoted when it holds what would end the cell.
std::string csv_cell(const nlohmann::json& value);
std::string csv_cell(const std::string& text);

} // namespace scanlab
