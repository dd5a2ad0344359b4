/// \file
/// Refuses, in a sentence, what is not simulated.
#error "the simulator does not have cuSOLVER: run this program on a GPU"
#include "scanlab_sim/refused.h"
