#include "dataflow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace scanlab::diagrams {

std::vector<std::size_t> wrong_outputs(const Recording& recording) {
    std::vector<std::size_t> wrong;
    if (!recording.output) return wrong;
    for (std::size_t i = 0; i < recording.output->expected.size(); ++i)
        if (i >= recording.output->values.size() ||
            recording.output->values[i] != recording.output->expected[i])
            wrong.push_back(i);
    return wrong;
}

Provenance expected_inputs(const Recording& recording, std::size_t i) {
    const int element = static_cast<int>(i);
    int first = recording.each_tile_by_itself ? element - element % recording.tile() : 0;
    if (recording.heads)
        for (int k = first; k <= element; ++k)
            if (recording.heads->values[static_cast<std::size_t>(k)] != 0) first = k;
    const int end = recording.task == Recording::Task::exclusive_scan ? element : element + 1;
    Provenance inputs;
    for (int k = first; k < end; ++k) inputs.emplace_back(k, 1);
    return inputs;
}

namespace {

/// "the sum of 0–3", and whether there is more to it, such as memory that nobody has written.
std::string describe(const Recording& recording, const Dataflow& flow, const Value& v) {
    Bits others = static_cast<Bits>(v.number);
    for (const auto& [input, times] : v.inputs)
        others -= static_cast<Bits>(times) *
                  static_cast<Bits>(recording.input->values[static_cast<std::size_t>(input)]);
    const bool are_all = low_bits(others, 4) == 0;
    if (v.inputs.empty()) return are_all ? "0" : "no sum of inputs";
    return fmt::format("the sum of {}{}", flow.label(v.inputs),
                       are_all ? "" : " and of what is no input");
}

} // namespace

std::string describe_wrong(const Recording& recording, const Dataflow& flow, std::size_t i) {
    if (flow.outputs[i] == no_value) return fmt::format("output[{}] is never written", i);
    return fmt::format("output[{}] is {} instead of {}", i,
                       describe(recording, flow, flow.values[flow.outputs[i]]),
                       flow.label(expected_inputs(recording, i)));
}

namespace {

void require(bool holds, const std::string& what) {
    if (!holds) throw std::logic_error("the picture would not be true: " + what);
}

/// Throws unless the value is what its terms add up to, in numbers and in inputs.
void check(const Dataflow& flow, const Value& v) {
    Bits sum = 0;
    for (const Term& term : v.terms) {
        const Bits number = static_cast<Bits>(flow.values[term.value].number);
        sum += term.sign > 0 ? number : 0 - number;
    }
    require(low_bits(sum, 4) == low_bits(static_cast<Bits>(v.number), 4),
            fmt::format("{} is not what its sources add up to", v.number));
    require(flow.inputs_of(v.terms) == v.inputs,
            fmt::format("{} and its sources do not come from the same inputs", v.number));
}

/// Throws unless the output, whose number is right, is the sum of the inputs that it has to be.
void check_output(const Recording& recording, const Dataflow& flow, std::size_t i) {
    require(flow.outputs[i] != no_value,
            fmt::format("output[{}] is right, but no kernel was seen to write it", i));
    if (recording.moves_elements()) return;
    const Provenance& inputs = flow.values[flow.outputs[i]].inputs;
    require(inputs == expected_inputs(recording, i),
            fmt::format("output[{}] has the right value, but it was seen to come from {}", i,
                        flow.label(inputs)));
}

} // namespace

void check(const Recording& recording, const Dataflow& flow) {
    for (const Value& v : flow.values)
        if (v.origin == Value::Origin::copy || v.origin == Value::Origin::sum) check(flow, v);
    if (!recording.output) return;
    const auto wrong = wrong_outputs(recording);
    for (std::size_t i = 0; i < recording.output->expected.size(); ++i)
        if (!std::ranges::binary_search(wrong, i)) check_output(recording, flow, i);
}

} // namespace scanlab::diagrams
