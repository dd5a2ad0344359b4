/// \file
/// Files that a program writes when all is well, and never leaves half-written.
#pragma once

#include <filesystem>
#include <string_view>

namespace scanlab {

/// A file to be written later. It is tried at once whether that will be possible, so that nobody
/// computes for an hour in vain; what the file held before stays untouched until write().
class OutputFile {
public:
    /// `option` is the command-line option that named the file, for messages. Throws UsageError if the
    /// file cannot be written.
    OutputFile(std::string_view option, std::filesystem::path path);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    const std::filesystem::path& path() const { return path_; }

    /// Replaces the file in one step. Throws UsageError if the disk is full and the like.
    void write(std::string_view content);

private:
    std::string_view option_;
    std::filesystem::path path_;
    std::filesystem::path
        temporary_; ///< beside path_, renamed to it at the end; or a device or pipe itself
    bool is_temporary_ = false;
};

} // namespace scanlab
