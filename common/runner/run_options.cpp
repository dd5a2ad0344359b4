#include "run_options.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <algorithm>

namespace scanlab {

void require_sense(const RunOptions& options, const std::string& backend, std::size_t lessons) {
    const bool counts = options.counters || options.annotate;
    if (backend != "sim") {
        if (options.fast)
            throw UsageError("--fast is a mode of the simulator; a GPU is always as fast as it can be");
        if (counts)
            throw UsageError(
                "--counters and --annotate: the simulator counts, a GPU does not; use --sim");
        if (options.schedules > 1 || !options.settings_text.empty())
            throw UsageError(fmt::format("{}: a GPU has its own; use --sim",
                                         options.schedules > 1 ? " --schedules" : options.settings_text)
                                 .substr(1));
    }
    if (counts && options.fast)
        throw UsageError("--counters and --annotate need the accesses that --fast does not observe");
    if (counts && options.schedules > 1)
        throw UsageError("--counters and --annotate count one run: leave out --schedules");
    const bool writes = std::ranges::count(options.passed_on, "--output") > 0;
    if (writes && lessons != 1) throw UsageError("--output takes the result of one lesson: name one");
}

} // namespace scanlab
