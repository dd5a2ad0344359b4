/// \file
/// Refuses, in a sentence, what is not simulated.
#error "the simulator does not have NCCL: the simulated device is alone"
#include "scanlab_sim/refused.h"
