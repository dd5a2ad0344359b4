/// \file
/// A recording: everything that the threads of a program's kernels did, in the order in which it
/// happened.
#pragma once

#include "read_findings.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace scanlab::diagrams {

/// A recording or a command line is not what it should be; the message says what to do.
struct BadInput : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A line of the program; `file` is an index into Recording::files, or -1.
struct CodeLine {
    int file = -1;
    int line = 0;
    auto operator<=>(const CodeLine&) const = default;
};

struct Variable {
    enum class Kind { shared, dynamic_shared, global, device };
    std::string name;
    Kind kind = Kind::global;
    long long elements = 0;
    int element_bytes = 4;
    long long row = 0; ///< elements in a row of a two-dimensional array; 0 if it has one dimension

    bool in_shared_memory() const { return kind == Kind::shared || kind == Kind::dynamic_shared; }
};

struct Launch {
    std::string kernel; ///< as written in the launch: "blelloch<BLOCK>"
    std::array<int, 3> grid{1, 1, 1}, block{1, 1, 1};
    CodeLine at{};
    int device = 0;

    int blocks() const { return grid[0] * grid[1] * grid[2]; }
    int threads() const { return block[0] * block[1] * block[2]; } ///< of a block
};

struct Event {
    enum class Kind {
        read,
        write,
        publish,
        receive,
        barrier,
        sync,
        exit,
        launch,
        end,
        arrive, ///< at an mbarrier
        pass,   ///< the thread knows that a phase of an mbarrier has ended
        copy,   ///< a bulk copy starts
        copied  ///< all its bytes have come
    } kind;
    int launch = 0;
    int block = -1;             ///< linear index in the grid
    int thread = -1;            ///< linear index in the block
    int warp = -1;              ///< of a sync
    std::uint64_t address = 0;  ///< accessed; of an mbarrier; where a bulk copy reads
    std::uint64_t to = 0;       ///< where it writes
    std::uint64_t mbarrier = 0; ///< that it completes on; 0: none
    long long phase = 0;        ///< of an mbarrier
    int bytes = 0;
    std::vector<std::uint32_t>
        words{};          ///< what was read, stored, published or received; low word first
    int variable = -1;    ///< -1: a local variable of the thread
    long long index = -1; ///< element of the variable
    int instruction = -1; ///< of an access: which one of the program
    bool is_atomic = false;
    int from = -1; ///< receive: the thread that published the value; -1: more than one did
    CodeLine at{};

    /// All of an access of up to 8 bytes.
    std::uint64_t bits() const {
        return (words.size() > 1 ? std::uint64_t{words[1]} << 32 : 0) | (words.empty() ? 0 : words[0]);
    }
};

/// Some neighbouring elements of an array that is dealt to several devices: where one has them.
struct Piece {
    long long first = 0, n = 0; ///< of the whole array
    std::uint64_t input = 0, output = 0;
};

using sim::Finding;

/// What a picture says of a finding: "warning: d_in is never freed".
std::string sentence(const Finding& finding);

struct Recording {
    struct Input {
        std::uint64_t address = 0;
        std::vector<std::int64_t> values;
    };
    struct Output {
        std::uint64_t address = 0;
        std::vector<std::int64_t> values;   ///< what the kernels left
        std::vector<std::int64_t> expected; ///< the CPU's result; a compaction's is shorter
        int element_bytes = 4;
    };
    enum class Task {
        none,
        inclusive_scan,
        exclusive_scan,
        segmented_scan,
        wide_scan,
        composition,
        compaction,
        split,
        sort
    };

    std::string program, title;
    int number = 0; ///< the lesson's; 0 if it is none
    Task task = Task::none;
    bool each_tile_by_itself = false; ///< a scan of each tile, not of the whole array
    int block = 0;                    ///< threads
    int items_per_thread = 1;
    int warp_size = 32;
    std::optional<Input> input;
    std::optional<Output> output;
    std::optional<Input> heads;        ///< of a segmented scan: not 0 where a segment begins
    std::optional<std::uint64_t> kept; ///< where a compaction leaves its count
    std::vector<Piece> pieces;         ///< none if all of it is on one device
    int devices = 1;
    std::vector<std::string> files; ///< absolute paths
    std::vector<Variable> variables;
    std::vector<Launch> launches;
    std::vector<Event> events;
    std::vector<Finding> findings;

    /// A compaction or a split: elements go to other places as they are.
    bool moves_elements() const { return task == Task::compaction || task == Task::split; }
    int tile() const { return block * items_per_thread; } ///< elements of a tile
};

/// Reads a recording. Throws BadInput if it isn't one.
Recording read_recording(const std::filesystem::path& file);

/// The same, from the text of a file; `name` is what messages call it.
Recording parse_recording(const std::string& json, const std::string& name);

} // namespace scanlab::diagrams
