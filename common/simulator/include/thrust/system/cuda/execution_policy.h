/// \file
/// Thrust's device system on the simulator. What Thrust cannot express by other algorithms stands in
/// detail: everything else, such as transform(), gather(), copy_if() or reduce_by_key(), Thrust itself
/// makes of these.
#pragma once

#include "detail/copy.h"
#include "detail/copy_if.h"
#include "detail/execution_policy.h"
#include "detail/for_each.h"
#include "detail/memory.h"
#include "detail/merge.h"
#include "detail/reduce.h"
#include "detail/reduce_by_key.h"
#include "detail/scan.h"
#include "detail/set_operations.h"
#include "detail/sort.h"
#include "detail/transform.h"
