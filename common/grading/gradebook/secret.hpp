/// \file
/// Inputs of each student's own, and what identifies a content.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

namespace scanlab::grader {

/// SHA-256 of these parts, told apart from each other, in hexadecimal digits.
std::string digest(std::initializer_list<std::string_view> parts);

/// The instructor's secret: all of a file. Throws UsageError if there is none, or fewer than 16 bytes.
std::string read_secret(const std::filesystem::path& file);

/// A seed of inputs that nobody can tell without the secret, which it does not disclose: from
/// HMAC-SHA-256 (RFC 2104) of the student.
std::uint64_t seed_of(std::string_view student, std::string_view secret);

} // namespace scanlab::grader
