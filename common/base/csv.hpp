/// \file
/// Tables of comma-separated values, for spreadsheets and plots.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace scanlab {

/// One cell; text is quoted when it holds what would end the cell.
std::string csv_cell(const nlohmann::json& value);
std::string csv_cell(const std::string& text);

} // namespace scanlab
