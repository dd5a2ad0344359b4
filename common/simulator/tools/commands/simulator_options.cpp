#include "simulator_options.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "shell.hpp"

#include "findings/rules.hpp"

#include <cctype>

namespace scanlab {

namespace {

/// "Multiprocessors of the simulated device; 2 if not given"
std::string help(const sim::Setting& setting) {
    std::string text(setting.help);
    text.front() = static_cast<char>(std::toupper(text.front()));
    if (setting.type == sim::Setting::Type::flag) return text;
    if (!setting.choices.empty()) text += fmt::format(": {}", fmt::join(setting.choices, ", "));
    return fmt::format("{}; {} if not given", text, setting.usual);
}

} // namespace

CLI::Option* add_option(CLI::App& app, const sim::Setting& setting, std::string& value) {
    using enum sim::Setting::Type;
    const std::string option(setting.option);
    if (setting.type == flag)
        return app.add_flag_callback(
            option, [&value] { value = "1"; }, help(setting));
    CLI::Option* const added = app.add_option(option, value, help(setting));
    if (setting.type == number) added->type_name("INT");
    if (setting.type == input || setting.type == file) added->type_name("FILE");
    if (setting.type == rules) added->type_name("RULES")->join(',');
    return added;
}

SimulatorOptions::SimulatorOptions(CLI::App& app, std::string_view command) {
    for (const sim::Setting& setting : sim::setting_table)
        if (is_option_of(command, setting))
            add_option(app, setting, all_.emplace_back(Given{&setting, {}}).option)->group("Simulator");
}

std::string SimulatorOptions::Given::value() const {
    if (!option.empty()) return option;
    const char* const inherited = sim::given(*setting);
    return inherited == nullptr ? "" : inherited;
}

std::string SimulatorOptions::Given::text() const {
    if (option.empty()) return {};
    if (setting->type == sim::Setting::Type::flag) return fmt::format(" {}", setting->option);
    return fmt::format(" {} {}", setting->option, shell_quoted(option));
}

void SimulatorOptions::require_values() const {
    for (const Given& given : all_) {
        const std::string value = given.value();
        if (value.empty()) continue;
        std::string complaint = sim::parse(*given.setting, value).complaint;
        if (complaint.empty() && given.setting->type == sim::Setting::Type::rules)
            complaint = sim::rules_of_option(value, given.setting->option).complaint;
        if (complaint.empty()) continue;
        const std::string name = given.option.empty() ? sim::environment_variable(*given.setting) + "="
                                                      : fmt::format("{} ", given.setting->option);
        throw UsageError(fmt::format("{}{}: {}", name, value, complaint));
    }
}

std::string SimulatorOptions::value(std::string_view name) const {
    for (const Given& given : all_)
        if (given.setting->name == name) return given.value();
    return {};
}

std::optional<sim::Strategy> SimulatorOptions::strategy() const {
    return sim::strategy_named(value("schedule"));
}

Trial SimulatorOptions::trial() const {
    Trial trial;
    if (const auto order = sim::plain_number(value("order"))) trial.order = *order;
    if (const auto chosen = strategy()) trial.strategy = *chosen;
    trial.choices = value("choices");
    return trial;
}

std::vector<std::string> SimulatorOptions::environment() const {
    std::vector<std::string> settings;
    for (const Given& given : all_)
        if (!given.option.empty())
            settings.push_back(sim::environment_variable(*given.setting) + "=" + given.option);
    return settings;
}

std::string SimulatorOptions::device_text() const {
    std::string text;
    for (const Given& given : all_)
        if (given.setting->name != "schedule" && given.setting->name != "order" &&
            given.setting->name != "choices")
            text += given.text();
    return text;
}

std::string SimulatorOptions::text() const {
    std::string text;
    for (const Given& given : all_) text += given.text();
    return text;
}

} // namespace scanlab
