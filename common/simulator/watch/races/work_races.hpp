/// \file
/// Races between works of the host's: launches, copies, and what the host does itself.
#pragma once

#include "machine/work/streams.hpp"
#include "watch/races/access.hpp"

namespace scanlab::sim {

/// What two accesses are that belong to different works, which nothing orders.
FindingKind kind_of_works(const Access& a, const Earlier& e);
/// In words; `word` is the address of the word that both concern. `verdict`: the last sentence; empty:
/// the usual one.
Finding race_of_works(FindingKind kind, const Access& a, const Earlier& e, std::uintptr_t word,
                      const std::string& verdict = {});
/// The thread touches what work has freed already that nothing orders before it.
Finding touch_of_released(const Access& a, const Work& release);

} // namespace scanlab::sim
