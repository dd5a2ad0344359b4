#include "machine/threads/threads.hpp"

namespace scanlab::sim {

Now now;
unsigned lanes_per_warp = warpSize;
std::size_t stack_bytes = platform::most_stack_bytes;

} // namespace scanlab::sim
