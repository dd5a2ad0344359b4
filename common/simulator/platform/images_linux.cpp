#include "platform.hpp"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

// A function of the runtime's that all programs call, by its address. If the executable brings a
// runtime, and so does a library, the linker gives both the executable's.
extern "C" [[gnu::visibility("default")]] const char __scanlab_program[]; // NOLINT
extern "C" [[gnu::weak]] const char __start_scanlab_own_code[];           // NOLINT

namespace scanlab::sim::platform {

namespace {

/// A file from which parts are read.
class ReadFile {
public:
    explicit ReadFile(const char* path) : file_(open(path, O_RDONLY | O_CLOEXEC)) {}
    ~ReadFile() {
        if (file_ >= 0) close(file_);
    }
    ReadFile(const ReadFile&) = delete;
    ReadFile& operator=(const ReadFile&) = delete;

    /// So many elements from this byte on; none if they are not there.
    template <class T>
    std::vector<T> read(std::size_t offset, std::size_t count) const {
        std::vector<T> elements(count);
        const auto bytes = static_cast<ssize_t>(count * sizeof(T));
        if (pread(file_, elements.data(), count * sizeof(T), static_cast<off_t>(offset)) != bytes)
            elements.clear();
        return elements;
    }

private:
    int file_;
};

/// Finds the section of this name as the file has it, and where it lies if the file begins at `begin`.
void find_library_section(const char* path, const char* begin, Image& image) {
    constexpr char name[] = "scanlab_library";
    const ReadFile file(path);
    const auto header = file.read<ElfW(Ehdr)>(0, 1);
    if (header.empty()) return;
    const auto sections = file.read<ElfW(Shdr)>(header[0].e_shoff, header[0].e_shnum);
    if (header[0].e_shstrndx >= sections.size()) return;
    const ElfW(Shdr)& of_names = sections[header[0].e_shstrndx];
    const auto names = file.read<char>(of_names.sh_offset, of_names.sh_size);
    for (const ElfW(Shdr) & section : sections) {
        if (section.sh_name + sizeof name > names.size() ||
            std::memcmp(&names[section.sh_name], name, sizeof name) != 0)
            continue;
        image.library_begin = begin + section.sh_addr;
        image.library_end = image.library_begin + section.sh_size;
    }
}

Image image_in(const dl_phdr_info& loaded) {
    const auto* const base = reinterpret_cast<const char*>(loaded.dlpi_addr);
    std::size_t first = ~std::size_t{0}, last = 0;
    for (int i = 0; i < loaded.dlpi_phnum; ++i) {
        const auto& segment = loaded.dlpi_phdr[i];
        if (segment.p_type != PT_LOAD) continue;
        first = std::min<std::size_t>(first, segment.p_vaddr);
        last = std::max<std::size_t>(last, segment.p_vaddr + segment.p_memsz);
    }
    Image image{base + first, base + last, nullptr, nullptr, nullptr};
    find_library_section(*loaded.dlpi_name ? loaded.dlpi_name : "/proc/self/exe", base, image);
    return image;
}

/// The first that is loaded is the executable.
Image executable() {
    Image found{};
    dl_iterate_phdr(
        [](dl_phdr_info* loaded, std::size_t, void* image) {
            *static_cast<Image*>(image) = image_in(*loaded);
            return 1;
        },
        &found);
    return found;
}

Image& first() {
    static Image& image = *new Image(executable());
    return image;
}

} // namespace

const Image* images() { return &first(); }

void add_image(const void* address) {
    if (is_in_image(address)) return;
    struct Search {
        const void* address;
        Image found;
    } search{address, {}};
    const int is_held = dl_iterate_phdr(
        [](dl_phdr_info* loaded, std::size_t, void* context) {
            Search& s = *static_cast<Search*>(context);
            s.found = image_in(*loaded);
            return s.found.holds(s.address) ? 1 : 0;
        },
        &search);
    if (!is_held) return;
    Image* last = &first();
    while (last->next) last = const_cast<Image*>(last->next);
    last->next = new Image(search.found);
}

bool another_runtime_serves() { return __start_scanlab_own_code && !is_own_code(__scanlab_program); }

} // namespace scanlab::sim::platform
