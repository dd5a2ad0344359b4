#include "explore.hpp"

#include "format.hpp"
#include "text.hpp"

#include <cstdio>

namespace scanlab {

int explore(const ExploreOptions& options) {
    TrialRuns runs(options.program, "schedule");
    for (const Trial& trial : trials(options.schedules, options.order, options.only))
        runs.take(trial, runs.run(trial));
    runs.report();
    fmt::print(stderr, "scanlab: {} tried: {}\n", counted(options.schedules, "schedule"),
               runs.summary());
    return runs.exit_code();
}

} // namespace scanlab
