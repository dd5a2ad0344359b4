// Where in its line an instruction comes from, which libbacktrace does not tell: by the line number
// program that the compiler has left in the file (DWARF 5, section 6.2; older versions differ
// in the header alone).
#include "columns_dwarf.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <map>
#include <span>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace scanlab::sim::platform {

namespace {

using Bytes = std::span<const unsigned char>;

/// From this address on, up to the next one.
struct Row {
    std::uintptr_t address;
    int column; ///< 0: unknown
    bool ends;  ///< the code before it, and nothing begins
};

class Reader {
public:
    explicit Reader(Bytes bytes) : rest_(bytes) {}

    bool is_at_end() const { return rest_.empty(); }
    /// So many bytes, or as many as there are.
    Bytes take(std::uint64_t count) {
        const Bytes taken = rest_.first(std::min<std::uint64_t>(count, rest_.size()));
        rest_ = rest_.subspan(taken.size());
        return taken;
    }
    std::uint64_t number(std::size_t bytes) {
        std::uint64_t value = 0; // both are little-endian
        const Bytes taken = take(bytes);
        std::memcpy(&value, taken.data(), taken.size());
        return value;
    }
    /// LEB128, without a sign: none is needed of those that have one.
    std::uint64_t packed() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; !is_at_end(); shift += 7) {
            const std::uint64_t byte = number(1);
            if (shift < 64) value |= (byte & 0x7F) << shift;
            if (byte < 0x80) break;
        }
        return value;
    }

private:
    Bytes rest_;
};

/// What the header of a unit says of its program.
struct Rules {
    std::uint64_t bytes_of_instruction, line_range, opcode_base;
    Bytes operands; ///< how many the standard opcodes have, from opcode 1 on
};

/// Runs the program of a unit, and adds its rows.
class Program {
public:
    Program(const Rules& rules, Bytes code, std::vector<Row>& rows)
        : rules_(rules), code_(code), rows_(rows) {
        while (!code_.is_at_end()) step(code_.number(1));
    }

private:
    // As in table 7.25 and 7.26.
    enum Standard { extended, copy, advance_pc, set_column = 5, const_add_pc = 8, fixed_advance_pc };
    enum Extended { end_sequence = 1, set_address };

    void step(std::uint64_t opcode) {
        if (opcode >= rules_.opcode_base) {
            advance(opcode);
            add_row(false);
        } else if (opcode == extended) {
            Reader operands(code_.take(code_.packed()));
            step_extended(operands);
        } else if (opcode == copy) {
            add_row(false);
        } else if (opcode == advance_pc) {
            address_ += code_.packed() * rules_.bytes_of_instruction;
        } else if (opcode == set_column) {
            column_ = static_cast<int>(code_.packed());
        } else if (opcode == const_add_pc) {
            advance(255);
        } else if (opcode == fixed_advance_pc) {
            address_ += code_.number(2);
        } else {
            for (int i = 0; opcode <= rules_.operands.size() && i < rules_.operands[opcode - 1]; ++i)
                code_.packed();
        }
    }
    void step_extended(Reader& operands) {
        const std::uint64_t opcode = operands.number(1);
        if (opcode == set_address) address_ = operands.number(sizeof address_);
        if (opcode != end_sequence) return;
        add_row(true);
        address_ = 0;
        column_ = 0;
    }
    void advance(std::uint64_t opcode) {
        const std::uint64_t operations = (opcode - rules_.opcode_base) / rules_.line_range;
        address_ += operations * rules_.bytes_of_instruction;
    }
    void add_row(bool ends) { rows_.push_back({address_, ends ? 0 : column_, ends}); }

    const Rules& rules_;
    Reader code_;
    std::vector<Row>& rows_;
    std::uintptr_t address_ = 0;
    int column_ = 0;
};

