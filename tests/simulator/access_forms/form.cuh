/// \file
/// Forms in which C++ accesses memory, one per line, each tried with a race, with an access out of
/// bounds, and on memory that has never been written. A new form is a FORM() in one of the sources.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

// The statements of forms leave their results unused.
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"

/// What a form does to its object.
enum Effect : unsigned {
    reads = 1,
    writes = 2,
    updates = reads | writes,
    has_value = 4,  ///< its memory is never without one
    is_private = 8, ///< no other thread reaches its memory
};

/// One of the forms, for the host.
struct Form {
    const char* name;
    int line;                          ///< where it stands
    int access_line;                   ///< where its access does, which findings have to name
    const char* (*expected)(int mode); ///< a kind of finding, or none; null: not to be run
    void (*run)(int mode);
};

inline std::vector<Form>& all_forms() {
    static std::vector<Form> forms;
    return forms;
}

struct Registration {
    explicit Registration(const Form& form) { all_forms().push_back(form); }
};

/// A form works on p[i], an object of memory allocated for one; of the object, it touches a part.
template <class T, std::size_t FIRST = 0, std::size_t BYTES = sizeof(T), int ELEMENTS = 1>
struct AllocatedObject {
    using Type = T;
    static constexpr std::size_t first = FIRST, bytes = BYTES;
    static constexpr int elements = ELEMENTS; ///< i = ELEMENTS is out of bounds
    static constexpr bool is_allocated = true;
    static __device__ T* place(T* allocated) { return allocated; }
};

/// A form works on p[i] of a variable, an array of so many elements, that its place() names, and gives
/// values if its argument is not null. All threads of the block call it.
template <class T, int ELEMENTS>
struct ArrayVariable {
    using Type = T;
    static constexpr std::size_t first = 0, bytes = sizeof(T);
    static constexpr int elements = ELEMENTS;
    static constexpr bool is_allocated = false;
};

/// The other thread of a race: it reads what the form writes, or writes what the form only reads.
inline __device__ void touch(void* object, std::size_t byte, bool reads_it) {
    char* const bytes = static_cast<char*>(object);
    if (reads_it)
        const char value = bytes[byte];
    else
        bytes[byte] = 77;
}

template <class F>
__global__ void act(typename F::Type* allocated, int i) {
    F::act(F::place(allocated), i);
}

/// Two threads of different warps, one of which touches one byte of what the form accesses.
template <class F>
__global__ void race(typename F::Type* allocated, std::size_t byte) {
    typename F::Type* const object = F::place(allocated);
    if (threadIdx.x == 0) F::act(object, 0);
    if (threadIdx.x == 32) touch(object, byte, (F::effect & writes) != 0);
}

template <class F>
__global__ void act_and_read_back(typename F::Type* allocated) {
    typename F::Type* const object = F::place(allocated);
    F::act(object, 0);
    for (std::size_t byte = F::first; byte < F::first + F::bytes; ++byte) F::read(reinterpret_cast<char*>(object) + byte);
}

/// The ways in which each form is run.
enum Mode {
    race_first,   ///< another thread touches the first byte that the form does
    race_last,    ///< … the last one
    outside,      ///< the object lies past the end
    half_outside, ///< the last byte lies past the end
    unwritten,    ///< nobody has written what the form reads; or it writes, and what it has written is
                  ///< read
    correct       ///< nothing is wrong
};

template <class F>
const char* expected(int mode) {
    constexpr bool one_byte = F::bytes == 1;
    switch (mode) {
    case race_first:
        return F::effect & is_private ? nullptr : "race";
    case race_last:
        return F::effect & is_private || one_byte ? nullptr : "race";
    case outside:
        return "out-of-bounds";
    case half_outside:
        return F::is_allocated && !one_byte ? "out-of-bounds" : nullptr;
    case unwritten:
        if (F::effect & has_value) return nullptr;
        return F::effect & reads ? "uninitialized" : "none";
    default:
        return "none";
    }
}

template <class F>
void run(int mode) {
    constexpr std::size_t last = F::first + F::bytes - 1;
    const std::size_t bytes = mode == half_outside ? last : sizeof(typename F::Type);
    typename F::Type* object = nullptr;
    cudaMalloc(reinterpret_cast<void**>(&object), bytes);
    if (mode != unwritten) cudaMemset(object, 0, bytes);
    if (mode == race_first || mode == race_last)
        race<F><<<1, 64>>>(object, mode == race_first ? F::first : last);
    else if (mode == unwritten && !(F::effect & reads))
        act_and_read_back<F><<<1, 1>>>(object);
    else
        act<F><<<1, 1>>>(mode == unwritten && !F::is_allocated ? nullptr : object, mode == outside ? F::elements : 0);
    cudaDeviceSynchronize();
    cudaGetLastError();
    cudaDeviceReset(); // after a fault; and no leak is told
}

/// Where a form may run. What nvcc has for the host alone is in functions for both sides, of which it only warns.
#define FORM_SIDES __device__

/// FORM_OF(NAME, OBJECT, LINE, EFFECT, STATEMENT): STATEMENT accesses p[i], in the line LINE.
#define FORM_OF(NAME, OBJECT, LINE, EFFECT, ...)                                                                                           \
    struct NAME : OBJECT {                                                                                                                 \
        static constexpr unsigned effect = EFFECT;                                                                                         \
        static FORM_SIDES void act([[maybe_unused]] Type* p, [[maybe_unused]] int i) { __VA_ARGS__ }                                       \
        static __device__ void read(const char* byte) { char x = *byte; }                                                                  \
    };                                                                                                                                     \
    static const Registration registration_of_##NAME({#NAME, __LINE__, LINE, expected<NAME>, run<NAME>});

/// FORM(NAME, TYPE, EFFECT, STATEMENT): of an object of this type, whole.
#define FORM(NAME, TYPE, EFFECT, ...) FORM_OF(NAME, AllocatedObject<TYPE>, __LINE__, EFFECT, __VA_ARGS__)

/// FORM_PART(NAME, TYPE, MEMBER, EFFECT, STATEMENT): of one of its members.
#define FORM_PART(NAME, TYPE, MEMBER, EFFECT, ...)                                                                                         \
    using Part_of_##NAME = AllocatedObject<TYPE, offsetof(TYPE, MEMBER), sizeof(static_cast<TYPE*>(nullptr)->MEMBER)>;                     \
    FORM_OF(NAME, Part_of_##NAME, __LINE__, EFFECT, __VA_ARGS__)

/// Without an argument: what is expected of each form in each mode. With the number of a mode: runs the
/// forms in it.
int main(int argc, char** argv) {
    const int chosen = argc > 1 ? std::atoi(argv[1]) : -1;
    for (const Form& form : all_forms())
        for (int mode = race_first; mode <= correct; ++mode) {
            const char* const kind = form.expected(mode);
            if (!kind) continue;
            if (mode == chosen) form.run(mode);
            if (argc == 1) std::printf("%s %d %d %d %s\n", form.name, form.line, form.access_line, mode, kind);
        }
}
