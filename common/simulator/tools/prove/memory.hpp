/// \file
/// The memory of a symbolic run: objects, whose bytes are known as far as they were stored at offsets
/// that are constants.
#pragma once

#include "values.hpp"

#include <map>
#include <memory>
#include <string>

namespace scanlab::prove {

struct Object {
    /// own: a variable of the thread; host: of the host; device: an array in global memory; shared.
    enum class Kind { own, host, device, shared };
    Kind kind = Kind::own;
    std::string name{};
    std::optional<z3::expr> bytes{}; ///< how large it is, in 64 bits; nothing: unknown
    unsigned alignment = 16;         ///< of its beginning, a power of two
    bool is_constant = false;        ///< a variable that keeps its initial value
    bool is_of_host = false;         ///< a variable that kernels must not use
    bool is_read_only = false;       ///< for kernels
    bool has_ended = false;          ///< a variable of a function that has returned
};

/// Byte `index` of a stored value of `size` bytes.
struct StoredByte {
    Value value;
    unsigned index, size;
};

/// What the objects hold. Copies are cheap, since they share what has not changed.
class Memory {
public:
    /// The value of so many bytes at an offset; nothing if some byte is not known.
    std::optional<Value> load(int object, std::uint64_t offset, unsigned size) const;
    void store(int object, std::uint64_t offset, unsigned size, const Value& value);
    /// Copies what is known of `size` bytes.
    void copy(int to, std::uint64_t to_offset, int from, std::uint64_t from_offset, std::uint64_t size);
    /// Nothing is known of these bytes any more; of any, without a range.
    void forget(int object, std::uint64_t offset, std::uint64_t size);
    void forget(int object) { cells_.erase(object); }
    /// What holds if the memory is this one where `condition` is true, and the other one elsewhere.
    void merge(const z3::expr& condition, const Memory& otherwise);

private:
    using Cells = std::map<std::uint64_t, StoredByte>;
    Cells& writable(int object);
    std::map<int, std::shared_ptr<Cells>> cells_;
};

/// The one value or the other; opaque, or a pointer to nowhere known, if no term says that.
Value either(const z3::expr& condition, const Value& a, const Value& b);

/// The object of a pointer of which nothing is known.
inline constexpr int unknown_object = -1;

} // namespace scanlab::prove
