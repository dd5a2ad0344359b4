#include "zip_file.hpp"

#include "errors.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <memory>

namespace scanlab {

void write_zip(const std::filesystem::path& path, const std::map<std::string, std::string>& files) {
    const std::unique_ptr<archive, decltype(&archive_write_free)> zip(archive_write_new(),
                                                                      archive_write_free);
    const auto require = [&](bool done) {
        if (!done) throw UsageError("{}: cannot write this file", path.string());
    };
    require(archive_write_set_format_zip(zip.get()) == ARCHIVE_OK &&
            archive_write_open_filename(zip.get(), path.c_str()) == ARCHIVE_OK);
    for (const auto& [name, text] : files) {
        const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                                  archive_entry_free);
        archive_entry_set_pathname(entry.get(), name.c_str());
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(text.size()));
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0644);
        const auto size = static_cast<la_ssize_t>(text.size());
        require(archive_write_header(zip.get(), entry.get()) == ARCHIVE_OK &&
                archive_write_data(zip.get(), text.data(), text.size()) == size);
    }
    require(archive_write_close(zip.get()) == ARCHIVE_OK);
}

} // namespace scanlab
