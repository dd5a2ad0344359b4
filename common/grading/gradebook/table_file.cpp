#include "table_file.hpp"

#include "csv.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <algorithm>
#include <cctype>

namespace scanlab::grader {
namespace {

struct Line {
    int number;
    std::vector<std::string> cells;
};

/// Cells may be quoted, and hold line ends then.
std::vector<Line> lines_of(const std::string& text, char separator) {
    std::vector<Line> lines;
    int number = 1;
    bool quoted = false, begun = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!begun) lines.push_back({number, {""}});
        begun = true;
        std::string& cell = lines.back().cells.back();
        if (quoted) {
            if (c != '"')
                cell += c;
            else if (i + 1 < text.size() && text[i + 1] == '"')
                cell += text[i++];
            else
                quoted = false;
        } else if (c == '"' && cell.empty()) {
            quoted = true;
        } else if (c == separator) {
            lines.back().cells.emplace_back();
        } else if (c == '\n') {
            begun = false;
        } else if (c != '\r') {
            cell += c;
        }
        number += c == '\n';
    }
    std::erase_if(lines, [](const Line& line) { return line.cells == std::vector<std::string>{""}; });
    return lines;
}

std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

} // namespace

std::string TableRow::first_of(const std::vector<std::string>& columns) const {
    for (const std::string& column : columns)
        if (const auto cell = cells.find(column); cell != cells.end() && !cell->second.empty())
            return cell->second;
    return {};
}

std::vector<TableRow> read_table(const std::filesystem::path& file,
                                 const std::vector<std::vector<std::string>>& needed) {
    if (!std::filesystem::is_regular_file(file)) throw UsageError("there is no file {}", file.string());
    std::string text = content(file);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3); // as spreadsheets begin UTF-8
    const std::string head = text.substr(0, text.find('\n'));
    const bool semicolons = std::ranges::count(head, ';') > std::ranges::count(head, ',');
    const std::vector<Line> lines = lines_of(text, semicolons ? ';' : ',');
    std::vector<std::string> columns;
    if (!lines.empty())
        for (const std::string& cell : lines.front().cells) columns.push_back(lower(cell));
    for (const auto& group : needed)
        if (std::ranges::find_first_of(columns, group) == columns.end())
            throw UsageError("{}: its first line has to name a column '{}'", file.string(),
                             fmt::join(group, "' or '"));
    std::vector<TableRow> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        rows.push_back({lines[i].number, {}});
        for (std::size_t c = 0; c < std::min(columns.size(), lines[i].cells.size()); ++c)
            rows.back().cells[columns[c]] = lines[i].cells[c];
    }
    return rows;
}

std::string text_cell(const std::string& text) {
    const bool formula =
        !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    return csv_cell(formula ? "'" + text : text);
}

} // namespace scanlab::grader
