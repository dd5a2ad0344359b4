/// \file
/// Sorts what threads have together: each its own items, then runs twice as long in every round. An
/// item's place is found by binary search in the run that its own is merged with.
#pragma once

#include "../block/block_id.cuh"

namespace cub::detail {

template <class Key, class Value, int THREADS, int N>
class MergeSort {
    static constexpr int count = THREADS * N;
    static constexpr bool has_values = !std::is_same_v<Value, NullType>;

public:
    struct TempStorage {
        Cells<Key, count> keys;
        Cells<Value, has_values ? count : 1> values;
    };
    MergeSort(TempStorage& storage, int thread) : storage_(storage), first_(thread * N) {}

    template <class Compare, class Sync>
    void sort(Key (&keys)[N], Value (&values)[N], Compare less, Sync sync) {
        sort_own(keys, values, less);
        for (int length = N; length < count; length *= 2) {
            put(keys, storage_.keys, [&](int i) { return first_ + i; });
            sync();
            int places[N];
            for (int i = 0; i < N; ++i) places[i] = place(keys[i], first_ + i, length, less);
            sync();
            exchange(keys, storage_.keys, places, sync);
            if constexpr (has_values) exchange(values, storage_.values, places, sync);
        }
    }

private:
    template <class Compare>
    static void sort_own(Key (&keys)[N], Value (&values)[N], Compare less) {
        for (int end = 1; end < N; ++end)
            for (int i = end; i > 0 && less(keys[i], keys[i - 1]); --i) {
                swap(keys[i], keys[i - 1]);
                if constexpr (has_values) swap(values[i], values[i - 1]);
            }
    }
    template <class T>
    static void swap(T& a, T& b) {
        const T before = a;
        a = b;
        b = before;
    }

    /// Where the item belongs: equal ones stay as they are, those of the left run first.
    template <class Compare>
    int place(const Key& key, int at, int length, Compare less) {
        const int run = at / length * length;
        const bool is_left = run / length % 2 == 0;
        const int other = is_left ? run + length : run - length;
        int low = other < count ? other : count, high = other + length < count ? other + length : count;
        while (low < high) {
            const int middle = (low + high) / 2;
            const bool is_before =
                is_left ? less(storage_.keys[middle], key) : !less(key, storage_.keys[middle]);
            (is_before ? low : high) = is_before ? middle + 1 : middle;
        }
        return at + (is_left ? low - (other < count ? other : count) : low - run);
    }

    template <class T, class Storage, class Place>
    static void put(const T (&items)[N], Storage& storage, Place place_of) {
        for (int i = 0; i < N; ++i) storage[place_of(i)] = items[i];
    }
    template <class T, class Storage, class Sync>
    void exchange(T (&items)[N], Storage& storage, const int (&places)[N], Sync sync) {
        put(items, storage, [&](int i) { return places[i]; });
        sync();
        for (int i = 0; i < N; ++i) items[i] = storage[first_ + i];
    }

    TempStorage& storage_;
    int first_;
};

/// What the sorts of blocks and of warps offer.
template <class Self, class Key, class Value, int N>
class MergeSortInterface {
public:
    template <class Compare>
    void Sort(Key (&keys)[N], Compare less) {
        Value none[N];
        self().sort(keys, none, less);
    }
    template <class Compare>
    void Sort(Key (&keys)[N], Value (&values)[N], Compare less) {
        self().sort(keys, values, less);
    }
    /// Of the items, only the first `valid`; `last` comes after all of them.
    template <class Compare>
    void Sort(Key (&keys)[N], Compare less, int valid, Key last) {
        fill(keys, valid, last);
        Sort(keys, less);
    }
    template <class Compare>
    void Sort(Key (&keys)[N], Value (&values)[N], Compare less, int valid, Key last) {
        fill(keys, valid, last);
        Sort(keys, values, less);
    }
    template <class... Arguments>
    void StableSort(Arguments&&... arguments) {
        Sort(static_cast<Arguments&&>(arguments)...);
    }

private:
    Self& self() { return static_cast<Self&>(*this); }
    void fill(Key (&keys)[N], int valid, Key last) {
        for (int i = 0; i < N; ++i)
            if (self().thread() * N + i >= valid) keys[i] = last;
    }
};

} // namespace cub::detail
