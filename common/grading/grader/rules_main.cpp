// rules REQUEST: what the grader and the simulator go by, for pages of the site. The file REQUEST has
// one question, as JSON, and the answer comes as JSON on standard output.
//
// Whether a condition holds; null if it names a value that is not given:
//     {"condition": "launches <= log2(n)", "values": {"launches": 3, "n": 8}}
// Which sizes to try:
//     {"class": "ragged", "task": "inclusive-scan", "block": 256, "items_per_thread": 4}
// A text for each finding, the same for those that are one to the user:
//     {"findings": [ … ]}
//
// Exit code 2, and a line on standard error: there is no such question.
#include "format.hpp"
#include "formula.hpp"
#include "read_findings.hpp"
#include "size_class.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <fstream>
#include <set>
#include <stdexcept>

namespace {

using namespace scanlab;
using nlohmann::json;

/// Pages try the same sizes whenever they are asked.
constexpr std::uint64_t seed = 1, order = 1;

json holds(const std::string& condition, const Values& values) {
    const auto is_known = [&](std::string_view name) { return values.contains(name); };
    if (!std::ranges::all_of(names_in(condition), is_known)) return nullptr;
    return evaluate(condition, values).holds;
}

json sizes(const json& request) {
    const Task task = task_named(request.at("task").get<std::string>()).value();
    const Layout layout{.block = request.at("block"),
                        .items_per_thread = request.at("items_per_thread")};
    const auto size_class = grader::size_class_named(request.at("class").get<std::string>());
    std::set<long long> all;
    for (const Checks& checks : grader::checks_of(size_class, task, layout, false, seed, order))
        all.insert(checks.sizes.begin(), checks.sizes.end());
    return all;
}

json identities(const json& findings) {
    json all = json::array();
    for (const sim::Finding& finding : read_findings(findings))
        all.push_back(json(sim::identity(finding)).dump());
    return all;
}

json answer(const json& request) {
    if (request.contains("condition")) return holds(request.at("condition"), request.at("values"));
    if (request.contains("class")) return sizes(request);
    return identities(request.at("findings"));
}

} // namespace

int main(int argc, char** argv) {
    try {
        if (argc != 2) throw std::invalid_argument("usage: rules REQUEST.json");
        std::ifstream file(argv[1]);
        fmt::print("{}\n", answer(json::parse(file)).dump());
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
