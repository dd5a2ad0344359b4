#include "scanlab_sim/settings.hpp"

#include "findings/rules.hpp"
#include "platform/platform.hpp"

#include <cstdio>
#include <cstdlib>

namespace scanlab::sim {

namespace {

[[noreturn]] void refuse(const std::string& assignment, const std::string& complaint) {
    std::fprintf(stderr, "scanlab: %s: %s\n", assignment.c_str(), complaint.c_str());
    platform::leave(2);
}

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
    std::string complaint = parse(setting, text).complaint;
    if (setting.type == Setting::Type::rules && complaint.empty())
        complaint = rules_of_option(text, setting.option).complaint;
    if (!complaint.empty()) refuse(assignment(setting), complaint);
    return text;
}

std::string file_of(const Setting& setting) {
    const std::string text = name_for_process(text_of(setting), platform::process_number());
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
                                      : "there is no such setting; ./scanlab sim --help lists them");
    }
}

/// What changes the run and has been changed, as in "SCANLAB_SIM_SCHEDULE=reversed ". The order is left
/// to those who print the command.
std::string replay_prefix() {
    std::string prefix;
    for (const Setting& s : setting_table) {
        using enum Setting::Type;
        const bool changes_runs = s.type == number || s.type == choice || s.type == order;
        const bool is_told = s.name != "order" && s.name != "timeout" && s.name != "patience" &&
                             s.name != "progress"; // which change nothing
        if (changes_runs && is_told && given(s) && given(s) != s.usual) prefix += assignment(s) + " ";
    }
    return prefix;
}

/// Sets the setting's member to what the environment gives, else to the default.
class MemberSetter {
public:
    MemberSetter(const Setting& setting, Settings& into) : setting_(setting), into_(into) {}

    void operator()(std::string Settings::*text) const {
        into_.*text = setting_.type == Setting::Type::file ? file_of(setting_) : text_of(setting_);
    }
    void operator()(std::optional<std::uint64_t> Settings::*number) const {
        into_.*number = value_of(setting_);
    }
    template <class Value>
    void operator()(Value Settings::*value) const {
        into_.*value = static_cast<Value>(*value_of(setting_));
    }

private:
    const Setting& setting_;
    Settings& into_;
};

Settings read_environment() {
    refuse_unknown_variables();
    Settings settings{};
    for (const Setting& setting : setting_table)
        std::visit(MemberSetter(setting, settings), setting.member);
    settings.order_is_given = given(*find_setting("order")) != nullptr;
    settings.replay = replay_prefix();
    return settings;
}

// Before the program's own constructors, so that nothing has been done if a setting is wrong.
__attribute__((constructor(101))) void read_early() {
    if (!platform::another_runtime_serves()) settings();
}

} // namespace

const Settings& settings() {
    static const Settings& read = *new Settings(read_environment()); // outlives what is done at exit
    return read;
}

} // namespace scanlab::sim
