/// \file
/// What of a program was loaded as a whole.
#pragma once

#include "frame.hpp"

namespace scanlab::sim::platform {

/// The program's executable, or a library of it that holds code of the user's.
struct Image {
    const char *begin, *end;
    const char *library_begin, *library_end; ///< the functions in it that the user has not written
    const Image* next;                       ///< null after the last

    bool holds(const void* address) const { return address >= begin && address < end; }
    bool holds_in_library(const void* address) const {
        return address >= library_begin && address < library_end;
    }
};

/// The executable, which is followed by libraries. None ever leaves.
const Image* images();

/// Null: it lies in none.
inline const Image* image_of(const void* address) {
    const Image* image = images();
    while (image && !image->holds(address)) image = image->next;
    return image;
}
inline bool is_in_image(const void* address) { return image_of(address); }
/// Whether the code there belongs to a function that the user has not written. (False for all of a
/// program that is not observed.)
inline bool is_in_library(const void* pc) {
    const Image* const image = image_of(pc);
    return image && image->holds_in_library(pc);
}
/// The innermost frame, from this one on, whose function a function of the user's has called.
/// (Functions that he has not written keep frame pointers, too.)
inline const Frame* called_by_user(const Frame* frame) {
    while (is_in_library(frame->returns_to)) frame = frame->caller;
    return frame;
}

} // namespace scanlab::sim::platform
