/// \file
/// Refuses, in a sentence, what is not simulated.
#error "the simulator does not have tensor cores (WMMA): write the product with ordinary arithmetic, or run this program on a GPU"
#include "scanlab_sim/refused.h"
