// CMake links a program of .cu files alone by the CUDA compiler, to which it gives the objects in a file.
__global__ void nothing() {}

int main() {
    nothing<<<1, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
