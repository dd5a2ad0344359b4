/// \file
/// Strong accesses that do not race, since each of them is done as a whole and the other sees it, but
/// whose order matters, and that nothing orders. No model of memory calls that undefined, so it is a
/// guess, and a warning.
#pragma once

#include "watch/races/access.hpp"

#include <cstdint>

namespace scanlab::sim::missing_order {

void begin_launch();

/// Threads agree by what is at the address: they wait for it, or exchange it if it is as expected. No
/// order is missing there.
void note_flag(std::uintptr_t address);

/// Two strong accesses conflict whose scopes include each other, and that are of one size. Whether an
/// order is most likely missing between them:
/// - two threads store different values, at least one by a volatile access, and nothing says which
/// stays;
/// - a thread has seen, without acquiring, what the other stored later elsewhere, and reads this as if
///   it had to be there; or it has acquired that, but the scope of a fence or an access was too narrow;
/// - one reads what the other writes, at least one by a volatile access, and the two synchronise by
///   releasing and acquiring, but not here.
/// To be asked of each pair in the order of the accesses.
bool is_likely(const Access& access, const Earlier& earlier);

/// Reports it at the end of the launch, unless the address turns out to be a flag. Of a kind some are
/// enough.
bool has_enough_suspects(std::uint64_t key);
void suspect(std::uintptr_t address, std::uint64_t key, const Access& access, const Earlier& earlier,
             const Finding& finding);
/// A thread fences, and then reads once more what it had read before its suspect read: it checks
/// whether anything has been written meanwhile (a sequence lock), and no order is missing.
void note_fence(const Thread& thread);
void note_read(const Thread& thread, std::uintptr_t address);
void report_suspects();
bool has_suspects();

} // namespace scanlab::sim::missing_order
