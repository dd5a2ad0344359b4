#include "format_options.hpp"

#include "errors.hpp"
#include "simulator_options.hpp"

#include "read_findings.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

namespace scanlab {

FormatOptions::FormatOptions(CLI::App& app) {
    for (const sim::Format& format : sim::formats) {
        const sim::Setting& setting = *sim::find_setting(format.setting);
        std::string& value = values_[setting.name];
        if (const char* const inherited = sim::given(setting)) value = inherited;
        unsetenv(sim::environment_variable(setting).c_str());
        add_option(app, setting, value)->group("Findings");
    }
}

void FormatOptions::require_values() {
    for (auto& [name, value] : values_) {
        const sim::Setting& setting = *sim::find_setting(name);
        if (setting.type != sim::Setting::Type::file || value.empty()) continue;
        value = sim::name_for_process(value, std::to_string(getpid()));
        if (!std::ofstream(value))
            throw UsageError("{} {}: cannot write this file", setting.option, value);
    }
}

bool FormatOptions::any() const {
    return std::ranges::any_of(values_, [](const auto& format) { return !format.second.empty(); });
}

void FormatOptions::write(const std::vector<sim::Finding>& findings) const {
    const std::string complaints = sim::write_formats(
        findings, [this](const sim::Setting& setting) { return values_.at(setting.name); });
    if (!complaints.empty()) throw UsageError(complaints);
}

void FormatOptions::write(const std::filesystem::path& json) const {
    if (any()) write(read_findings(json));
}

} // namespace scanlab
