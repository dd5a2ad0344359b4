/// \file
/// Archives that learning platforms read.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace scanlab {

/// Writes a zip archive of these texts, by the names that they have in it, as in "folder/page.html".
/// Throws UsageError if it cannot be written.
void write_zip(const std::filesystem::path& path, const std::map<std::string, std::string>& files);

} // namespace scanlab
