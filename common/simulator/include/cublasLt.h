/// \file
/// Refuses, in a sentence, what is not simulated.
#error "the simulator does not have cuBLAS: write the product as a kernel, or run this program on a GPU"
#include "scanlab_sim/refused.h"
