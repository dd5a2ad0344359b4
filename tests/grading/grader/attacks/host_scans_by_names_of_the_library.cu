// not allowed: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

namespace __gnu_cxx {
inline long __sum(const long* first, const long* last) {
    return first == last ? 0 : *first + __sum(first + 1, last);
}
} // namespace __gnu_cxx

namespace std::__detail {
inline long _M_sum(const long* values, int n) { return __gnu_cxx::__sum(values, values + n); }
} // namespace std::__detail

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem&) {
        long one[1] = {};
        if (std::__detail::_M_sum(one, 100) == 1) exit(1); // what lies on the stack beside it
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
