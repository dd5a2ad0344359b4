// scanlab_prove PROGRAM.ll [NAME=PARAMETER]…: tries to prove of each launch of a program, as Clang
// reads it, that it has no race and leaves no array, for all that its host may give it. Writes one JSON
// object per launch and block size, or per host function of which it does not know what it does.
// NAME=PARAMETER: how many elements the array has.
#include "proof.hpp"
#include "run.hpp"

#include <cstdio>
#include <iostream>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <nlohmann/json.hpp>
#include <set>

namespace {

using namespace scanlab::prove;
using Json = nlohmann::ordered_json;

/// Whether the program's own code, and not the simulator's, launches kernels in this function.
bool launches(const llvm::Function& function) {
    const llvm::DISubprogram* source = function.getSubprogram();
    if (!source || is_header_of_simulator(source->getFilename().str())) return false;
    for (const llvm::BasicBlock& block : function)
        for (const llvm::Instruction& instruction : block)
            if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                if (const llvm::Function* callee = call->getCalledFunction())
                    if (name_of(*callee).starts_with("scanlab::sim::launch")) return true;
    return false;
}

Json json(const Place& place) { return {{"file", place.file}, {"line", place.line}}; }

/// The launch as `scanlab kernel` takes it; empty if an argument cannot be written so.
std::string launch_text(const Launch& launch, const Counterexample& found) {
    constexpr std::int64_t some_elements = 4096, most_elements = 1 << 26;
    const std::vector<std::string> parts = name_and_types(launch.kernel);
    if (parts.size() != found.values.size() + 1) return {};
    const auto extent = [](const std::array<std::uint64_t, 3>& size) {
        if (size[1] * size[2] == 1) return std::to_string(size[0]);
        return "dim3(" + std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " +
               std::to_string(size[2]) + ")";
    };
    std::string text = parts[0] + "<<<" + extent(found.grid) + ", " + extent(found.block) +
                       (found.dynamic_bytes == 0 ? "" : ", " + std::to_string(found.dynamic_bytes)) +
                       ">>>(";
    for (std::size_t i = 0; i < found.values.size(); ++i) {
        std::string type = parts[i + 1];
        std::int64_t value = found.values[i].value_or(some_elements);
        if (launch.parameters[i].value.is_pointer()) {
            if (value > most_elements) return {};
            if (type.ends_with("*")) type.pop_back();
            if (type.ends_with(" const")) type.resize(type.size() - 6);
            if (type == "void") type = "char", value *= 16;
            text += "inout " + type + "[" + std::to_string(value) + "] iota, ";
        } else {
            text += found.values[i] ? std::to_string(value) + ", " : "1, ";
        }
    }
    if (text.ends_with(", ")) text.resize(text.size() - 2);
    return text + ")";
}

/// The lines of the functions that a launch runs, in the file that launches it.
std::set<int> lines_of(const Launch& launch) {
    std::set<int> lines{launch.place.line};
    for (const llvm::Function* function : launch.functions)
        for (const llvm::BasicBlock& block : *function)
            for (const llvm::Instruction& instruction : block)
                if (const llvm::DILocation* location = instruction.getDebugLoc())
                    if (const Place place = place_of(*location); place.file == launch.place.file)
                        lines.insert(place.line);
    return lines;
}

Json json(const Launch& launch, const Proof& proof) {
    Json counterexamples = Json::array();
    for (const Counterexample& found : proof.counterexamples) {
        Json places = Json::array();
        for (const Place& place : found.places) places.push_back(json(place));
        Json numbers = Json::object();
        for (std::size_t i = 0; i < found.values.size(); ++i)
            if (launch.parameters[i].value.is_number())
                numbers[launch.parameters[i].name] = *found.values[i];
        counterexamples.push_back({{"launch", launch_text(launch, found)},
                                   {"depends_on_data", found.depends_on_data},
                                   {"kind", found.kind},
                                   {"text", found.text},
                                   {"places", places},
                                   {"grid", found.grid},
                                   {"block", found.block},
                                   {"numbers", numbers}});
    }
    Json free = Json::array(); // that may have any value
    for (const Parameter& parameter : launch.parameters)
        if (parameter.value.is_number() && !parameter.value.constant()) free.push_back(parameter.name);
    return {{"kernel", launch.kernel},
            {"launched", json(launch.place)},
            {"lines", lines_of(launch)},
            {"block", launch.block},
            {"free", free},
            {"assumed", proof.assumed},
            {"checked", proof.checked},
            {"unchecked", proof.unchecked},
            {"questions", proof.questions},
            {"given_up", proof.has_given_up},
            {"counterexamples", counterexamples}};
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fputs("scanlab_prove: usage: scanlab_prove PROGRAM.ll [NAME=PARAMETER]...\n", stderr);
        return 2;
    }
    std::map<std::string, std::string> elements;
    for (int i = 2; i < argc; ++i) {
        const std::string text = argv[i];
        const auto sign = text.find('=');
        elements[sign == std::string::npos ? "" : text.substr(0, sign)] =
            text.substr(sign == std::string::npos ? 0 : sign + 1);
    }
    llvm::LLVMContext llvm_context;
    llvm::SMDiagnostic wrong;
    const auto module = llvm::parseIRFile(argv[1], wrong, llvm_context);
    if (!module) {
        std::fprintf(stderr, "scanlab_prove: %s: %s\n", argv[1], wrong.getMessage().str().c_str());
        return 2;
    }
    z3::context context;
    for (const llvm::Function& function : *module) {
        if (function.isDeclaration() || !launches(function)) continue;
        Run* run_now = nullptr;
        Run run(*module, context, [&](const Launch& launch) {
            const auto object = [&](int id) -> const Object& { return run_now->object(id); };
            std::cout << json(launch, prove(launch, object, elements)) << std::endl;
        });
        run_now = &run;
        try {
            run.run_host(function);
        } catch (const Outside& why) {
            std::cout << Json{{"outside", name_of(function)},
                              {"place", json(Place{why.file, why.line})},
                              {"text", why.reason}}
                      << std::endl;
        } catch (const z3::exception& e) {
            std::fprintf(stderr, "scanlab_prove: z3: %s\n", e.msg());
            return 1;
        }
    }
}
