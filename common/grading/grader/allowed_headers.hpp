/// \file
/// All headers that an exercise may include: none of those with whole scans, for example
/// device_scan.cuh. Its file begins with them, precompiled, so that no macro in it can change what they
/// say, and the compiler may read no others (scanlab_compile_object). The policy takes its list from
/// here.

// The kit's and CUDA's, by <…> or "…". These are read with the file, and their functions have no more
// rights than the file's own: what the translator changes, and what tells that the program means
// cuda::std.
#if 0
#include "cuda/std/../../scanlab_sim/cuda_std.hpp"
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/concepts>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>
#include <cuda/std/ctime>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/memory>
#include <cuda/std/new>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/string_view>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/std/version>
#include <scanlab/bulk_copy.cuh>
#include <scanlab/cache_policy.cuh>
#include <scanlab/collectives.cuh>
#include <scanlab/hinted_copy.cuh>
#include <scanlab/look_ahead.cuh>
#include <scanlab/look_ahead_warps.cuh>
#include <scanlab/look_back.cuh>
#include <scanlab/ordered_look_ahead.cuh>
#include <scanlab/overlapping_launch.cuh>
#include <scanlab/register_look_ahead.cuh>
#include <scanlab/scan_counts.cuh>
#include <scanlab/share_scan.cuh>
#include <scanlab/slices.cuh>
#include <scanlab/tile.cuh>
#endif
#include <scanlab/ceil_div.hpp>
#include <scanlab/check.cuh>
#include <scanlab/communicators.cuh>
#include <scanlab/device_attribute.cuh>
#include <scanlab/eight_numbers.cuh>
#include <scanlab/enumerators.hpp>
#include <scanlab/exercise.hpp>
#include <scanlab/lesson.hpp>
#include <scanlab/look_back_of.cuh>
#include <scanlab/operators.cuh>
#include <scanlab/tile_of.cuh>
#include <scanlab/warp_size.hpp>

// In "…": what those need, and an exercise may not include.
#include "chrono"
#include "complex"
#include "ratio"
#include "scanlab_sim/cuda_atomic.hpp"
#include "scanlab_sim/mdspan.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/ptx>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <nccl.h>
#include <vector_functions.h>
#include <vector_types.h>

// C++'s and C's, by <…>
#include <algorithm>
#include <array>
#include <assert.h>
#include <bit>
#include <bitset>
#include <cassert>
#include <cctype>
#include <cfloat>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <ctype.h>
#include <deque>
#include <exception>
#include <float.h>
#include <functional>
#include <initializer_list>
#include <inttypes.h>
#include <iterator>
#include <limits.h>
#include <limits>
#include <list>
#include <map>
#include <math.h>
#include <memory>
#include <new>
#include <numbers>
#include <numeric>
#include <optional>
#include <queue>
#include <ranges>
#include <set>
#include <span>
#include <stack>
#include <stdbool.h>
#include <stddef.h>
#include <stdexcept>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>
#include <version>

// What the file asks the preprocessor says nothing of the machine: all headers that it may ask for are
// there.
#pragma clang diagnostic ignored "-Wbuiltin-macro-redefined"
#define __has_include(header) 1
#undef __has_include_next
#define _Pragma(text)
