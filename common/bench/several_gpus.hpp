/// \file
/// Calls that are dealt to several GPUs: how long they take, and whether they are right under load.
#pragma once

#include "measure_calls.hpp"
#include "stress.hpp"

namespace scanlab {

/// How many GPUs a call can be dealt to here; 0 if there is none.
int usable_gpus();

/// Times calls on n elements, dealt to as many GPUs as the variant says, and copies of each GPU's share
/// on all of them at once: as time_calls() does, but without a graph.
CallTimes time_dealt_calls(const Lesson& lesson, const Variant& variant, long long n,
                           const Patience& patience);

/// As stress(), on all GPUs; the load is on the first one.
StressResult stress_dealt_calls(const Lesson& lesson, Variant variant, long long launches);

} // namespace scanlab
