#include "trial.hpp"

namespace scanlab {

using sim::Strategy;

std::vector<Trial> trials(int count, std::uint64_t order, std::optional<Strategy> only) {
    const auto wanted = static_cast<std::size_t>(count);
    std::vector<Strategy> round{Strategy::random,         Strategy::round_robin,
                                Strategy::reversed,       Strategy::last_block_first,
                                Strategy::one_warp_first, Strategy::preempt_anywhere};
    if (only) round = {*only};
    std::vector<Trial> chosen;
    while (chosen.size() < wanted) {
        for (const Strategy strategy : round)
            if (chosen.size() < wanted) chosen.push_back({strategy, order});
        ++order;
        if (!only) round = {Strategy::random, Strategy::one_warp_first, Strategy::preempt_anywhere};
    }
    return chosen;
}

std::string options_text(const Trial& trial) {
    if (!trial.choices.empty()) return " --choices " + trial.choices;
    const Trial usual;
    std::string text;
    if (trial.strategy != usual.strategy) text += " --schedule " + sim::name(trial.strategy);
    if (trial.order != usual.order) text += " --order " + std::to_string(trial.order);
    return text;
}

std::vector<std::string> settings(const Trial& trial) {
    if (!trial.choices.empty()) return {"SCANLAB_SIM_CHOICES=" + trial.choices};
    return {"SCANLAB_SIM_SCHEDULE=" + sim::name(trial.strategy),
            "SCANLAB_SIM_ORDER=" + std::to_string(trial.order)};
}

} // namespace scanlab
