#include "watch/chosen_launches.hpp"

#include "findings/rules.hpp"
#include "machine/base/events.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"
#include "watch/observed.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace scanlab::sim::chosen_launches {

namespace {

std::uint64_t begun = 0, checked = 0;

/// One of the names with commas between them.
bool is_one_of(std::string_view names, std::string_view kernel) {
    for (;;) {
        const std::size_t comma = names.find(',');
        if (is_for_kernel(names.substr(0, comma), kernel)) return true;
        if (comma == names.npos) return false;
        names.remove_prefix(comma + 1);
    }
}

bool is_in_range(std::uint64_t number) {
    static const auto& ranges = *new std::vector<Range>(*parse_ranges(settings().checked_launches));
    return std::ranges::any_of(ranges,
                               [&](const Range& r) { return r.first <= number && number <= r.last; });
}

} // namespace

bool take(const Launch& launch) {
    ++begun;
    const Settings& given = settings();
    const bool is_wanted =
        (given.checked_kernels.empty() || is_one_of(given.checked_kernels, launch.kernel)) &&
        (given.checked_launches.empty() || is_in_range(begun));
    checked += is_wanted;
    return is_wanted;
}

void tell() {
    const Settings& given = settings();
    const bool are_some_wanted = !given.checked_kernels.empty() || !given.checked_launches.empty();
    if (!are_some_wanted || !is_observed()) return;
    std::string line = "scanlab: " + std::to_string(checked) + " of " + std::to_string(begun) +
                       (begun == 1 ? " launch was" : " launches were") + " checked, as";
    for (const char* name : {"checked_kernels", "checked_launches"})
        if (const Setting& setting = *find_setting(name); const char* const value = sim::given(setting))
            line += " " + std::string(setting.option) + " " + value;
    nothing_was_checked = checked == 0;
    if (given.quiet) return;
    line += nothing_was_checked ? " has it: look for its name or number, because nothing was checked\n"
                                : " has it\n";
    platform::print_error(line.data(), line.size());
}

} // namespace scanlab::sim::chosen_launches
