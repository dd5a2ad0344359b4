/// \file
/// Which elements begin a run of equal ones. Thrust's own reads the element before the first, and
/// throws it away.
#pragma once

#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/iterator/transform_iterator.h>

namespace thrust::detail {

template <class Iterator,
          class Equal = thrust::equal_to<typename thrust::iterator_value<Iterator>::type>,
          class Flag = bool, class Index = typename thrust::iterator_difference<Iterator>::type>
class head_flags {
    struct is_head {
        Iterator first;
        Equal equal;
        Flag operator()(Index i) {
            using T = typename thrust::iterator_value<Iterator>::type;
            return i == 0 || !equal(T(first[i]), T(first[i - 1]));
        }
    };

public:
    using iterator = thrust::transform_iterator<is_head, thrust::counting_iterator<Index>, Flag>;

    head_flags(Iterator first, Iterator last, Equal equal = {})
        : begin_(thrust::counting_iterator<Index>(0), is_head{first, equal}),
          end_(begin_ + (last - first)) {}
    iterator begin() const { return begin_; }
    iterator end() const { return end_; }
    template <class I>
    Flag operator[](I i) const {
        return *(begin_ + i);
    }

private:
    iterator begin_, end_;
};

} // namespace thrust::detail
