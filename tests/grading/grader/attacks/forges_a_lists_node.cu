// not allowed: host code writes memory that is not its own
#include <scanlab/exercise.hpp>

#include <list>

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;

    static void launch(const scanlab::Problem& p) {
        std::list<long> list{1};
        void** const node = reinterpret_cast<void**>(&*list.begin()) - 2; // its neighbours
        node[0] = node[1] = const_cast<scanlab::Problem*>(&p);
        list.pop_front();
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
