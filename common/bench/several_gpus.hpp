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

/// The largest n that it can time with the memory that is free on the first GPU.
long long largest_dealt(const Variant& variant);

/// Gives `use` a function that makes a call on n elements, dealt to one GPU, and waits for its end. (A
/// profiler runs one kernel at a time, but the kernels of several GPUs wait for each other.)
void with_dealt_call(const Lesson& lesson, Variant variant, long long n,
                     const std::function<void(const std::function<void()>&)>& use);

/// As stress(), on all GPUs; the load is on the first one.
StressResult stress_dealt_calls(const Lesson& lesson, Variant variant, long long launches);

} // namespace scanlab
