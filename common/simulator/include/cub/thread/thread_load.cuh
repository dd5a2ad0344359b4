/// \file
/// Loads by a thread. Caches do not matter here, but that volatile ones may not be moved does.
#pragma once

#include "../util_type.cuh"

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };

template <CacheLoadModifier MODIFIER, class Iterator>
auto ThreadLoad(Iterator from) {
    using T = detail::value_of<Iterator>;
    if constexpr (MODIFIER == LOAD_LDG && std::is_arithmetic_v<T> && std::is_pointer_v<Iterator>)
        return T(__ldg(from));
    else if constexpr ((MODIFIER == LOAD_VOLATILE || MODIFIER == LOAD_CV) && std::is_scalar_v<T> &&
                       std::is_pointer_v<Iterator>)
        return T(*const_cast<const volatile T*>(from));
    else
        return T(*from);
}

} // namespace cub
