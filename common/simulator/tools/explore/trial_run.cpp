#include "trial_run.hpp"

namespace scanlab {

TrialRun run_trial(const std::vector<std::string>& command, const Trial& trial,
                   std::chrono::seconds limit, const std::filesystem::path& scratch,
                   std::vector<std::string> environment) {
    const auto file = scratch / "findings";
    std::filesystem::remove(file);
    for (std::string& setting : settings(trial)) environment.push_back(std::move(setting));
    environment.push_back("SCANLAB_SIM_FINDINGS=" + file.string());
    environment.emplace_back("SCANLAB_SIM_QUIET=1");
    Ended ended = run_process(command, limit, scratch, environment);
    return {std::move(ended), read_findings(file)};
}

} // namespace scanlab
