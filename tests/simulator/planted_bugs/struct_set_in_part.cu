// Vectors and structs of which some members are set, and others used: at once, by another function, in a later launch, by the host.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int LANES = 32;

__global__ void use_third(int* output) {
    int4 vector;
    vector.x = 1;
    vector.y = 2;
    output[threadIdx.x] = vector.x + vector.z; // finds: uninitialized
}

__global__ void keep_half(int4* vectors) {
    int4 vector;
    vector.x = static_cast<int>(threadIdx.x);
    vector.y = 2;
    vectors[threadIdx.x] = vector;
}
__global__ void add_last(const int4* vectors, int* output) {
    output[threadIdx.x] = vectors[threadIdx.x].x + vectors[threadIdx.x].w; // finds: uninitialized
}

struct Particle {
    int id;
    float weight;
    int next;
};
__device__ Particle made(int id) {
    Particle particle;
    particle.id = id;
    particle.weight = 1;
    return particle;
}
__global__ void follow(int* output) {
    const Particle particle = made(static_cast<int>(threadIdx.x));
    if (particle.next >= 0) output[threadIdx.x] = particle.id; // finds: uninitialized
}

__device__ void begin(Particle& particle, int id) {
    particle.id = id;
    particle.next = -1;
}
__device__ float mass(const Particle& particle) { return particle.weight * 2; }
__global__ void weigh(float* output) {
    Particle particle;
    begin(particle, 3);
    output[threadIdx.x] = mass(particle); // finds: uninitialized
}

__global__ void keep_ids(Particle* particles) {
    Particle particle;
    particle.id = static_cast<int>(threadIdx.x);
    particles[threadIdx.x] = particle;
}

struct Key {
    int row;
    char column;
    int layer;
};
__device__ unsigned hash(const void* key, int bytes) {
    const auto* byte = static_cast<const unsigned char*>(key);
    unsigned hash = 2166136261u;
    for (int i = 0; i < bytes; ++i) hash = (hash ^ byte[i]) * 16777619u; // finds: uninitialized
    return hash;
}
__global__ void hash_with_padding(unsigned* output) {
    Key key;
    key.row = static_cast<int>(threadIdx.x);
    key.column = 1;
    key.layer = 2;
    output[threadIdx.x] = hash(&key, sizeof key);
}

int main() {
    const DeviceArray<int> output(LANES);
    const DeviceArray<int4> vectors(LANES);
    const DeviceArray<float> weights(LANES);
    const DeviceArray<unsigned> hashes(LANES);
    const DeviceArray<Particle> particles(LANES);
    use_third<<<1, LANES>>>(output.get());
    keep_half<<<1, LANES>>>(vectors.get());
    add_last<<<1, LANES>>>(vectors.get(), output.get());
    follow<<<1, LANES>>>(output.get());
    weigh<<<1, LANES>>>(weights.get());
    hash_with_padding<<<1, LANES>>>(hashes.get());
    keep_ids<<<1, LANES>>>(particles.get());
    Particle fetched[LANES];
    check(cudaMemcpy(fetched, particles.get(), sizeof fetched, cudaMemcpyDeviceToHost));
    for (const Particle& particle : fetched)
        if (particle.next > 0) return 1; // finds: uninitialized
    finish();
}
