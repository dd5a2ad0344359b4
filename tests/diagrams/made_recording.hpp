// Recordings made by hand, event by event.
#pragma once

#include "recording.hpp"

#include <cstdint>
#include <initializer_list>
#include <vector>

/// Variable 0 is the global array `input`, 1 `output`, 2 `descriptors`, 3 the shared array `staged`.
class MadeRecording {
public:
    using Event = scanlab::diagrams::Event;

    explicit MadeRecording(int blocks, std::vector<std::int64_t> input = {}) {
        using Kind = scanlab::diagrams::Variable::Kind;
        recording_.program = "made";
        recording_.files = {"made.cu"};
        recording_.warp_size = 4;
        recording_.launches.push_back({"kernel", {blocks, 1, 1}, {4, 1, 1}, {0, 1}});
        recording_.variables = {{"input", Kind::global},
                                {"output", Kind::global},
                                {"descriptors", Kind::global, 0, 8},
                                {"staged", Kind::shared}};
        if (!input.empty()) recording_.input = {base(0), std::move(input)};
    }

    void read(int block, int thread, int variable, int index, std::uint64_t value) {
        access(Event::Kind::read, block, thread, variable, index, value);
    }
    void write(int block, int thread, int variable, int index, std::uint64_t value) {
        access(Event::Kind::write, block, thread, variable, index, value);
    }
    void exit(int block) { recording_.events.push_back(event(Event::Kind::exit, block, 0)); }

    scanlab::diagrams::Recording& recording() { return recording_; }
    static std::uint64_t base(int variable) { return 0x1000u * (variable + 1); }

private:
    static Event event(Event::Kind kind, int block, int thread) {
        Event e{};
        e.kind = kind;
        e.block = block;
        e.thread = thread;
        e.at = {0, 10};
        return e;
    }
    void access(Event::Kind kind, int block, int thread, int variable, int index, std::uint64_t value) {
        Event e = event(kind, block, thread);
        e.variable = variable;
        e.index = index;
        e.bytes = recording_.variables[variable].element_bytes;
        e.address = base(variable) + static_cast<std::uint64_t>(index * e.bytes);
        e.words = {static_cast<std::uint32_t>(value)};
        if (e.bytes == 8) e.words.push_back(static_cast<std::uint32_t>(value >> 32));
        recording_.events.push_back(e);
    }

    scanlab::diagrams::Recording recording_;
};
