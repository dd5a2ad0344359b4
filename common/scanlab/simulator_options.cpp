#include "simulator_options.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <cstdlib>

namespace scanlab {

SimulatorOptions::SimulatorOptions(CLI::App& app, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const sim::Setting& setting = *sim::find_setting(name);
        Given& given = all_.emplace_back(Given{&setting, {}});
        std::string help = fmt::format(
            "{} ({}", setting.help,
            setting.choices.empty() ? "" : fmt::format("{}; ", fmt::join(setting.choices, ", ")));
        help += fmt::format("{} if not given)", setting.usual);
        app.add_option(std::string(setting.option), given.option, help)->group("Simulator");
    }
}

std::string SimulatorOptions::Given::value() const {
    if (!option.empty()) return option;
    const char* inherited = std::getenv(sim::environment_variable(*setting).c_str());
    return inherited == nullptr ? "" : inherited;
}

void SimulatorOptions::require_values() const {
    for (const Given& given : all_) {
        const std::string value = given.value();
        if (value.empty()) continue;
        const std::string complaint = sim::parse(*given.setting, value).complaint;
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
        if (!given.option.empty() && given.setting->name != "schedule" &&
            given.setting->name != "order")
            text += fmt::format(" {} {}", given.setting->option, given.option);
    return text;
}

std::string SimulatorOptions::text() const {
    std::string text;
    for (const Given& given : all_)
        if (!given.option.empty()) text += fmt::format(" {} {}", given.setting->option, given.option);
    return text;
}

} // namespace scanlab
