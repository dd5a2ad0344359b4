/// \file
/// Who has the tasks' rows.
#pragma once

#include "task.hpp"

#include <span>

namespace scanlab {

using Family = std::span<const TaskTraits>;

Family scans();            ///< scan.cpp
Family float_scans();      ///< float_scan.cpp
Family compactions();      ///< compaction.cpp
Family sorts();            ///< sort.cpp
Family run_length_tasks(); ///< run_lengths.cpp
Family yardsticks();       ///< yardstick.cpp

constexpr Family (*families[])(){scans, float_scans, compactions, sorts, run_length_tasks, yardsticks};

} // namespace scanlab
