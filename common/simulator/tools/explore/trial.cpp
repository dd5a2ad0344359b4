#include "trial.hpp"

namespace scanlab {

using sim::Strategy;

namespace {

constexpr int all_places_but_one = 100'000; // more than there are: one always stays free

bool is_given(const char* setting) { return sim::given(*sim::find_setting(setting)) != nullptr; }

} // namespace

std::vector<Trial> trials(int count, std::uint64_t order, std::optional<Strategy> only) {
    const auto wanted = static_cast<std::size_t>(count);
    if (only) {
        std::vector<Trial> chosen(wanted, {*only});
        for (Trial& trial : chosen) trial.order = order++;
        return chosen;
    }
    const int occupied = is_given("occupied") ? 0 : all_places_but_one;
    std::vector<Trial> chosen;
    for (std::size_t i = 0; i < sim::strategy_names.size(); ++i)
        chosen.push_back({static_cast<Strategy>(i), order});
    for (bool beside_others = true; chosen.size() < wanted; beside_others = !beside_others) {
        chosen.push_back({Strategy::random, ++order, {}, beside_others ? occupied : 0});
        chosen.push_back({Strategy::one_warp_first, order});
        chosen.push_back({Strategy::preempt_anywhere, order});
    }
    chosen.resize(wanted);
    return chosen;
}

std::string options_text(const Trial& trial) {
    if (!trial.choices.empty()) return " --choices " + trial.choices;
    const Trial usual;
    std::string text;
    if (trial.strategy != usual.strategy) text += " --schedule " + sim::name(trial.strategy);
    if (trial.order != usual.order) text += " --order " + std::to_string(trial.order);
    if (trial.occupied > 0) text += " --occupied " + std::to_string(trial.occupied);
    return text;
}

std::vector<std::string> settings(const Trial& trial) {
    if (!trial.choices.empty()) return {"SCANLAB_SIM_CHOICES=" + trial.choices};
    std::vector<std::string> all{"SCANLAB_SIM_SCHEDULE=" + sim::name(trial.strategy),
                                 "SCANLAB_SIM_ORDER=" + std::to_string(trial.order)};
    if (trial.occupied > 0) all.push_back("SCANLAB_SIM_OCCUPIED=" + std::to_string(trial.occupied));
    return all;
}

} // namespace scanlab
