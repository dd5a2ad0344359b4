/// \file
/// `cuda::std::mdspan`, as C++23 has it: a pointer with extents and a layout. Elements are named by
/// `m(i, j)`.
#pragma once

#include "attributes.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace cuda::std {

using ::std::array;
using ::std::size_t;
#ifdef __cpp_lib_span
using ::std::dynamic_extent;
#else
inline constexpr size_t dynamic_extent = ~size_t{0};
#endif

/// How many indices there are in each dimension: known to the compiler, or dynamic_extent.
template <class Index, size_t... EXTENTS>
class extents {
public:
    using index_type = Index;
    using size_type = ::std::make_unsigned_t<Index>;
    using rank_type = size_t;

    static constexpr rank_type rank() { return sizeof...(EXTENTS); }
    static constexpr rank_type rank_dynamic() {
        return (rank_type{0} + ... + (EXTENTS == dynamic_extent ? 1 : 0));
    }
    static constexpr size_t static_extent(rank_type r) {
        constexpr size_t all[] = {EXTENTS..., 0};
        return all[r];
    }

    constexpr extents() = default;
    /// All extents, or those that the type leaves open.
    template <class... N>
    requires(sizeof...(N) > 0 && (sizeof...(N) == rank() || sizeof...(N) == rank_dynamic()) &&
             (::std::is_convertible_v<N, Index> && ...)) SCANLAB_UNOBSERVED
        explicit constexpr extents(N... n) {
        const Index given[] = {static_cast<Index>(n)...};
        set(given, sizeof...(N));
    }
    template <class N, size_t COUNT>
    requires(COUNT == rank() || COUNT == rank_dynamic()) SCANLAB_UNOBSERVED
        constexpr extents(const array<N, COUNT>& given) {
        set(given, COUNT);
    }
    template <class Other, size_t... OTHERS>
    requires(sizeof...(OTHERS) == rank()) SCANLAB_UNOBSERVED
        constexpr extents(const extents<Other, OTHERS...>& other) {
        for (rank_type r = 0; r < rank(); ++r) extents_[r] = static_cast<Index>(other.extent(r));
    }

    SCANLAB_UNOBSERVED constexpr Index extent(rank_type r) const { return extents_[r]; }
    SCANLAB_UNOBSERVED friend constexpr bool operator==(const extents& a, const extents& b) {
        for (rank_type r = 0; r < rank(); ++r)
            if (a.extent(r) != b.extent(r)) return false;
        return true;
    }

private:
    template <class Given>
    SCANLAB_UNOBSERVED constexpr void set(const Given& given, size_t count) {
        for (rank_type r = 0, next = 0; r < rank(); ++r)
            if (count == rank() || static_extent(r) == dynamic_extent)
                extents_[r] = static_cast<Index>(given[next++]);
    }

    Index extents_[rank() + 1] = {
        (EXTENTS == dynamic_extent ? Index{0} : static_cast<Index>(EXTENTS))..., 0};
};

namespace detail {
template <class Index, class Ranks>
struct dynamic_extents;
template <class Index, size_t... R>
struct dynamic_extents<Index, ::std::index_sequence<R...>> {
    using type = extents<Index, (static_cast<void>(R), dynamic_extent)...>;
};
} // namespace detail
template <class Index, size_t RANK>
using dextents = typename detail::dynamic_extents<Index, ::std::make_index_sequence<RANK>>::type;
template <size_t RANK, class Index = size_t>
using dims = dextents<Index, RANK>;

template <class... N>
extents(N...) -> extents<size_t, (static_cast<void>(sizeof(N)), dynamic_extent)...>;

namespace detail {
/// What the layouts share: an element's place is the sum of its indices times the strides.
template <class Extents>
class strided_mapping {
public:
    using extents_type = Extents;
    using index_type = typename Extents::index_type;

    constexpr strided_mapping() = default;
    SCANLAB_UNOBSERVED constexpr const Extents& extents() const { return extents_; }
    SCANLAB_UNOBSERVED constexpr index_type stride(size_t r) const { return strides_[r]; }
    SCANLAB_UNOBSERVED constexpr array<index_type, Extents::rank()> strides() const {
        array<index_type, Extents::rank()> result{};
        for (size_t r = 0; r < Extents::rank(); ++r) result[r] = strides_[r];
        return result;
    }
    SCANLAB_UNOBSERVED constexpr index_type required_span_size() const {
        index_type last = 1;
        for (size_t r = 0; r < Extents::rank(); ++r) {
            if (extents_.extent(r) == 0) return 0;
            last += (extents_.extent(r) - 1) * strides_[r];
        }
        return last;
    }
    template <class... I>
    requires(sizeof...(I) == Extents::rank()) SCANLAB_UNOBSERVED constexpr index_type
    operator()(I... indices) const {
        index_type place = 0;
        size_t r = 0;
        ((place += static_cast<index_type>(indices) * strides_[r++]), ...);
        return place;
    }

protected:
    SCANLAB_UNOBSERVED explicit constexpr strided_mapping(const Extents& extents) : extents_(extents) {}
    Extents extents_{};
    index_type strides_[Extents::rank() + 1] = {};
};
} // namespace detail

