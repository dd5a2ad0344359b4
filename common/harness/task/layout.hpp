/// \file
/// How threads share out the elements.
#pragma once

#include "scanlab/lesson.hpp"

namespace scanlab {

/// Of a lesson's tiles.
struct Layout {
    int block;            ///< threads per block
    int items_per_thread; ///< elements per thread
    Arrangement arrangement = Arrangement::blocked;
    long long tile() const { return static_cast<long long>(block) * items_per_thread; }
};

/// The layout of the tiles that a variant works on.
inline Layout layout_of(const Variant& variant) {
    return {variant.block, variant.items_per_thread, variant.arrangement};
}

} // namespace scanlab
