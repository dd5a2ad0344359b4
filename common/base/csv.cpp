#include "csv.hpp"

#include <nlohmann/json.hpp>

namespace scanlab {

std::string csv_cell(const nlohmann::json& value) {
    if (value.is_null()) return {};
    return value.is_string() ? csv_cell(value.get_ref<const std::string&>()) : value.dump();
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace scanlab
