#pragma once
// clang-format off
#error "the simulator does not have Thrust's futures and events: call the algorithm itself, with thrust::cuda::par.on(stream)"
// clang-format on
