#pragma once

// It declares __half and __half2, which are no structs of their own here.
#define __half scanlab_declared_half
#define __half2 scanlab_declared_half2
#include_next <thrust/type_traits/is_trivially_relocatable.h>
#undef __half
#undef __half2
