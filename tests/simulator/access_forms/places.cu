// Forms of access to variables: of the device, of a block, of a thread, and to arrays inside objects.
#include "form.cuh"

struct Framed {
    int before[3], after;
    int rows[2][3];
};

__device__ int device_array[3], device_neighbour;
__device__ int device_rows[2][3];
__device__ int4 device_vectors[3];
__constant__ int constant_array[3], constant_neighbour;

template <class T>
__device__ T entries[3];

struct DeviceArray : ArrayVariable<int, 3> {
    static __device__ int* place(int*) { return device_array; }
};

struct DeviceVectors : ArrayVariable<int4, 3> {
    static __device__ int4* place(int4*) { return device_vectors; }
};

struct Entries : ArrayVariable<int, 3> {
    static __device__ int* place(int*) { return entries<int>; }
};

template <class T>
__device__ T* with_values(T (&array)[3], bool wanted) {
    if (wanted && threadIdx.x == 0)
        for (T& element : array) element = T{};
    __syncthreads();
    return array;
}

struct SharedArray : ArrayVariable<int, 3> {
    static __device__ int* place(int* values) {
        __shared__ int array[3], neighbour[3];
        with_values(neighbour, true);
        return with_values(array, values != nullptr);
    }
};

struct SharedVectors : ArrayVariable<int4, 3> {
    static __device__ int4* place(int4* values) {
        __shared__ int4 vectors[3];
        return with_values(vectors, values != nullptr);
    }
};

using Row = int[3];
__device__ Row* shared_rows() {
    __shared__ int rows[2][3];
    return rows;
}

struct SharedRows : ArrayVariable<int, 3> {
    static __device__ int* place(int* values) { return with_values(shared_rows()[0], values != nullptr); }
};

/// What the statement declares itself.
struct Local : ArrayVariable<int, 3> {
    static __device__ int* place(int*) { return nullptr; }
};
constexpr unsigned local = is_private | has_value;

using Before = AllocatedObject<Framed, 0, 4, 3>;
using FirstRow = AllocatedObject<Framed, offsetof(Framed, rows), 4, 3>;

// A form is one line.
// clang-format off
FORM_OF(device_variable_write, DeviceArray, __LINE__, writes | has_value, device_array[i] = 3;)
FORM_OF(device_variable_read, DeviceArray, __LINE__, reads | has_value, int x = device_array[i];)
FORM_OF(device_variable_atomic, DeviceArray, __LINE__, updates | has_value, atomicAdd(&device_array[i], 3);)
FORM_OF(device_variable_by_pointer, DeviceArray, __LINE__, writes | has_value, int* q = device_array; q[i] = 3;)
FORM_OF(device_vector_made, DeviceVectors, __LINE__, writes | has_value, device_vectors[i] = make_int4(1, 2, 3, 4);)
FORM_OF(device_vector_copied, DeviceVectors, __LINE__, reads | has_value, int4 x = device_vectors[i];)
FORM_OF(device_row, Local, __LINE__, writes | local, device_rows[0][i] = 3;)
FORM_OF(constant_read, Local, __LINE__, reads | local, int x = constant_array[i];)
FORM_OF(variable_template_write, Entries, __LINE__, writes | has_value, entries<int>[i] = 3;)
FORM_OF(variable_template_read, Entries, __LINE__, reads | has_value, int x = entries<int>[i];)

FORM_OF(shared_write, SharedArray, __LINE__, writes, p[i] = 3;)
FORM_OF(shared_read, SharedArray, __LINE__, reads, int x = p[i];)
FORM_OF(shared_atomic, SharedArray, __LINE__, updates, atomicAdd(p + i, 3);)
FORM_OF(shared_vector_made, SharedVectors, __LINE__, writes, p[i] = make_int4(1, 2, 3, 4);)
FORM_OF(shared_vector_copied, SharedVectors, __LINE__, reads, int4 x = p[i];)
FORM_OF(shared_row, SharedRows, __LINE__, writes, shared_rows()[0][i] = 3;)

FORM_OF(local_array_write, Local, __LINE__, writes | local, int a[3]; a[i] = 3;)
FORM_OF(local_array_read, Local, __LINE__, reads | local, int a[3] = {}; int x = a[i];)
FORM_OF(local_row, Local, __LINE__, reads | local, int a[2][3] = {}; int x = a[0][i];)
FORM_OF(local_member_array, Local, __LINE__, writes | local, Framed f; f.before[i] = 3;)
FORM_OF(local_array_of_pointers, Local, __LINE__, reads | local, int* a[3] = {}; int* x = a[i];)
FORM_OF(local_vectors, Local, __LINE__, writes | local, int4 a[3]; a[i] = make_int4(1, 2, 3, 4);)
FORM_OF(local_array_updated, Local, __LINE__, updates | local, int a[3] = {}; a[i] += 3;)

FORM_OF(member_array, Before, __LINE__, writes, p->before[i] = 3;)
FORM_OF(inner_row, FirstRow, __LINE__, writes, p->rows[0][i] = 3;)
FORM_OF(inner_row_read, FirstRow, __LINE__, reads, int x = p->rows[0][i];)
