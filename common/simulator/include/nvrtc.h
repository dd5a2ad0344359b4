/// \file
/// Refuses, in a sentence, what is not simulated.
#error "the simulator does not have the runtime compiler NVRTC: compile the kernels with the program"
#include "scanlab_sim/refused.h"
