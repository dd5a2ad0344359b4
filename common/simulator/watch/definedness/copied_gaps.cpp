#include "watch/definedness/copied_gaps.hpp"

#include "findings/source_lines.hpp"
#include "machine/base/call_site.hpp"
#include "machine/base/events.hpp"
#include "machine/base/sentinel.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/memory_text.hpp"
#include "watch/races/shadow.hpp"
#include "watch/watchers.hpp"

#include <cstdint>
#include <map>

namespace scanlab::sim::copied_gaps {

namespace {

struct Copy {
    std::size_t bytes;
    Source first; ///< of its first byte
};
/// By where they begin; none overlaps another one.
std::map<std::uintptr_t, Copy>& copies() {
    static auto& instance = *new std::map<std::uintptr_t, Copy>;
    return instance;
}
constexpr std::size_t most_copies = 256; ///< that are remembered

void forget(std::uintptr_t begin, std::size_t bytes) {
    auto at = copies().lower_bound(begin);
    if (at != copies().begin() && std::prev(at)->first + std::prev(at)->second.bytes > begin) --at;
    while (at != copies().end() && at->first < begin + bytes) at = copies().erase(at);
}

/// Whether some word was never set, and nothing has been written there: else a kernel has moved it.
bool has_gap(const void* from, std::size_t bytes) {
    constexpr std::size_t word = UnsetMemory::word_bytes;
    const auto begin = reinterpret_cast<std::uintptr_t>(from);
    for (std::uintptr_t at = (begin + word - 1) / word * word; at + word <= begin + bytes; at += word)
        if (UnsetMemory::holds(at, word) && !shadow::any_initialized(at, word)) return true;
    return false;
}

void note_copy(const void* to, const void* from, std::size_t bytes) {
    if (memory::is_device_address(to)) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(to);
    if (!copies().empty()) forget(begin, bytes);
    if (!memory::is_device_address(from) || !has_gap(from, bytes)) return;
    const auto allocation = memory::find(from);
    if (!allocation || copies().size() == most_copies) return;
    copies().emplace(begin, Copy{bytes,
                                 {allocation_name(*allocation), variable_of(*allocation),
                                  reinterpret_cast<std::uintptr_t>(from) - allocation->begin,
                                  source_line(call_site())}});
}

} // namespace

std::optional<Source> source_of(const void* host_memory) {
    const auto address = reinterpret_cast<std::uintptr_t>(host_memory);
    const auto after = copies().upper_bound(address);
    if (after == copies().begin()) return std::nullopt;
    const auto& [begin, copy] = *std::prev(after);
    if (address >= begin + copy.bytes) return std::nullopt;
    Source source = copy.first;
    source.offset += address - begin;
    return source;
}

constinit const Watcher watcher{.host_copies = note_copy};

} // namespace scanlab::sim::copied_gaps
