/// \file
/// All that watches the machine. A watcher is a file, a line here, and one in watchers.cpp.
#pragma once

#include "machine/base/events.hpp"

namespace scanlab::sim {

extern const Watcher standstills; ///< sync_findings.cpp
namespace circles {
extern const Watcher watcher;
}
extern const Watcher checks; ///< checks.cpp
namespace counters {
extern const Watcher watcher;
}
namespace recorder {
extern const Watcher watcher;
}
extern const Watcher synchronisations; ///< synchronisations.cpp
namespace copied_gaps {
extern const Watcher watcher;
}
namespace lost_results {
extern const Watcher watcher;
}

} // namespace scanlab::sim
