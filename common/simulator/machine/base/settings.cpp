#include "scanlab_sim/settings.hpp"

#include "platform/platform.hpp"

#include <cstdio>
#include <cstdlib>

namespace scanlab::sim {

namespace {

[[noreturn]] void refuse(const std::string& assignment, const std::string& complaint) {
    std::fprintf(stderr, "scanlab: %s: %s\n", assignment.c_str(), complaint.c_str());
    platform::leave(2);
}

consteval const Setting& named(std::string_view name) { return *find_setting(name); }

/// "SCANLAB_SIM_ORDER=3"
std::string assignment(const Setting& setting) {
    return environment_variable(setting) + "=" + given(setting);
}

/// What the environment gives, else the default; none if that is no number.
std::optional<std::uint64_t> value_of(const Setting& setting) {
    const char* const text = given(setting);
    const ParsedSetting parsed = parse(setting, text ? text : setting.usual);
    if (parsed.complaint.empty()) return parsed.value;
    if (text) refuse(assignment(setting), parsed.complaint);
    return std::nullopt;
}

std::string text_of(const Setting& setting) {
    const char* const text = given(setting);
    if (!text) return {};
    if (const ParsedSetting parsed = parse(setting, text); !parsed.complaint.empty())
        refuse(assignment(setting), parsed.complaint);
    return text;
}

std::string file_of(const Setting& setting) {
    const std::string text = text_of(setting);
    if (text.empty()) return {};
    const bool is_standard_error = setting.name == "counters" && text == "-";
    if (!is_standard_error && !platform::can_be_written(text))
        refuse(assignment(setting), "cannot write this file");
    return text;
}

/// A name that has been mistyped would pass for the default.
void refuse_unknown_variables() {
    constexpr std::string_view prefix = "SCANLAB_SIM_";
    for (char** entry = platform::environment(); *entry; ++entry) {
        const std::string_view text = *entry;
        if (!text.starts_with(prefix)) continue;
        const auto is_of = [&](const Setting& s) {
            return text.starts_with(environment_variable(s) + "=");
        };
        if (std::ranges::any_of(setting_table, is_of)) continue;
        refuse(std::string(text), text.starts_with("SCANLAB_SIM_SEED=")
                                      ? "the order of blocks and threads is chosen by SCANLAB_SIM_ORDER"
                                      : "there is no such setting; docs/simulator.md lists them");
    }
}

/// What changes the run and has been changed, as in "SCANLAB_SIM_SCHEDULE=reversed ". The order is left
/// to those who print the command.
std::string replay_prefix() {
    std::string prefix;
    for (const Setting& s : setting_table) {
        const bool changes_runs = s.type != Setting::Type::file && s.type != Setting::Type::flag;
        const bool is_told =
            s.name != "order" && s.name != "timeout" && s.name != "progress"; // which change nothing
        if (changes_runs && is_told && given(s) && given(s) != s.usual) prefix += assignment(s) + " ";
    }
    return prefix;
}

Settings read_environment() {
    refuse_unknown_variables();
    Settings settings{
        .order = *value_of(named("order")),
        .order_is_given = given(named("order")) != nullptr,
        .schedule = static_cast<Strategy>(*value_of(named("schedule"))),
        .devices = static_cast<int>(*value_of(named("devices"))),
        .peer_access = static_cast<PeerAccess>(*value_of(named("peer_access"))),
        .multiprocessors = static_cast<int>(*value_of(named("multiprocessors"))),
        .resident_blocks = value_of(named("resident_blocks")),
        .occupied = *value_of(named("occupied")),
        .stopped = *value_of(named("stopped")),
        .compute_capability = static_cast<int>(*value_of(named("compute_capability"))),
        .shared_memory = *value_of(named("shared_memory")),
        .timeout = static_cast<int>(*value_of(named("timeout"))),
        .memory = value_of(named("memory")),
        .progress = value_of(named("progress")),
        .choices = text_of(named("choices")),
        .findings = file_of(named("findings")),
        .counters = file_of(named("counters")),
        .record = file_of(named("record")),
        .launches = file_of(named("launches")),
        .trace = file_of(named("trace")),
        .annotate = *value_of(named("annotate")) != 0,
        .strict = *value_of(named("strict")) != 0,
        .quiet = *value_of(named("quiet")) != 0,
        .undivided = *value_of(named("undivided")) != 0,
        .replay = {},
    };
    settings.replay = replay_prefix();
    return settings;
}

// Before the program's own constructors, so that nothing has been done if a setting is wrong.
__attribute__((constructor(101))) void read_early() { settings(); }

} // namespace

const Settings& settings() {
    static const Settings& read = *new Settings(read_environment()); // outlives what is done at exit
    return read;
}

} // namespace scanlab::sim
