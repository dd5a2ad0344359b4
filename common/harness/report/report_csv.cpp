#include "report_csv.hpp"

#include "csv.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <string_view>

namespace scanlab {
namespace {

struct Column {
    std::string_view name;
    const char* path; ///< in the JSON report
};

constexpr std::array columns{
    Column{"number", "/number"},
    Column{"lesson", "/name"},
    Column{"task", "/task"},
    Column{"scope", "/scope"},
    Column{"status", "/status"},
    Column{"backend", "/backend"},
    Column{"device", "/device"},
    Column{"n", "/n"},
    Column{"block", "/block"},
    Column{"items_per_thread", "/items_per_thread"},
    Column{"seed", "/seed"},
    Column{"schedule", "/schedule"},
    Column{"order", "/order"},
    Column{"cases", "/checks/cases"},
    Column{"median_us", "/time/median_us"},
    Column{"p10_us", "/time/p10_us"},
    Column{"p90_us", "/time/p90_us"},
    Column{"gbps", "/gbps"},
    Column{"copy_gbps", "/copy_gbps"},
    Column{"percent_of_copy", "/percent_of_copy"},
    Column{"best_copy_gbps", "/best_copy_gbps"},
    Column{"percent_of_best_copy", "/percent_of_best_copy"},
    Column{"peak_gbps", "/peak_gbps"},
    Column{"percent_of_peak", "/percent_of_peak"},
    Column{"fit_gbps", "/fit/gbps"},
    Column{"fit_fixed_us", "/fit/fixed_us"},
    Column{"cpu_plain_gbps", "/cpu/plain_gbps"},
    Column{"cpu_parallel_gbps", "/cpu/parallel_gbps"},
    Column{"cpu_threads", "/cpu/threads"},
    Column{"launches", "/cost/launches"},
    Column{"barriers_per_thread", "/cost/barriers_per_thread"},
    Column{"bytes_read_per_element", "/cost/bytes_read_per_element"},
    Column{"bytes_written_per_element", "/cost/bytes_written_per_element"},
    Column{"sectors_per_element", "/cost/sectors_per_element"},
    Column{"sector_bytes_used", "/cost/sector_bytes_used"},
    Column{"bank_conflicts_per_element", "/cost/bank_conflicts_per_element"},
    Column{"ideal_bytes_per_element", "/ideal_bytes_per_element"},
    Column{"failure", "/failure/cause"},
};

template <class Cell>
std::string join_cells(Cell cell_of) {
    std::string row;
    for (const Column& column : columns) row += cell_of(column) + ",";
    row.back() = '\n';
    return row;
}

} // namespace

std::string csv_header() {
    return join_cells([](const Column& column) { return std::string(column.name); });
}

std::string csv_row(const nlohmann::json& report) {
    return join_cells([&](const Column& column) {
        const nlohmann::json::json_pointer path(column.path);
        return report.contains(path) ? csv_cell(report.at(path)) : std::string();
    });
}

} // namespace scanlab
