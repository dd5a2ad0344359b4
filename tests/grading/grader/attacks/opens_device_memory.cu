// not allowed: a call of scanlab::sim::DeviceMemoryClosed
#include <scanlab/exercise.hpp>

namespace scanlab::sim { struct DeviceMemoryClosed { ~DeviceMemoryClosed(); }; }

template <int BLOCK>
struct Attack {
    static constexpr int items_per_thread = 2;
    static constexpr auto arrangement = scanlab::Arrangement::striped;

    static void launch(const scanlab::Problem& p) {
        scanlab::sim::DeviceMemoryClosed().~DeviceMemoryClosed(); (void)p;
    }
};

SCANLAB_EXERCISE(sklansky_shared, Attack);
