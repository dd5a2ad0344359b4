#include "memory.hpp"

namespace scanlab::prove {
namespace {

bool is_same_byte(const StoredByte& a, const StoredByte& b) {
    return a.index == b.index && a.size == b.size && is_same(a.value, b.value);
}

/// A byte of a number; nothing of other values.
std::optional<z3::expr> byte_of(const StoredByte& byte) {
    if (!byte.value.is_number()) return std::nullopt;
    const z3::expr whole = converted(*byte.value.term, byte.size * 8, false);
    return whole.extract(byte.index * 8 + 7, byte.index * 8);
}

} // namespace

Value either(const z3::expr& condition, const Value& a, const Value& b) {
    if (is_same(a, b)) return a;
    if (a.kind == Value::Kind::number && b.kind == Value::Kind::number && a.bits == b.bits)
        return number(z3::ite(condition, *a.term, *b.term).simplify());
    if (a.is_pointer() && b.is_pointer())
        return a.object == b.object ? pointer(a.object, z3::ite(condition, *a.term, *b.term).simplify())
                                    : pointer(unknown_object, condition.ctx().bv_val(0, 64));
    return {};
}

Memory::Cells& Memory::writable(int object) {
    std::shared_ptr<Cells>& cells = cells_[object];
    if (!cells)
        cells = std::make_shared<Cells>();
    else if (cells.use_count() > 1)
        cells = std::make_shared<Cells>(*cells);
    return *cells;
}

std::optional<Value> Memory::load(int object, std::uint64_t offset, unsigned size) const {
    const auto found = cells_.find(object);
    if (found == cells_.end()) return std::nullopt;
    const Cells& cells = *found->second;
    const auto first = cells.find(offset);
    if (first == cells.end()) return std::nullopt;
    bool is_whole = first->second.size == size;
    std::optional<z3::expr> term;
    for (unsigned i = 0; i < size; ++i) {
        const auto byte = cells.find(offset + i);
        if (byte == cells.end()) return std::nullopt;
        is_whole = is_whole && byte->second.index == i && byte->second.size == size &&
                   is_same(byte->second.value, first->second.value);
        const auto bits = is_whole ? std::nullopt : byte_of(byte->second);
        if (!is_whole && !bits) return std::nullopt;
    }
    if (is_whole) return first->second.value;
    for (unsigned i = 0; i < size; ++i) {
        const auto bits = byte_of(cells.at(offset + i));
        if (!bits) return std::nullopt;
        term = term ? z3::concat(*bits, *term) : *bits;
    }
    return size <= 8 ? std::optional(number(term->simplify())) : std::nullopt;
}

void Memory::store(int object, std::uint64_t offset, unsigned size, const Value& value) {
    Cells& cells = writable(object);
    for (unsigned i = 0; i < size; ++i) cells.insert_or_assign(offset + i, StoredByte{value, i, size});
}

void Memory::copy(int to, std::uint64_t to_offset, int from, std::uint64_t from_offset,
                  std::uint64_t size) {
    std::map<std::uint64_t, StoredByte> copied;
    if (const auto found = cells_.find(from); found != cells_.end())
        for (auto byte = found->second->lower_bound(from_offset);
             byte != found->second->end() && byte->first < from_offset + size; ++byte)
            copied.emplace(byte->first - from_offset + to_offset, byte->second);
    forget(to, to_offset, size);
    writable(to).insert(copied.begin(), copied.end());
}

void Memory::forget(int object, std::uint64_t offset, std::uint64_t size) {
    Cells& cells = writable(object);
    cells.erase(cells.lower_bound(offset), cells.lower_bound(offset + size));
}

void Memory::merge(const z3::expr& condition, const Memory& otherwise) {
    for (auto object = cells_.begin(); object != cells_.end();) {
        const auto other = otherwise.cells_.find(object->first);
        if (other == otherwise.cells_.end()) {
            object = cells_.erase(object);
            continue;
        }
        if (object->second != other->second) {
            Cells merged;
            for (const auto& [offset, byte] : *object->second) {
                const auto twin = other->second->find(offset);
                if (twin == other->second->end()) continue;
                if (is_same_byte(byte, twin->second)) {
                    merged.emplace(offset, byte);
                } else if (byte.index == twin->second.index && byte.size == twin->second.size) {
                    // The bytes of one value share its term.
                    const auto before = merged.find(offset - 1);
                    const bool goes_on = byte.index > 0 && before != merged.end() &&
                                         before->second.index == byte.index - 1 &&
                                         before->second.size == byte.size;
                    merged.emplace(
                        offset, StoredByte{goes_on ? before->second.value
                                                   : either(condition, byte.value, twin->second.value),
                                           byte.index, byte.size});
                }
            }
            object->second = std::make_shared<Cells>(std::move(merged));
        }
        ++object;
    }
}

} // namespace scanlab::prove
