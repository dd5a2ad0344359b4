/// \file
/// Which value was made from which: a recording's accesses, tied together by the numbers they moved.
///
/// What a thread stores is explained by what it has read or received before. See diagrams/README.md on
/// when that is certain.
#pragma once

#include "held_values.hpp"
#include "provenance.hpp"
#include "recording.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace scanlab::diagrams {

constexpr std::size_t no_value = static_cast<std::size_t>(-1);

struct Value {
    enum class Origin {
        input,    ///< an element of the input; it has no terms
        constant, ///< put into memory by the kernel, whatever the data are; it has no terms
        copy,     ///< the same as its one term
        sum,      ///< the signed sum of its terms
        derived,  ///< made from its terms in another way, such as a flag
        garbage   ///< read from memory that nobody has written
    };
    Origin origin = Origin::garbage;
    std::vector<Term> terms{};
    Provenance inputs{};     ///< empty for what is no sum of inputs
    std::int64_t number = 0; ///< the value itself, without `status`
    int status = 0;          ///< of a packed descriptor: what stands above the number; 0 if it is none

    std::size_t event = 0; ///< that made it: a write, publish or receive; the first read of an input
    int launch = 0, block = -1, thread = -1;
    int barriers = 0;    ///< that the block has passed in this launch before
    int collectives = 0; ///< that the warp has passed in this launch before
    int variable = -1;   ///< where it stands; -1: in a register or a local variable
    long long index = -1;
    CodeLine at{};

    bool in_memory() const { return variable >= 0; }
};

struct Dataflow {
    std::vector<Value> values; ///< sources before what is made from them
    /// For every event of the recording the values that it read, stored, published or received (several
    /// for a vector access, none for an index or a counter).
    std::vector<std::vector<std::size_t>> at_event;
    std::vector<std::size_t> inputs;  ///< the value of input i; no_value if nobody has read it
    std::vector<std::string> names;   ///< of the inputs, as in "x4" or "data[4]"
    std::vector<std::size_t> outputs; ///< what stands in output i in the end; no_value: not written

    std::string label(const Provenance& sum) const { return diagrams::label(sum, names); }

    Provenance inputs_of(const std::vector<Term>& terms) const;

    /// The value that `value` is a copy of, through any number of copies; itself if it is none.
    std::size_t original(std::size_t value) const;
};

/// Throws BadInput if the recording contradicts itself.
Dataflow dataflow(const Recording& recording);

/// What output i of a scan has to sum.
Provenance expected_inputs(const Recording& recording, std::size_t i);

/// Elements of the output that are not as the CPU has them, in ascending order.
std::vector<std::size_t> wrong_outputs(const Recording& recording);

/// "output[4] is the sum of 1–4 instead of 0–4", without a full stop.
std::string describe_wrong(const Recording& recording, const Dataflow& flow, std::size_t i);

/// Throws std::logic_error unless every value is what its terms add up to, in numbers and in inputs,
/// and unless every output is the sum of the inputs that its number says (wrong ones excepted).
void check(const Recording& recording, const Dataflow& flow);

} // namespace scanlab::diagrams
