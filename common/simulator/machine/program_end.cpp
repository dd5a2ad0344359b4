#include "errors.hpp"
#include "events.hpp"
#include "memory_checks.hpp"
#include "scanlab_sim/findings.hpp"
#include "words/findings.hpp"

#include <utility>

namespace scanlab::sim {

void finish_findings() {
    static bool finished = false;
    if (std::exchange(finished, true)) return;
    report_unchecked_error();
    report_leaks();
    write_findings();
    activate_all();
    announce<&Watcher::program_ends>();
    list_findings();
}

} // namespace scanlab::sim
