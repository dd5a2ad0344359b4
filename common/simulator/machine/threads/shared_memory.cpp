#include "machine/threads/grid_scheduler.hpp"

#include "machine/base/errors.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/misuse.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace scanlab::sim {

namespace {
/// Gives the declaration a number. (One that it has may be of another process: see split_launch.hpp.)
std::size_t number_of(SharedDeclaration& declaration) {
    static std::vector<const SharedDeclaration*> known;
    const auto number = static_cast<std::size_t>(declaration.index);
    if (number < known.size() && known[number] == &declaration) return number;
    known.push_back(&declaration);
    return static_cast<std::size_t>(declaration.index = static_cast<int>(known.size()) - 1);
}
} // namespace

void* shared_storage(SharedDeclaration& declaration, std::size_t bytes, std::size_t alignment) {
    if (!now.thread) {
        report_crash(
            {.kind = FindingKind::host_crash,
             .at = current_source_line(),
             .other = {declaration.file, declaration.line},
             .variable = declaration.name,
             .message =
                 std::string("Host code uses the `__shared__` variable `") + declaration.name + "`.",
             .hint = "Shared memory belongs to a block, and only its kernel can reach it. (Or did you "
                     "forget `<<<…>>>` and call the kernel like a function?)"});
        platform::leave(3);
    }
    Block& block = *now.thread->warp->block;
    const std::size_t index = number_of(declaration);
    if (index < block.shared_table.size() && block.shared_table[index])
        return block.shared_table[index];

    const std::size_t needed = (block.shared_used + alignment - 1) / alignment * alignment + bytes;
    const std::size_t limit = device_shape().shared_per_block + block.dynamic_bytes;
    if (needed > std::min(limit, device_shape().shared_per_block_optin))
        stop_too_much_shared(declaration, needed);
    block.shared_used = needed;
    launch_totals.most_shared_bytes = std::max(launch_totals.most_shared_bytes, needed);

    // Gaps between the variables make an index that leaves one of them show. They leave every variable
    // in the banks that it would have on a GPU.
    constexpr std::size_t all_banks = 128, least_gap = 512, largest_gap = 16 * 1024;
    const std::size_t period = std::max(all_banks, alignment);
    const std::size_t begin =
        block.shared_end + (needed - bytes + period - block.shared_end % period) % period;
    block.shared_end = begin + bytes + std::clamp(bytes, least_gap, largest_gap);
    void* storage = reinterpret_cast<void*>(block.shared_begin + begin);
    std::memset(storage, memory::poison, bytes);
    if (block.shared_table.size() <= index) block.shared_table.resize(index + 1);
    block.shared_table[index] = storage;
    block.shared_variables.push_back({&declaration, block.shared_begin + begin, bytes});
    return storage;
}

void* dynamic_shared_storage(SharedDeclaration& declaration) {
    Block& block = *now.thread->warp->block;
    const std::uintptr_t begin = block.shared_begin + shared_arena_lead;
    if (block.shared_variables.empty() || block.shared_variables.front().begin != begin)
        block.shared_variables.insert(block.shared_variables.begin(),
                                      {&declaration, begin, block.dynamic_bytes});
    return reinterpret_cast<void*>(begin);
}

} // namespace scanlab::sim
