// cuFFT on FFTW of the host's: which elements a transform reads and writes, and FFTW's plan for it.
#include "library_call.hpp"

#include <cufft.h>

#include <algorithm>
#include <map>
#include <type_traits>
#include <vector>

namespace scanlab::library {
namespace {

/// Where the elements of `batch` arrays of up to three dimensions lie: those of n[0] × n[1] × n[2], of
/// arrays whose rows and planes have `embed` elements.
struct Layout {
    int n[3], embed[3], stride, distance, batch;

    SCANLAB_UNOBSERVED long count() const { return long{n[0]} * n[1] * n[2] * batch; }
    /// The place of an element, by its number from 0 to count() - 1.
    SCANLAB_UNOBSERVED long place(long number) const {
        const long k = number % n[2], j = number / n[2] % n[1], i = number / n[2] / n[1] % n[0];
        return number / n[2] / n[1] / n[0] * distance + ((i * embed[1] + j) * embed[2] + k) * stride;
    }
};

/// The same elements, one after the other, in the host's memory.
template <class T>
class Packed {
public:
    explicit Packed(const Layout& layout) : layout_(layout), values_(storage(layout.count())) {}
    SCANLAB_UNOBSERVED ~Packed() { std::free(values_); }
    Packed(const Packed&) = delete;
    Packed& operator=(const Packed&) = delete;

    SCANLAB_UNOBSERVED T* values() const { return values_; }
    void read(const T* from) const {
        for (long i = 0; i < layout_.count(); ++i) set(i, from[layout_.place(i)]);
    }
    void write(T* to) const {
        for (long i = 0; i < layout_.count(); ++i) to[layout_.place(i)] = get(i);
    }

private:
    SCANLAB_UNOBSERVED static T* storage(long count) {
        return static_cast<T*>(std::calloc(count, sizeof(T)));
    }
    SCANLAB_UNOBSERVED void set(long i, T value) const { values_[i] = value; }
    SCANLAB_UNOBSERVED T get(long i) const { return values_[i]; }

    Layout layout_;
    T* values_;
};

constexpr unsigned fftw_estimate = 1u << 6, fftw_unaligned = 1u << 1;

/// FFTW for float, or for double.
const HostLibrary& fftw(bool is_double) {
    if (is_double) {
        static const HostLibrary& of_double =
            *new HostLibrary("cuFFT is computed by FFTW", "libfftw3-double3", {"libfftw3.so.3"});
        return of_double;
    }
    static const HostLibrary& of_float =
        *new HostLibrary("cuFFT is computed by FFTW", "libfftw3-single3", {"libfftw3f.so.3"});
    return of_float;
}
template <class Function>
Function* fftw(bool is_double, const char* name) {
    char full[32];
    std::snprintf(full, sizeof full, is_double ? "fftw_%s" : "fftwf_%s", name);
    return reinterpret_cast<Function*>(fftw(is_double).function(full));
}

struct Transform {
    bool is_made = false;
    cufftType type{};
    int rank = 1;
    Layout in{}, out{};
    cudaStream_t stream = nullptr;
    void* plans[2]{}; ///< forward, inverse; of one between real and complex numbers the first

