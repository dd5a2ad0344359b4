/// \file
/// Refuses, in a sentence, what is not simulated.
#error "the simulator does not have cuRAND for the host: make the random numbers on the host with <random>, or run this program on a GPU"
#include "scanlab_sim/refused.h"
