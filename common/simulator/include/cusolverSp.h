/// \file
/// cuSOLVER's names for sparse matrices (see cusolver_common.h).
#pragma once

#include "cusolver_common.h"
#include "cusparse.h"

using cusolverSpHandle_t = struct cusolverSpContext*;

#define SCANLAB_CUSOLVER_ALL(name)                                                                     \
    SCANLAB_CUSOLVER(SpS##name)                                                                        \
    SCANLAB_CUSOLVER(SpD##name)                                                                        \
    SCANLAB_CUSOLVER(SpC##name)                                                                        \
    SCANLAB_CUSOLVER(SpZ##name)
SCANLAB_CUSOLVER(SpCreate)
SCANLAB_CUSOLVER(SpDestroy)
SCANLAB_CUSOLVER(SpSetStream)
SCANLAB_CUSOLVER_ALL(csrlsvlu)
SCANLAB_CUSOLVER_ALL(csrlsvluHost)
SCANLAB_CUSOLVER_ALL(csrlsvqr)
SCANLAB_CUSOLVER_ALL(csrlsvchol)
SCANLAB_CUSOLVER_ALL(csreigvsi)
#undef SCANLAB_CUSOLVER_ALL
