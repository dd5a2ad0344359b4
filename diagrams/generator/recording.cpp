#include "recording.hpp"

#include "joined_devices.hpp"
#include "scanlab_sim/enumerators.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

namespace scanlab::diagrams {
namespace {

using Json = nlohmann::json;

/// What stands under the key, or `otherwise` if it is absent or null.
template <typename T>
T get(const Json& object, const char* key, T otherwise = {}) {
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? otherwise : found->get<T>();
}

/// The value that the name stands for; `names`: of all values, in their order.
template <typename Enum, std::size_t NAMES>
Enum named(const Json& name, const std::array<const char*, NAMES>& names) {
    static_assert(NAMES == enumerators<Enum>);
    const auto found = std::ranges::find(names, name.get<std::string>());
    if (found == names.end()) throw BadInput(fmt::format("it has an unknown word, {}", name.dump()));
    return static_cast<Enum>(found - names.begin());
}

CodeLine code_line(const Json& json) { return {get(json, "f", -1), get(json, "line", 0)}; }

Variable variable(const Json& json) {
    constexpr std::array kinds{"shared", "dynamic shared", "global", "__device__"};
    return {.name = json.at("name").get<std::string>(),
            .kind = named<Variable::Kind>(json.at("kind"), kinds),
            .elements = json.at("elements").get<long long>(),
            .element_bytes = get(json, "element_bytes", 4),
            .row = get(json, "row", 0LL)};
}

Launch launch(const Json& json) {
    return {.kernel = json.at("kernel").get<std::string>(),
            .grid = json.at("grid").get<std::array<int, 3>>(),
            .block = json.at("block").get<std::array<int, 3>>(),
            .at = code_line(json),
            .device = get(json, "device", 0)};
}

Event event(const Json& json) {
    using Kind = Event::Kind;
    constexpr std::array kinds{"read",   "write", "publish", "receive", "barrier", "sync",  "exit",
                               "launch", "end",   "arrive",  "pass",    "copy",    "copied"};
    Event e{.kind = named<Kind>(json.at("e"), kinds)};
    e.launch = json.at("l").get<int>();
    e.block = get(json, "b", -1);
    e.thread = get(json, "t", -1);
    e.at = code_line(json);
    const bool has_words = e.kind == Kind::read || e.kind == Kind::write || e.kind == Kind::publish ||
                           e.kind == Kind::receive;
    if (e.kind == Kind::sync) e.warp = json.at("w").get<int>();
    if (has_words) e.words = json.at("w").get<std::vector<std::uint32_t>>();
    if (e.kind == Kind::read || e.kind == Kind::write) {
        e.address = json.at("a").get<std::uint64_t>();
        e.bytes = json.at("n").get<int>();
        e.variable = get(json, "v", -1);
        e.index = get(json, "i", -1LL);
        e.instruction = get(json, "p", -1);
        e.is_atomic = get(json, "s", std::string()) == "atomic";
    }
    if (e.kind == Kind::arrive || e.kind == Kind::pass) {
        e.address = json.at("a").get<std::uint64_t>();
        e.phase = json.at("phase").get<long long>();
    }
    if (e.kind == Kind::copy || e.kind == Kind::copied) {
        e.address = json.at("a").get<std::uint64_t>();
        e.to = json.at("to").get<std::uint64_t>();
        e.mbarrier = json.at("m").get<std::uint64_t>();
        e.bytes = json.at("n").get<int>();
    }
    if (e.kind == Kind::receive) e.from = json.at("from").get<int>();
    return e;
}

Piece piece(const Json& json) {
    return {.first = json.at("first").get<long long>(),
            .n = json.at("n").get<long long>(),
            .input = json.at("input").get<std::uint64_t>(),
            .output = json.at("output").get<std::uint64_t>()};
}

std::optional<Recording::Input> input(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return Recording::Input{json.at("address").get<std::uint64_t>(),
                            json.at("values").get<std::vector<std::int64_t>>()};
}

template <typename T>
std::vector<T> list(const Json& json, const char* key, T (*read)(const Json&)) {
    std::vector<T> result;
    for (const Json& item : json.at(key)) result.push_back(read(item));
    return result;
}

/// What a kernel that was stopped has written of the output; nobody could copy it back any more.
std::vector<std::int64_t> left_behind(const Recording& r) {
    constexpr auto untouched = static_cast<std::int32_t>(0xA5A5A5A5); // as fresh memory holds
    std::vector<std::int64_t> values(r.input->values.size(), untouched);
    for (const Event& e : r.events) {
        if (e.kind != Event::Kind::write || e.address < r.output->address) continue;
        const auto bytes = static_cast<std::size_t>(r.output->element_bytes);
        const std::size_t first = (e.address - r.output->address) / bytes;
        if (bytes == 8) {
            if (first < values.size()) values[first] = static_cast<std::int64_t>(e.bits());
            continue;
        }
        for (std::size_t k = 0; k < e.words.size() && first + k < values.size(); ++k)
            values[first + k] = static_cast<std::int32_t>(e.words[k]);
    }
    return values;
}

Recording recording(const Json& json) {
    using Task = Recording::Task;
    constexpr std::array tasks{"none",           "inclusive-scan", "exclusive-scan",
                               "segmented-scan", "wide-scan",      "composition",
                               "compaction",     "split",          "sort"};
    if (json.at("version") != 1)
        throw BadInput(
            fmt::format("it has version {}; this program reads version 1", json.at("version").dump()));
    if (const auto task = get(json, "task", std::string("none"));
        std::ranges::find(tasks, task) == tasks.end())
        throw BadInput(fmt::format(
            "only scans, compactions, splits and sorts can be drawn yet; this task is '{}'", task));
    Recording r;
    r.program = get(json, "name", std::string());
    r.title = get(json, "title", std::string());
    r.number = get(json, "number", 0);
    r.task = named<Task>(get(json, "task", Json("none")), tasks);
    r.each_tile_by_itself = get(json, "scope", std::string("device")) == "block";
    r.block = get(json, "block", 0);
    r.items_per_thread = get(json, "items_per_thread", 1);
    r.warp_size = get(json, "warp_size", 32);
    r.input = input(get(json, "input", Json()));
    r.heads = input(get(json, "heads", Json()));
    if (const Json output = get(json, "output", Json()); !output.is_null())
        r.output = {output.at("address").get<std::uint64_t>(),
                    get(output, "values", std::vector<std::int64_t>()),
                    output.at("expected").get<std::vector<std::int64_t>>(),
                    r.task == Task::wide_scan ? 8 : 4};
    if (const Json kept = get(json, "kept", Json()); !kept.is_null())
        r.kept = kept.at("address").get<std::uint64_t>();
    r.files = get(json, "files", std::vector<std::string>());
    r.variables = list<Variable>(json, "variables", variable);
    r.launches = list<Launch>(json, "launches", launch);
    r.events = list<Event>(json, "events", event);
    r.findings = that_count(read_findings(json.at("findings")));
    if (json.contains("pieces")) r.pieces = list<Piece>(json, "pieces", piece);

    if (r.output && r.input && r.output->values.empty()) r.output->values = left_behind(r);

    const auto is_index = [](int i, std::size_t size) { return i >= 0 && i < static_cast<int>(size); };
    for (const Event& e : r.events)
        if (!is_index(e.launch, r.launches.size()) ||
            (e.variable >= 0 && !is_index(e.variable, r.variables.size())))
            throw BadInput("an event names a launch or a variable that is not there");
    if (r.launches.empty()) throw BadInput("no kernel was launched, so there is nothing to draw");
    if (const int main = r.launches.back().at.file; r.program.empty())
        r.program = is_index(main, r.files.size())
                        ? std::filesystem::path(r.files[static_cast<std::size_t>(main)]).stem().string()
                        : "kernel";
    join_devices(r);
    return r;
}

} // namespace

std::string sentence(const Finding& finding) {
    return (finding.severity == sim::Severity::warning ? "warning: " : "") + finding.message;
}

Recording parse_recording(const std::string& json, const std::string& name) {
    try {
        return recording(Json::parse(json));
    } catch (const BadInput& error) {
        throw BadInput(fmt::format("{} ({})", error.what(), name));
    } catch (const BadFinding& error) {
        throw BadInput(fmt::format("{} ({})", error.what(), name));
    } catch (const Json::exception& error) {
        throw BadInput(fmt::format("{} is not a recording: {}", name, error.what()));
    }
}

Recording read_recording(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    if (!stream || !(text << stream.rdbuf()))
        throw BadInput(
            fmt::format("cannot read {}; ./scanlab draw makes such a recording", file.string()));
    return parse_recording(text.str(), file.string());
}

} // namespace scanlab::diagrams
