/// \file
/// What the calls of CUDA's libraries have in common. A call is a kernel of one thread in the call's
/// stream. What it reads and writes is stated here, element by element, so that it is checked as every
/// kernel is: bounds, values that were never set, races. What it computes is left to a library of the
/// host's.
#pragma once

#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

namespace scanlab::library {

/// Which elements of a square matrix there are.
enum class Part { all, lower, upper, below, above }; ///< below, above: without the diagonal

/// Elements in device memory, by columns.
template <class T>
struct Elements {
    T* data;
    long rows, columns;
    long column_step;  ///< elements from a column's first to the next one's
    long row_step = 1; ///< from one of a column to the next
    Part part = Part::all;

    SCANLAB_UNOBSERVED bool holds(long row, long column) const {
        switch (part) {
        case Part::lower:
            return row >= column;
        case Part::upper:
            return row <= column;
        case Part::below:
            return row > column;
        case Part::above:
            return row < column;
        default:
            return true;
        }
    }
    SCANLAB_UNOBSERVED T* at(long row, long column) const {
        return data + column * column_step + row * row_step;
    }
};

/// A vector as BLAS has it, whose elements are so far from each other.
template <class T>
SCANLAB_UNOBSERVED Elements<T> vector(T* data, long n, long step) {
    return {data, n, 1, 0, step < 0 ? -step : step};
}

/// A value that was never set counts where it leaves what is observed.
template <class T>
SCANLAB_UNOBSERVED void use(T) {}

/// The thread reads these elements.
template <class T>
void read(const Elements<T>& elements) {
    for (long column = 0; column < elements.columns; ++column)
        for (long row = 0; row < elements.rows; ++row)
            if (elements.holds(row, column)) use(*elements.at(row, column));
}

/// A copy of elements in the host's memory, one column after the other, in which a library of the
/// host's computes: with numbers V, if the elements T are others.
template <class V, class T = V>
class Copy {
public:
    /// Reads the elements, or leaves them 0.
    Copy(const Elements<T>& elements, bool reads) : elements_(elements), values_(storage(elements)) {
        for (long column = 0; reads && column < elements.columns; ++column)
            for (long row = 0; row < elements.rows; ++row)
                if (elements.holds(row, column)) set(row, column, V(*elements.at(row, column)));
    }
    SCANLAB_UNOBSERVED ~Copy() { std::free(values_); }
    Copy(const Copy&) = delete;
    Copy& operator=(const Copy&) = delete;

    SCANLAB_UNOBSERVED V* values() const { return values_; }
    SCANLAB_UNOBSERVED V value(long row) const { return values_[row]; }
    SCANLAB_UNOBSERVED int column_step() const { return elements_.rows > 0 ? elements_.rows : 1; }
    SCANLAB_UNOBSERVED void set(long row, long column, V value) const {
        values_[column * elements_.rows + row] = value;
    }

    /// The thread writes them, to where they are from or elsewhere.
    void write() const { write_to(elements_); }
    void write_to(const Elements<T>& elements) const {
        for (long column = 0; column < elements.columns; ++column)
            for (long row = 0; row < elements.rows; ++row)
                if (elements.holds(row, column)) *elements.at(row, column) = T(get(row, column));
    }

private:
    SCANLAB_UNOBSERVED static V* storage(const Elements<T>& elements) {
        return static_cast<V*>(std::calloc(elements.rows * elements.columns + 1, sizeof(V)));
    }
    SCANLAB_UNOBSERVED V get(long row, long column) const {
        return values_[column * elements_.rows + row];
    }

    Elements<T> elements_;
    V* values_;
};

template <class Operation>
__global__ void run(Operation operation) {
    operation();
}

/// Has the operation run in the stream, by one thread. Messages name the call.
template <class Operation>
cudaError_t submit(const char* call, cudaStream_t stream, const Operation& operation) {
    const sim::LaunchConfig config(1, 1, 0, stream);
    sim::launch_kernel<Operation>(call, config, run<Operation>, operation);
    return cudaPeekAtLastError();
}

/// A library of the host's, which is loaded when the first function of it is wanted.
class HostLibrary {
public:
    /// Of the files the first that there is.
    HostLibrary(const char* what, const char* package, std::initializer_list<const char*> files) {
        for (const char* file : files)
            if ((library_ = dlopen(file, RTLD_NOW | RTLD_LOCAL))) return;
        std::fprintf(stderr, "scanlab: %s, which is not installed (Debian: apt-get install %s)\n", what,
                     package);
        std::exit(2);
    }
    void* function(const char* name) const {
        void* const found = dlsym(library_, name);
        if (!found) {
            std::fprintf(stderr, "scanlab: the library of the host has no %s()\n", name);
            std::exit(2);
        }
        return found;
    }

private:
    void* library_ = nullptr;
};

} // namespace scanlab::library
