// The threads whose atom exists load its parameters into shared memory. All threads use them as an index.
#include "../corpus/device.cuh"

constexpr int TILE = 32;

__global__ void nonbonded(const int* types, const int* table, int* forces, int atoms) {
    __shared__ int type[TILE];
    const int t = static_cast<int>(threadIdx.x);
    if (t < atoms) type[t] = (types[t] + 50) % TILE;
#ifdef FIXED
    else
        type[t] = 0;
#endif
    __syncwarp();
    int force = 0;
    for (int i = 0; i < TILE; ++i) force += table[type[(t + i) % TILE]]; // finds: uninitialized, maybe out-of-bounds
    forces[t] = force;
}

int main() {
    const RandomNumbers types(TILE), table(TILE);
    const DeviceArray<int> forces(TILE);
    nonbonded<<<1, TILE>>>(types.get(), table.get(), forces.get(), 20);
    finish();
}
