#include "descriptor.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace scanlab {

Descriptor::Descriptor(int number) : number_(number < 0 ? -1 : fcntl(number, F_DUPFD_CLOEXEC, 64)) {
    if (number >= 0) close(number);
}
Descriptor::Descriptor(const std::filesystem::path& path, int flags)
    : Descriptor(open(path.c_str(), flags | O_CLOEXEC, 0600)) {
    if (number_ < 0) throw std::system_error(errno, std::generic_category(), path.string());
}
Descriptor::~Descriptor() {
    if (number_ >= 0) close(number_);
}
Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

} // namespace scanlab
