// Recordings made by hand, event by event.
#pragma once

#include "recording.hpp"

#include <cstdint>
#include <utility>
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
    /// So many words at once.
    void read(int block, int thread, int variable, int index, std::vector<std::uint32_t> words) {
        access(Event::Kind::read, block, thread, variable, index, std::move(words));
    }
    void write(int block, int thread, int variable, int index, std::vector<std::uint32_t> words) {
        access(Event::Kind::write, block, thread, variable, index, std::move(words));
    }
    /// A local variable of the thread; `index` tells several apart.
    static constexpr int local = -1;

    void publish(int block, int thread, std::uint32_t value) {
        shuffle(Event::Kind::publish, block, thread, value);
    }
    void receive(int block, int thread, int from, std::uint32_t value) {
        shuffle(Event::Kind::receive, block, thread, value);
        recording_.events.back().from = from;
    }
    void barrier(int block) { recording_.events.push_back(event(Event::Kind::barrier, block, 0)); }
    void line(int line) { line_ = line; } ///< of what follows
    void exit(int block) { recording_.events.push_back(event(Event::Kind::exit, block, 0)); }

    scanlab::diagrams::Recording& recording() { return recording_; }
    static std::uint64_t base(int variable) { return 0x1000u * (variable + 1); }

private:
    Event event(Event::Kind kind, int block, int thread) const {
        Event e{};
        e.kind = kind;
        e.block = block;
        e.thread = thread;
        e.at = {0, line_};
        return e;
    }
    void access(Event::Kind kind, int block, int thread, int variable, int index, std::uint64_t value) {
        std::vector<std::uint32_t> words{static_cast<std::uint32_t>(value)};
        if (element_bytes(variable) == 8) words.push_back(static_cast<std::uint32_t>(value >> 32));
        access(kind, block, thread, variable, index, std::move(words));
    }
    void access(Event::Kind kind, int block, int thread, int variable, int index,
                std::vector<std::uint32_t> words) {
        Event e = event(kind, block, thread);
        e.variable = variable;
        e.index = variable == local ? -1 : index;
        e.bytes = static_cast<int>(4 * words.size());
        e.address = (variable == local ? 0x100000 : base(variable)) +
                    static_cast<std::uint64_t>(index * element_bytes(variable));
        e.words = std::move(words);
        recording_.events.push_back(e);
    }
    void shuffle(Event::Kind kind, int block, int thread, std::uint32_t value) {
        Event e = event(kind, block, thread);
        e.words = {value, 0};
        recording_.events.push_back(e);
    }
    int element_bytes(int variable) const {
        return variable == local ? 4 : recording_.variables[variable].element_bytes;
    }

    int line_ = 10;
    scanlab::diagrams::Recording recording_;
};