    bool is_double() const { return type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z; }
    bool is_between_complex() const { return type == CUFFT_C2C || type == CUFFT_Z2Z; }
    bool is_from_real() const { return type == CUFFT_R2C || type == CUFFT_D2Z; }
};

std::map<cufftHandle, Transform>& transforms() {
    static auto& all = *new std::map<cufftHandle, Transform>;
    return all;
}
Transform* transform(cufftHandle plan) {
    const auto found = transforms().find(plan);
    return found == transforms().end() ? nullptr : &found->second;
}

/// Of arrays that lie one after the other, which transforms in place pad to the size of the complex
/// numbers. (Programs that give null for the places have these.)
Layout packed(const Transform& t, const int* n, bool is_complex, int batch) {
    Layout layout{{1, 1, 1}, {1, 1, 1}, 1, 1, batch};
    std::copy(n, n + t.rank, layout.n + (3 - t.rank));
    if (is_complex && !t.is_between_complex()) layout.n[2] = layout.n[2] / 2 + 1;
    std::copy(layout.n, layout.n + 3, layout.embed);
    layout.distance = layout.n[0] * layout.n[1] * layout.n[2];
    return layout;
}
void embed(Layout& layout, int rank, const int* embedding, int stride, int distance) {
    std::copy(embedding, embedding + rank, layout.embed + (3 - rank));
    layout.stride = stride;
    layout.distance = distance;
}

cufftResult make(cufftHandle handle, int rank, const int* n, const int* inembed, int istride, int idist,
                 const int* onembed, int ostride, int odist, cufftType type, int batch,
                 size_t* work_bytes) {
    Transform* const t = transform(handle);
    if (!t || t->is_made) return CUFFT_INVALID_PLAN;
    if (rank < 1 || rank > 3) return CUFFT_INVALID_VALUE;
    if (batch < 1 || !std::all_of(n, n + rank, [](int size) { return size > 0; }))
        return CUFFT_INVALID_SIZE;
    t->type = type;
    t->rank = rank;
    t->in = packed(*t, n, !t->is_from_real(), batch);
    t->out = packed(*t, n, t->is_from_real() || t->is_between_complex(), batch);
    using Complex = void*(int, const int*, int, void*, const int*, int, int, void*, const int*, int,
                          int, int, unsigned);
    using Real =
        void*(int, const int*, int, void*, const int*, int, int, void*, const int*, int, int, unsigned);
    const int in_distance = t->in.distance, out_distance = t->out.distance;
    // For an estimate FFTW looks at no element; it wants to know that the arrays are not the same.
    static double some[2], others[2];
    const unsigned flags = fftw_estimate | fftw_unaligned;
    if (t->is_between_complex()) {
        const auto plan = fftw<Complex>(t->is_double(), "plan_many_dft");
        for (const int sign : {CUFFT_FORWARD, CUFFT_INVERSE})
            t->plans[sign == CUFFT_INVERSE] = plan(rank, n, batch, some, nullptr, 1, in_distance,
                                                   others, nullptr, 1, out_distance, sign, flags);
    } else {
        const auto plan =
            fftw<Real>(t->is_double(), t->is_from_real() ? "plan_many_dft_r2c" : "plan_many_dft_c2r");
        t->plans[0] = plan(rank, n, batch, some, nullptr, 1, in_distance, others, nullptr, 1,
                           out_distance, flags);
    }
    if (inembed) embed(t->in, rank, inembed, istride, idist);
    if (onembed) embed(t->out, rank, onembed, ostride, odist);
    t->is_made = true;
    if (work_bytes) *work_bytes = 0;
    return t->plans[0] ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

template <class In, class Out>
cufftResult execute(const char* call, cufftHandle handle, cufftType type, int direction, const In* in,
                    Out* out) {
    const Transform* const t = transform(handle);
    if (!t || !t->is_made) return CUFFT_INVALID_PLAN;
    if (t->type != type) return CUFFT_INVALID_TYPE;
    Layout from = t->in, to = t->out;
    // A transform in place has real rows that are as long as the complex ones.
    const auto pad = [](Layout& real, const Layout& complex) {
        real.embed[2] = 2 * complex.embed[2];
        real.distance = 2 * complex.distance;
    };
    if (static_cast<const void*>(in) == out && from.stride == 1 && from.embed[2] == from.n[2] &&
        to.embed[2] == to.n[2]) {
        if (t->is_from_real()) pad(from, to);
        if (!t->is_from_real() && !t->is_between_complex()) pad(to, from);
    }
    using Execute = void(void*, In*, Out*);
    const auto run = fftw<Execute>(t->is_double(), t->is_between_complex() ? "execute_dft"
                                                   : t->is_from_real()     ? "execute_dft_r2c"
                                                                           : "execute_dft_c2r");
    void* const plan = t->plans[direction == CUFFT_INVERSE];
    const cudaError_t error = submit(call, t->stream, [=] {
        const Packed<In> given(from);
        const Packed<Out> computed(to);
        given.read(in);
        run(plan, given.values(), computed.values());
        computed.write(out);
    });
    return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

} // namespace
} // namespace scanlab::library

using namespace scanlab::library;

extern "C" {

cufftResult cufftCreate(cufftHandle* plan) {
    static int last = 0;
    if (!plan) return CUFFT_INVALID_VALUE;
    transforms()[*plan = ++last];
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
    Transform* const t = transform(plan);
    if (!t) return CUFFT_INVALID_PLAN;
    cudaDeviceSynchronize();
    for (void* const made : t->plans)
        if (made) fftw<void(void*)>(t->is_double(), "destroy_plan")(made);
    transforms().erase(plan);
    return CUFFT_SUCCESS;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
    Transform* const t = transform(plan);
    if (!t) return CUFFT_INVALID_PLAN;
    t->stream = stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int* version) {
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetSize(cufftHandle plan, size_t* bytes) {
    *bytes = 0;
    return transform(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
cufftResult cufftSetWorkArea(cufftHandle, void*) { return CUFFT_SUCCESS; }

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist,
                              int* onembed, int ostride, int odist, cufftType type, int batch,
                              size_t* work_bytes) {
    return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                work_bytes);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* work_bytes) {
    return make(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, work_bytes);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* work_bytes) {
    const int n[] = {nx, ny};
    return make(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work_bytes);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t* work_bytes) {
    const int n[] = {nx, ny, nz};
    return make(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work_bytes);
}

#define SCANLAB_CREATED(...)                                                                           \
    const cufftResult created = cufftCreate(plan);                                                     \
    return created == CUFFT_SUCCESS ? __VA_ARGS__ : created
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
    SCANLAB_CREATED(
        make(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr));
}
cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
    SCANLAB_CREATED(cufftMakePlan1d(*plan, nx, type, batch, nullptr));
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
    SCANLAB_CREATED(cufftMakePlan2d(*plan, nx, ny, type, nullptr));
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
    SCANLAB_CREATED(cufftMakePlan3d(*plan, nx, ny, nz, type, nullptr));
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
    return execute("cufftExecC2C()", plan, CUFFT_C2C, direction, in, out);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
    return execute("cufftExecR2C()", plan, CUFFT_R2C, CUFFT_FORWARD, in, out);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
    return execute("cufftExecC2R()", plan, CUFFT_C2R, CUFFT_FORWARD, in, out);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out,
                         int direction) {
    return execute("cufftExecZ2Z()", plan, CUFFT_Z2Z, direction, in, out);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
    return execute("cufftExecD2Z()", plan, CUFFT_D2Z, CUFFT_FORWARD, in, out);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
    return execute("cufftExecZ2D()", plan, CUFFT_Z2D, CUFFT_FORWARD, in, out);
}

} // extern "C"
