/// \file
/// A whole text to a descriptor, as both platforms write it.
#pragma once

#include <cstddef>
#include <unistd.h>

namespace scanlab::sim::platform {

inline void write_all(int descriptor, const char* text, std::size_t bytes) {
    while (bytes > 0) {
        const ssize_t written = write(descriptor, text, bytes);
        if (written <= 0) return;
        text += written;
        bytes -= static_cast<std::size_t>(written);
    }
}

} // namespace scanlab::sim::platform