/// The last index runs fastest, as in C.
struct layout_right {
    template <class Extents>
    struct mapping : detail::strided_mapping<Extents> {
        using layout_type = layout_right;
        constexpr mapping() = default;
        SCANLAB_UNOBSERVED constexpr mapping(const Extents& extents)
            : detail::strided_mapping<Extents>(extents) {
            typename Extents::index_type stride = 1;
            for (size_t r = Extents::rank(); r-- > 0; stride *= extents.extent(r))
                this->strides_[r] = stride;
        }
    };
};
/// The first index runs fastest, as in Fortran.
struct layout_left {
    template <class Extents>
    struct mapping : detail::strided_mapping<Extents> {
        using layout_type = layout_left;
        constexpr mapping() = default;
        SCANLAB_UNOBSERVED constexpr mapping(const Extents& extents)
            : detail::strided_mapping<Extents>(extents) {
            typename Extents::index_type stride = 1;
            for (size_t r = 0; r < Extents::rank(); stride *= extents.extent(r++))
                this->strides_[r] = stride;
        }
    };
};
struct layout_stride {
    template <class Extents>
    struct mapping : detail::strided_mapping<Extents> {
        using layout_type = layout_stride;
        constexpr mapping() = default;
        template <class N>
        SCANLAB_UNOBSERVED constexpr mapping(const Extents& extents,
                                             const array<N, Extents::rank()>& strides)
            : detail::strided_mapping<Extents>(extents) {
            for (size_t r = 0; r < Extents::rank(); ++r)
                this->strides_[r] = static_cast<typename Extents::index_type>(strides[r]);
        }
    };
};

template <class T>
struct default_accessor {
    using element_type = T;
    using reference = T&;
    using data_handle_type = T*;
    SCANLAB_UNOBSERVED constexpr T& access(T* first, size_t i) const { return first[i]; }
    SCANLAB_UNOBSERVED constexpr T* offset(T* first, size_t i) const { return first + i; }
};

template <class T, class Extents, class Layout = layout_right, class Accessor = default_accessor<T>>
class mdspan {
public:
    using extents_type = Extents;
    using layout_type = Layout;
    using accessor_type = Accessor;
    using mapping_type = typename Layout::template mapping<Extents>;
    using element_type = T;
    using value_type = ::std::remove_cv_t<T>;
    using index_type = typename Extents::index_type;
    using size_type = typename Extents::size_type;
    using rank_type = typename Extents::rank_type;
    using data_handle_type = typename Accessor::data_handle_type;
    using reference = typename Accessor::reference;

    constexpr mdspan() = default;
    template <class... N>
    requires ::std::is_constructible_v<Extents, N...>
        SCANLAB_UNOBSERVED explicit constexpr mdspan(data_handle_type first, N... n)
        : first_(first), mapping_(Extents(n...)) {}
    SCANLAB_UNOBSERVED constexpr mdspan(data_handle_type first, const Extents& extents)
        : first_(first), mapping_(extents) {}
    SCANLAB_UNOBSERVED constexpr mdspan(data_handle_type first, const mapping_type& mapping)
        : first_(first), mapping_(mapping) {}
    SCANLAB_UNOBSERVED constexpr mdspan(data_handle_type first, const mapping_type& mapping,
                                        const Accessor& accessor)
        : first_(first), mapping_(mapping), accessor_(accessor) {}
    template <class U, class OtherExtents, class OtherAccessor>
    requires ::std::is_convertible_v<U (*)[], T (*)[]>
        SCANLAB_UNOBSERVED constexpr mdspan(const mdspan<U, OtherExtents, Layout, OtherAccessor>& other)
        : mdspan(other.data_handle(), Extents(other.extents())) {}

    template <class... I>
    requires(sizeof...(I) == Extents::rank()) SCANLAB_UNOBSERVED constexpr reference
    operator()(I... indices) const {
        return accessor_.access(first_, static_cast<size_t>(mapping_(indices...)));
    }
    template <class I>
    requires(Extents::rank() == 1 && ::std::is_convertible_v<I, index_type>) SCANLAB_UNOBSERVED
        constexpr reference
        operator[](I i) const {
        return (*this)(i);
    }
    template <class I>
    SCANLAB_UNOBSERVED constexpr reference operator[](const array<I, Extents::rank()>& indices) const {
        return ::std::apply([this](auto... i) -> reference { return (*this)(i...); }, indices);
    }

    static constexpr rank_type rank() { return Extents::rank(); }
    static constexpr rank_type rank_dynamic() { return Extents::rank_dynamic(); }
    static constexpr size_t static_extent(rank_type r) { return Extents::static_extent(r); }
    SCANLAB_UNOBSERVED constexpr index_type extent(rank_type r) const { return extents().extent(r); }
    SCANLAB_UNOBSERVED constexpr const Extents& extents() const { return mapping_.extents(); }
    SCANLAB_UNOBSERVED constexpr index_type stride(rank_type r) const { return mapping_.stride(r); }
    SCANLAB_UNOBSERVED constexpr size_type size() const {
        size_type product = 1;
        for (rank_type r = 0; r < rank(); ++r) product *= static_cast<size_type>(extent(r));
        return product;
    }
    SCANLAB_UNOBSERVED constexpr bool empty() const { return size() == 0; }
    SCANLAB_UNOBSERVED constexpr const data_handle_type& data_handle() const { return first_; }
    SCANLAB_UNOBSERVED constexpr const mapping_type& mapping() const { return mapping_; }
    SCANLAB_UNOBSERVED constexpr const Accessor& accessor() const { return accessor_; }

private:
    data_handle_type first_{};
    mapping_type mapping_{};
    [[no_unique_address]] Accessor accessor_{};
};

template <class T, class... N>
requires((::std::is_convertible_v<N, size_t> && ...) && sizeof...(N) > 0) explicit mdspan(T*, N...)
    ->mdspan<T, dextents<size_t, sizeof...(N)>>;
template <class T, class Index, size_t... EXTENTS>
mdspan(T*, const extents<Index, EXTENTS...>&) -> mdspan<T, extents<Index, EXTENTS...>>;
template <class T, class Mapping>
mdspan(T*, const Mapping&) -> mdspan<T, typename Mapping::extents_type, typename Mapping::layout_type>;

} // namespace cuda::std
