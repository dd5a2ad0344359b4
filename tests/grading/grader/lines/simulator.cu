// The simulator's own functions, and those of CUDA by which the host might fetch results.
#include <scanlab/exercise.hpp>

extern "C" void _ZN7scanlab3sim10reset_costEv();
namespace scanlab::sim {
void set_order(std::uint64_t), finish_findings();
struct DeviceMemoryClosed {
    ~DeviceMemoryClosed();
};
} // namespace scanlab::sim
__device__ int total;

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem& p) {
        int host[4];
        void* any = host;
        cudaLaunchHostFunc(p.stream, [](void*) {}, nullptr);   // refused: a call of cudaLaunchHostFunc
        cudaMallocManaged(&any, 4);                            // refused somewhere: a call of cudaMallocManaged
        cudaMallocHost(&any, 4);                               // refused somewhere: a call of cudaMallocHost
        cudaMemcpyFromSymbol(&host, total, sizeof host);       // refused somewhere: a call of cudaMemcpyFromSymbol()
        cudaMemcpy2D(host, 16, p.input, 16, 16, 1, cudaMemcpyDeviceToHost); // refused: a call of cudaMemcpy2D

        _ZN7scanlab3sim10reset_costEv();                       // refused: a call of scanlab::sim::reset_cost
        scanlab::run({}, {}, 0, nullptr);                      // refused: a call of scanlab::run
        scanlab::sim::set_order(0);                            // refused: a call of scanlab::sim::set_order
        scanlab::sim::finish_findings();                       // refused: a call of scanlab::sim::finish_findings
        scanlab::sim::DeviceMemoryClosed().~DeviceMemoryClosed(); // refused: a call of scanlab::sim::DeviceMemoryClosed
        scanlab::sim::LaunchConfig config(1, 1);
        scanlab::sim::Launch launch{"k", nullptr, &config, nullptr, 0};
        scanlab::sim::run_grid(launch, [](void*) {}, nullptr, 0); // refused: a call of scanlab::sim::run_grid
        scanlab::sim::submit("k", p.input, {}, config, &any);  // refused: a call of scanlab::sim::submit
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
