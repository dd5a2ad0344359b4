#include "secret.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

namespace scanlab::grader {

std::string digest(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += fmt::format("{}:{}", part.size(), part);
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes;
    unsigned count = 0;
    EVP_Digest(text.data(), text.size(), bytes.data(), &count, EVP_sha256(), nullptr);
    std::string digits;
    for (unsigned i = 0; i < count; ++i) digits += fmt::format("{:02x}", bytes[i]);
    return digits;
}

std::string read_secret(const std::filesystem::path& file) {
    constexpr std::size_t least = 16;
    const std::string secret = content(file);
    if (secret.size() < least)
        throw UsageError("--secret {}: there have to be {} bytes or more in it; to make one: "
                         "head -c 32 /dev/urandom >{}",
                         file.string(), least, file.string());
    return secret;
}

std::uint64_t seed_of(std::string_view student, std::string_view secret) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes;
    unsigned count = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(student.data()), student.size(), bytes.data(), &count);
    std::uint64_t seed = 0;
    for (int i = 0; i < 8; ++i) seed = seed << 8 | bytes[static_cast<std::size_t>(i)];
    return seed >> 1; // as readers of JSON have signed numbers, too
}

} // namespace scanlab::grader
