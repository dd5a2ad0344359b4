// not allowed: line 6: host code reads memory that is not its own
#include <scanlab/exercise.hpp>

scanlab::Exercise scanlab::exercise() {
    volatile long here = 0;
    for (const volatile long* at = &here;; ++at) if (*at == 4711) return {};
}
