#include "object_file.hpp"

#include "process.hpp"

#include <cstring>
#include <elf.h>
#include <stdexcept>

namespace scanlab::grader {
namespace {

class Image {
public:
    explicit Image(const std::filesystem::path& path) : bytes_(content(path)) {}

    template <class T>
    T at(std::size_t offset) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) damaged();
        T value;
        std::memcpy(&value, bytes_.data() + offset, sizeof value);
        return value;
    }

    std::string text(std::size_t offset) const {
        const std::size_t end = bytes_.find('\0', offset);
        if (end == std::string::npos) damaged();
        return bytes_.substr(offset, end - offset);
    }

    [[noreturn]] static void damaged() { throw std::runtime_error("the object file is damaged"); }

private:
    std::string bytes_;
};

Symbol read_symbol(const Elf64_Sym& s, std::string name, const std::vector<Elf64_Shdr>& headers,
                   const std::vector<Section>& sections) {
    const auto type = ELF64_ST_TYPE(s.st_info);
    Symbol symbol{.name = std::move(name),
                  .is_defined = s.st_shndx != SHN_UNDEF,
                  .is_local = ELF64_ST_BIND(s.st_info) == STB_LOCAL,
                  .is_variable = type == STT_OBJECT || type == STT_TLS || type == STT_COMMON,
                  .is_indirect = type == STT_GNU_IFUNC};
    if (symbol.is_defined && s.st_shndx < headers.size()) {
        symbol.section = sections[s.st_shndx].name;
        symbol.section_is_writable = (headers[s.st_shndx].sh_flags & SHF_WRITE) != 0;
    }
    return symbol;
}

} // namespace

ObjectFile read_object_file(const std::filesystem::path& path) {
    const Image image(path);
    const auto header = image.at<Elf64_Ehdr>(0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
        throw std::runtime_error("the compiler has made no object file of 64 bits");

    // A file with very many sections has their number in the first one.
    const auto first = image.at<Elf64_Shdr>(header.e_shoff);
    const std::size_t count = header.e_shnum != 0 ? header.e_shnum : first.sh_size;
    const std::size_t names_at = header.e_shstrndx != SHN_XINDEX ? header.e_shstrndx : first.sh_link;
    std::vector<Elf64_Shdr> headers;
    for (std::size_t i = 0; i < count; ++i)
        headers.push_back(image.at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
    if (names_at >= count) Image::damaged();

    ObjectFile object;
    for (const Elf64_Shdr& section : headers)
        object.sections.push_back(
            {image.text(headers[names_at].sh_offset + section.sh_name), section.sh_size});
    for (const Elf64_Shdr& table : headers) {
        if (table.sh_type != SHT_SYMTAB || table.sh_link >= count) continue;
        const std::size_t names = headers[table.sh_link].sh_offset;
        for (std::size_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
            const auto symbol = image.at<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
            object.symbols.push_back(
                read_symbol(symbol, image.text(names + symbol.st_name), headers, object.sections));
        }
    }
    return object;
}

} // namespace scanlab::grader
