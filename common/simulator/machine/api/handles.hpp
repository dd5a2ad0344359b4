/// \file
/// The objects that a program has created through the API, by handle.
#pragma once

#include "findings/source_lines.hpp"
#include "machine/api/api.hpp"
#include "machine/memory/memory_checks.hpp"

#include <memory>
#include <unordered_map>
#include <utility>

namespace scanlab::sim {

/// None is ever given to another, so that one which was destroyed can be told.
template <class T>
class Handles {
public:
    explicit Handles(const char* name) : name_(name) {}

    T* add(T object) {
        auto owned = std::make_unique<T>(std::move(object));
        T* handle = owned.get();
        objects_[handle].object = std::move(owned);
        return handle;
    }
    /// Whether it may still be used; tells the user if it was destroyed before this call, or before the
    /// launch that stands there.
    bool is_alive(const T* handle, const LaunchConfig* launch = nullptr) const {
        const auto found = objects_.find(handle);
        if (found == objects_.end()) return false;
        if (!found->second.destroyed_at) return true;
        report_destroyed(name_,
                         launch ? SourceLine{launch->file, launch->line} : source_line(call_site()),
                         found->second.destroyed_at);
        return false;
    }
    cudaError_t destroy(const T* handle) {
        const auto found = objects_.find(handle);
        if (found == objects_.end()) return cudaErrorInvalidResourceHandle;
        if (const void* before = std::exchange(found->second.destroyed_at, call_site())) {
            report_destroyed_again(name_, before);
            return cudaErrorInvalidResourceHandle;
        }
        return cudaSuccess;
    }

    template <class Condition>
    bool any(Condition condition) const {
        for (const auto& [handle, entry] : objects_)
            if (condition(*handle)) return true;
        return false;
    }

private:
    struct Entry {
        std::unique_ptr<T> object;
        const void* destroyed_at = nullptr;
    };
    const char* name_;
    std::unordered_map<const T*, Entry> objects_;
};

} // namespace scanlab::sim
