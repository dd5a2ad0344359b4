/// \file
/// Archives as nobody's tool makes them.
#pragma once

#include "archive.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <string>

namespace scanlab::grader {

/// One entry of a .tar (POSIX ustar): types are '0' for a file, '1' a hard link, '2' a symbolic link,
/// '3' a device, '5' a folder, '6' a pipe. The header may claim another size than the content has.
inline std::string tar_entry(const std::string& name, char type, const std::string& text,
                             const std::string& link = "", long long claimed = -1) {
    std::array<char, 512> head{};
    const auto put = [&](std::size_t at, const std::string& field) {
        std::memcpy(head.data() + at, field.data(), field.size());
    };
    const auto octal = [](unsigned long long number, int digits) {
        std::array<char, 32> field;
        std::snprintf(field.data(), field.size(), "%0*llo", digits, number);
        return std::string(field.data());
    };
    put(0, name.substr(0, 100));
    put(100, octal(0644, 7));
    put(108, octal(0, 7));
    put(116, octal(0, 7));
    put(124, octal(claimed < 0 ? text.size() : static_cast<unsigned long long>(claimed), 11));
    put(136, octal(1'790'000'000, 11));
    put(148, "        ");
    put(156, std::string(1, type));
    put(157, link);
    put(257, std::string("ustar\00000", 8));
    const int sum = std::accumulate(head.begin(), head.end(), 0, [](int so_far, char c) {
        return so_far + static_cast<unsigned char>(c);
    });
    put(148, octal(static_cast<unsigned long long>(sum), 6) + '\0');
    std::string entry(head.data(), head.size());
    entry += text;
    entry.resize((entry.size() + 511) / 512 * 512, '\0');
    return entry;
}

/// What ends a .tar.
inline std::string tar_end() { return std::string(1024, '\0'); }

/// A .zip whose only entry is encrypted.
inline void write_encrypted_zip(const std::filesystem::path& file, const std::string& name,
                                const std::string& text) {
    archive* const a = archive_write_new();
    archive_write_set_format_zip(a);
    archive_write_set_options(a, "zip:encryption=traditional");
    archive_write_set_passphrase(a, "secret");
    archive_write_open_filename(a, file.c_str());
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
    archive_write_header(a, entry);
    archive_write_data(a, text.data(), text.size());
    archive_entry_free(entry);
    archive_write_free(a);
}

} // namespace scanlab::grader