void read_unit(Bytes unit, std::size_t bytes_of_offset, std::vector<Row>& rows) {
    Reader header(unit);
    const std::uint64_t version = header.number(2);
    if (version < 2 || version > 5) return;
    if (version == 5) header.take(2); // how long an address is, and a segment
    const std::uint64_t bytes_of_header = header.number(bytes_of_offset);
    Reader code = header;
    code.take(bytes_of_header);
    Rules rules{
        .bytes_of_instruction = header.number(1), .line_range = 0, .opcode_base = 0, .operands = {}};
    header.take(version >= 4
                    ? 3
                    : 2); // operations of an instruction, whether it is a statement, the least line
    rules.line_range = header.number(1);
    rules.opcode_base = header.number(1);
    if (rules.line_range == 0 || rules.opcode_base == 0) return;
    rules.operands = header.take(rules.opcode_base - 1);
    Program(rules, code.take(unit.size()), rows);
}

/// All rows of the section, in the order of their addresses.
std::vector<Row> rows_of(Bytes section) {
    std::vector<Row> rows;
    for (Reader units(section); !units.is_at_end();) {
        std::uint64_t length = units.number(4);
        const bool is_long = length == 0xFFFF'FFFF;
        if (is_long) length = units.number(8);
        read_unit(units.take(length), is_long ? 8 : 4, rows);
    }
    // Where one sequence ends and another begins, that one counts.
    std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
        return a.address != b.address ? a.address < b.address : a.ends > b.ends;
    });
    return rows;
}

/// All of a file; empty if it cannot be read.
Bytes content(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC); // NOLINT
    struct stat status {};
    if (file < 0 || fstat(file, &status) != 0) return {};
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const mapped = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (mapped == MAP_FAILED) return {}; // NOLINT
    return {static_cast<const unsigned char*>(mapped), size};
}

/// The section of this name; empty if there is none, or if it is compressed.
Bytes section_named(const char* name, Bytes file) {
    if (file.size() < sizeof(ElfW(Ehdr))) return {};
    const auto* const header = reinterpret_cast<const ElfW(Ehdr)*>(file.data());
    const std::size_t end = header->e_shoff + header->e_shnum * sizeof(ElfW(Shdr));
    if (header->e_shoff == 0 || end > file.size() || header->e_shstrndx >= header->e_shnum) return {};
    const std::span sections(reinterpret_cast<const ElfW(Shdr)*>(file.data() + header->e_shoff),
                             header->e_shnum);
    const auto* const names =
        reinterpret_cast<const char*>(file.data()) + sections[header->e_shstrndx].sh_offset;
    for (const auto& section : sections) {
        if (std::strcmp(names + section.sh_name, name) != 0 || (section.sh_flags & SHF_COMPRESSED) != 0)
            continue;
        if (section.sh_offset + section.sh_size > file.size()) return {};
        return file.subspan(section.sh_offset, section.sh_size);
    }
    return {};
}

/// A file that is loaded: the program, or one of its libraries.
struct LoadedFile {
    std::string path;
    std::uintptr_t shift; ///< by how much it lies higher than the file says
};

LoadedFile file_with(std::uintptr_t instruction) {
    struct Search {
        std::uintptr_t instruction;
        LoadedFile found;
    } search{instruction, {}};
    const auto holds_it = [](dl_phdr_info* loaded, std::size_t, void* context) {
        Search& s = *static_cast<Search*>(context);
        const std::uintptr_t offset = s.instruction - loaded->dlpi_addr;
        const std::span segments(loaded->dlpi_phdr, loaded->dlpi_phnum);
        const bool is_here = std::ranges::any_of(segments, [&](const ElfW(Phdr) & segment) {
            return segment.p_type == PT_LOAD && offset - segment.p_vaddr < segment.p_memsz;
        });
        if (is_here)
            s.found = {*loaded->dlpi_name ? loaded->dlpi_name : "/proc/self/exe", loaded->dlpi_addr};
        return is_here ? 1 : 0;
    };
    dl_iterate_phdr(holds_it, &search);
    return search.found;
}

} // namespace

int column_at(std::uintptr_t instruction) {
    static auto& rows_of_files = *new std::map<std::string, std::vector<Row>>;
    const auto [path, shift] = file_with(instruction);
    const auto [known, is_new] = rows_of_files.try_emplace(path);
    if (is_new) known->second = rows_of(section_named(".debug_line", content(path.c_str())));
    const std::vector<Row>& rows = known->second;
    const auto after = std::ranges::upper_bound(rows, instruction - shift, {}, &Row::address);
    return after == rows.begin() ? 0 : (after - 1)->column;
}

} // namespace scanlab::sim::platform
