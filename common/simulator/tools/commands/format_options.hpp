/// \file
/// The formats in which a command writes findings, as options: from their table.
#pragma once

#include "findings/formats.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

class FormatOptions {
public:
    /// Adds an option for each format. What the environment wants is wanted of this program, too, and
    /// no longer of those that it starts.
    explicit FormatOptions(CLI::App& app);

    /// Puts this process's number into names of files. Throws UsageError if one cannot be written.
    void require_values();

    /// Whether any is wanted.
    bool any() const;

    /// Writes these findings in the formats that are wanted. Throws UsageError if a file cannot be
    /// written.
    void write(const std::vector<sim::Finding>& findings) const;
    /// The same of those in a file of JSON; does not read it if no format is wanted.
    void write(const std::filesystem::path& json) const;

private:
    std::map<std::string_view, std::string> values_; ///< by the setting; empty: not wanted
};

} // namespace scanlab
