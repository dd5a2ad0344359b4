#include "explore.hpp"

#include "format.hpp"
#include "text.hpp"

#include <cstdio>

namespace scanlab {

int explore(const ExploreOptions& options) {
    TrialRuns runs(options.program, "schedule");
    note_interruptions();
    for (const Trial& trial : trials(options.schedules, options.order, options.only)) {
        runs.take(trial, runs.run(trial));
        if (interruption() != 0) break; // what is found until now is told
    }
    runs.report();
    fmt::print(stderr, "scanlab: {}{} tried: {}\n", interruption() != 0 ? "interrupted; " : "",
               counted(runs.number(), "schedule"), runs.summary());
    return runs.exit_code();
}

} // namespace scanlab
