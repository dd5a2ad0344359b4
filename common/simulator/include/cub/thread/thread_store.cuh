/// \file
/// Stores by a thread.
#pragma once

#include "../util_type.cuh"

namespace cub {

enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheStoreModifier MODIFIER, class Iterator, class T>
void ThreadStore(Iterator to, T value) {
    if constexpr (MODIFIER == STORE_VOLATILE && std::is_scalar_v<T> && std::is_pointer_v<Iterator>)
        *const_cast<volatile T*>(to) = value;
    else
        *to = value;
}

} // namespace cub
