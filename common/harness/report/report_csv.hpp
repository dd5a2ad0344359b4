/// \file
/// Reports as rows of a table.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace scanlab {

/// The names of the columns, with a line end.
std::string csv_header();

/// One lesson's report, as to_json(Report) gives it, as a row with a line end. What is not there stays
/// empty.
std::string csv_row(const nlohmann::json& report);

} // namespace scanlab
