/// \file
/// Open files.
#pragma once

#include <filesystem>

namespace scanlab {

/// A descriptor that is closed with its owner, and high up: so a child can be given it as one of its
/// first without losing another.
class Descriptor {
public:
    /// Opens a file. Throws std::system_error.
    Descriptor(const std::filesystem::path& path, int flags);
    /// Takes an open one; -1 is none.
    explicit Descriptor(int number);
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    int number() const { return number_; }

private:
    int number_;
};

} // namespace scanlab
