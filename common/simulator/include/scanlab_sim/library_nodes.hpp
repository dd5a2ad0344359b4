/// \file
/// For programs that are judged: the C++ library's own object would follow whatever pointers they have
/// put into a container or a string, and so becomes a part of them, where its accesses are watched. Has
/// to be included before any other header.
#pragma once

// Templates such as std::string: all that they need is instantiated.
#include <version>
#ifdef _GLIBCXX_EXTERN_TEMPLATE
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#endif

#include <list>
#include <set>
#include <unordered_map>
#include <utility>

#ifdef __GLIBCXX__

// What is no template of std::map, std::set, std::list and std::unordered_map. Trees are not balanced.
namespace std {

// --- trees: the header's parent is the root, its children are the first and the last node

namespace scanlab_tree {

using Node = _Rb_tree_node_base;

inline Node*& left(Node* n) { return n->_M_left; }
inline Node*& right(Node* n) { return n->_M_right; }

/// The node after n, if `forward` is `right` and `back` is `left`; before it the other way round.
template <auto FORWARD, auto BACK>
Node* next(Node* n) {
    if (FORWARD(n)) {
        for (n = FORWARD(n); BACK(n);) n = BACK(n);
        return n;
    }
    Node* parent = n->_M_parent;
    for (; n == FORWARD(parent); parent = parent->_M_parent) n = parent;
    return FORWARD(n) == parent ? n : parent; // the root's parent is the header
}

inline bool is_header(const Node* n) {
    return n->_M_color == _S_red && n->_M_parent && n->_M_parent->_M_parent == n;
}

/// Puts another node, or none, where this one hangs.
inline void replace(Node* n, Node* by, Node& header) {
    Node* const parent = n->_M_parent;
    (header._M_parent == n  ? header._M_parent
     : parent->_M_left == n ? parent->_M_left
                            : parent->_M_right) = by;
    if (by) by->_M_parent = parent;
}

} // namespace scanlab_tree

inline _Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* n) throw() {
    return scanlab_tree::next<scanlab_tree::right, scanlab_tree::left>(n);
}
inline const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* n) throw() {
    return _Rb_tree_increment(const_cast<_Rb_tree_node_base*>(n));
}
inline _Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* n) throw() {
    if (scanlab_tree::is_header(n)) return n->_M_right; // before the end comes the last one
    return scanlab_tree::next<scanlab_tree::left, scanlab_tree::right>(n);
}
inline const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* n) throw() {
    return _Rb_tree_decrement(const_cast<_Rb_tree_node_base*>(n));
}

inline void _Rb_tree_insert_and_rebalance(const bool is_left, _Rb_tree_node_base* n,
                                          _Rb_tree_node_base* parent,
                                          _Rb_tree_node_base& header) throw() {
    n->_M_parent = parent;
    n->_M_left = n->_M_right = nullptr;
    n->_M_color = _S_black; // only the header is red
    (is_left ? parent->_M_left : parent->_M_right) = n;
    if (parent == &header) header._M_parent = header._M_right = header._M_left = n;
    if (is_left && parent == header._M_left) header._M_left = n;
    if (!is_left && parent == header._M_right) header._M_right = n;
}

inline _Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const n,
                                                        _Rb_tree_node_base& header) throw() {
    if (header._M_left == n) header._M_left = _Rb_tree_increment(n);
    if (header._M_right == n) header._M_right = _Rb_tree_decrement(n);
    if (n->_M_left && n->_M_right) { // its successor, which has no left child, takes its place
        _Rb_tree_node_base* const successor = _Rb_tree_increment(n);
        scanlab_tree::replace(successor, successor->_M_right, header);
        scanlab_tree::replace(n, successor, header);
        for (auto child : {&_Rb_tree_node_base::_M_left, &_Rb_tree_node_base::_M_right}) {
            successor->*child = n->*child;
            if (successor->*child) (successor->*child)->_M_parent = successor;
        }
    } else {
        scanlab_tree::replace(n, n->_M_left ? n->_M_left : n->_M_right, header);
    }
    return n;
}

// --- lists

namespace __detail {

inline void _List_node_base::_M_hook(_List_node_base* const position) noexcept {
    _M_next = position;
    _M_prev = position->_M_prev;
    position->_M_prev->_M_next = this;
    position->_M_prev = this;
}
inline void _List_node_base::_M_unhook() noexcept {
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}
inline void _List_node_base::_M_transfer(_List_node_base* const first,
                                         _List_node_base* const last) noexcept {
    if (this == last) return;
    _List_node_base* const back = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    _M_prev->_M_next = first;
    first->_M_prev = _M_prev;
    back->_M_next = this;
    _M_prev = back;
}
inline void _List_node_base::_M_reverse() noexcept {
    _List_node_base* n = this;
    do {
        std::swap(n->_M_next, n->_M_prev);
        n = n->_M_prev; // what was the next one
    } while (n != this);
}
inline void _List_node_base::swap(_List_node_base& a, _List_node_base& b) noexcept {
    std::swap(a._M_next, b._M_next);
    std::swap(a._M_prev, b._M_prev);
    for (auto [list, other] : {pair{&a, &b}, pair{&b, &a}}) {
        const bool is_empty = list->_M_next == other; // the other was
        if (is_empty) list->_M_next = list->_M_prev = list;
        list->_M_next->_M_prev = list->_M_prev->_M_next = list;
    }
}

// --- hash tables: any odd number of buckets will do

inline std::size_t _Prime_rehash_policy::_M_next_bkt(std::size_t buckets) const {
    buckets |= 13;
    _M_next_resize = static_cast<std::size_t>(static_cast<double>(buckets) *
                                              static_cast<double>(_M_max_load_factor));
    return buckets;
}
inline pair<bool, std::size_t> _Prime_rehash_policy::_M_need_rehash(std::size_t buckets,
                                                                    std::size_t elements,
                                                                    std::size_t more) const {
    if (elements + more <= _M_next_resize) return {false, 0};
    return {true, _M_next_bkt(max(_M_bkt_for_elements(elements + more), 2 * buckets))};
}

} // namespace __detail

inline std::size_t _Hash_bytes(const void* bytes, std::size_t count, std::size_t seed) {
    for (std::size_t i = 0; i < count; ++i) // FNV-1a
        seed = (seed ^ static_cast<const unsigned char*>(bytes)[i]) * 1099511628211u;
    return seed;
}

} // namespace std

#endif
