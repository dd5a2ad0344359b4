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

constexpr std::array names{"size", "block", "items", "kept", "gpus"};
static_assert(names.size() == enumerators<Sweep>);

} // namespace

std::string_view name(Sweep sweep) { return names[static_cast<std::size_t>(sweep)]; }

std::string format_case(const Case& c) {
    return fmt::format("{} {} {} {} {}", name(c.sweep), c.n, c.block, c.kept_percent, c.gpus);
}

std::vector<Case> read_cases(const std::filesystem::path& path) {
    std::ifstream file(path);
    if (!file) throw UsageError("--cases {}: cannot be read", path.string());
    std::vector<Case> cases;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string sweep;
        Case c{};
        words >> sweep >> c.n >> c.block >> c.kept_percent;
        const bool whole = !words.fail();
        if (int gpus; words >> gpus) c.gpus = gpus; // usually one
        const auto at = std::ranges::find(names, sweep);
        if (!whole || at == names.end() || c.n < 1 || c.kept_percent < 0 || c.kept_percent > 100 ||
            c.gpus < 1)
            throw UsageError("--cases {}: '{}' is no case", path.string(), line);
        c.sweep = static_cast<Sweep>(at - names.begin());
        cases.push_back(c);
    }
    return cases;
}

} // namespace scanlab
