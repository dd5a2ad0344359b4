#include "bench_case.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "scanlab/enumerators.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace scanlab {
namespace {

constexpr std::array sweeps{"size", "block", "items", "kept", "gpus", "data"};
constexpr std::array ways{"row", "alone", "host", "chain"};
constexpr std::array distributions{"random", "runs", "sorted", "equal", "few"};
static_assert(sweeps.size() == enumerators<Sweep>);
static_assert(ways.size() == enumerators<Way> && ways.size() == std::size(all_ways));
static_assert(distributions.size() == enumerators<Data>);

/// The enumerator of that name; false if there is none.
template <class Enum>
bool read_name(std::istream& words, const auto& names, Enum& value) {
    std::string word;
    words >> word;
    const auto at = std::ranges::find(names, word);
    if (at == names.end()) return false;
    value = static_cast<Enum>(at - names.begin());
    return true;
}

} // namespace

std::string_view name(Sweep sweep) { return sweeps[static_cast<std::size_t>(sweep)]; }
std::string_view name(Way way) { return ways[static_cast<std::size_t>(way)]; }
std::string_view name(Data data) { return distributions[static_cast<std::size_t>(data)]; }

std::string format_case(const Case& c) {
    return fmt::format("{} {} {} {} {} {} {}", name(c.sweep), c.n, c.block, c.kept_percent, c.gpus,
                       name(c.way), name(c.data));
}

std::vector<Case> read_cases(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) throw UsageError("--cases {}: cannot be read", path.string());
    std::vector<Case> cases;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Case c{};
        bool is_case = read_name(words, sweeps, c.sweep) &&
                       (words >> c.n >> c.block >> c.kept_percent) && c.n >= 1 && c.kept_percent >= 0 &&
                       c.kept_percent <= 100;
        const auto has_more = [&] { return is_case && !(words >> std::ws).eof(); };
        if (has_more()) is_case = (words >> c.gpus) && c.gpus >= 1;
        if (has_more()) is_case = read_name(words, ways, c.way);
        if (has_more()) is_case = read_name(words, distributions, c.data);
        if (!is_case || has_more())
            throw UsageError("--cases {}: '{}' is no case", path.string(), line);
        cases.push_back(c);
    }
    return cases;
}

} // namespace scanlab
