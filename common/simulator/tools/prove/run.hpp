/// \file
/// Runs functions of LLVM's intermediate representation, as Clang makes it of a source without
/// optimising, on terms instead of numbers. Where a branch depends on a term that may be true or false,
/// both sides are run and what they leave is merged where they meet again.
#pragma once

#include "launch.hpp"

#include <functional>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <unordered_map>

namespace scanlab::prove {

class Run {
public:
    /// `judge` is given each launch that the host comes to.
    Run(const llvm::Module& module, z3::context& context, std::function<void(const Launch&)> judge);

    /// Runs a function of the host with any arguments. Throws Outside where it, or a kernel that it
    /// launches, does something of which nothing is known.
    void run_host(const llvm::Function& function);

    const Object& object(int id) const { return objects_[static_cast<std::size_t>(id)]; }

private:
    struct Frame {
        const llvm::Function& function;
        const Frame* caller;
        bool is_observed; ///< its accesses are those of the program
        const llvm::Instruction* at = nullptr;
        std::unordered_map<const llvm::Value*, Value> values{}; ///< nullptr: the result
        std::unordered_map<const llvm::BasicBlock*, unsigned> rounds{};
        std::vector<int> variables{};
    };
    using Handler = Value (Run::*)(Frame&, const llvm::CallBase&, const std::vector<Value>&);

    // control flow
    Value call(const llvm::Function& function, const std::vector<Value>& arguments, Frame* caller);
    void enter(Frame& frame, const llvm::BasicBlock& block, const llvm::BasicBlock& from);
    void run(Frame& frame, const llvm::BasicBlock* block, const llvm::BasicBlock* stop);
    const llvm::BasicBlock* next(Frame& frame, const llvm::Instruction& last,
                                 const llvm::BasicBlock* stop, bool& has_entered);
    void fork(Frame& frame, const z3::expr& condition, const llvm::BasicBlock& then,
              const llvm::BasicBlock& otherwise, const llvm::BasicBlock* meet);
    const llvm::BasicBlock* meeting_point(const llvm::BasicBlock& block);
    void new_solver();
    bool is_possible(const z3::expr& condition);

    // instructions
    void step(Frame& frame, const llvm::Instruction& instruction);
    Value result(Frame& frame, const llvm::Instruction& instruction);
    Value value(Frame& frame, const llvm::Value& operand);
    Value constant(const llvm::Constant& constant);
    Value compare(Frame& frame, const llvm::CmpInst& comparison);
    z3::expr are_both_null(const Value& a, const Value& b);
    Value element_pointer(Frame& frame, const llvm::GEPOperator& operation);
    static bool gives_away_member(const llvm::GEPOperator& operation);
    Value cast(Frame& frame, const llvm::CastInst& cast);
    z3::expr number_of(const Value& value, unsigned bits);
    z3::expr truth_of(const Value& value) { return number_of(value, 1); }
    Value fresh(const llvm::Type& type, bool is_uniform);
    z3::expr fresh_number(unsigned bits, bool is_uniform);

    // memory
    int add_object(Object object);
    int object_of(const llvm::GlobalVariable& variable);
    Value load(Frame& frame, const Value& address, const llvm::Type& type);
    void store(Frame& frame, const Value& address, const llvm::Type& type, const Value& value);
    void copy(Frame& frame, const Value& to, const Value& from, const Value& size, bool is_set);
    /// Whether the thread shares what it accesses there with others. The simulator's own headers have
    /// to say before what they access of it.
    bool is_recorded(const Frame& frame, const Value& address) const;
    bool is_shared(int object) const;
    /// Whether it is not plain that this lies in a variable of the thread's own.
    bool may_miss(const Frame& frame, const Value& address, std::uint64_t bytes) const;
    Value load_members(Frame& frame, const Value& address, const llvm::StructType& type);
    void access(Frame& frame, const Value& address, std::uint64_t bytes, bool is_write);
    void add_event(Frame& frame, Event event);

    // calls
    Value call_instruction(Frame& frame, const llvm::CallBase& call);
    Value call_known(Frame& frame, const llvm::CallBase& call, const llvm::Function& function,
                     const std::vector<Value>& arguments);
    Value call_unknown(Frame& frame, const llvm::CallBase& call, const llvm::Function& function,
                       const std::vector<Value>& arguments);
    Value intrinsic(Frame& frame, const llvm::CallBase& call, const std::vector<Value>& arguments);
    static const std::unordered_map<std::string, Handler>& handlers();
    Value ignore(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value end_thread(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value storage(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value block_barrier(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value warp_collective(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value before_atomic(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value read_only_load(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value in_kernel(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value lane(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value wrong_index(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    std::optional<z3::expr> source_lane(const std::vector<Value>& arguments);
    Value choose_device(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value allocate(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value submit(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Value run_grid(Frame&, const llvm::CallBase&, const std::vector<Value>&);
    Launch launch_of(Frame& frame, const Value& launch, std::uint64_t block_x);
    void run_kernel(Frame& frame, Launch launch, const llvm::Function& body, const Value& context);

    Place place(const Frame& frame) const;
    [[noreturn]] void outside(const Frame& frame, const std::string& reason) const;
    Value member(Frame& frame, const Value& object, std::uint64_t offset, unsigned bits);

    const llvm::Module& module_;
    const llvm::DataLayout& layout_;
    z3::context& context_;
    std::function<void(const Launch&)> judge_;
    std::vector<Object> objects_{Object{}};                                 // the first: null
    std::map<std::pair<const llvm::GlobalVariable*, bool>, int> variables_; ///< and whether a kernel's
    std::unordered_map<const llvm::Function*, std::unique_ptr<llvm::PostDominatorTree>> meetings_;
    std::unordered_map<const llvm::Value*, int> shared_; // by declaration
    Memory memory_;
    std::unordered_map<const llvm::Value*, std::string> qualifiers_; ///< of variables: "device"
    z3::expr condition_; // under which the run is where it is
    bool has_ended_ = false;
    Launch* launch_ = nullptr; // while a kernel runs
    std::optional<z3::solver> solver_;
    std::vector<z3::model> witnesses_; ///< of what is possible
    unsigned depth_ = 0, names_ = 0;
    std::uint64_t steps_ = 0;
    Value announced_; ///< what the simulator's headers have said that they access next
};

/// A function's name without its parameters: "scanlab::sim::block_barrier".
std::string name_of(const llvm::Function& function);
Place place_of(const llvm::DILocation& location);
/// The kernel's name and its parameters' types, of "scan<64>(int const*, long long)".
std::vector<std::string> name_and_types(const std::string& kernel);
/// Whether a file is one of the simulator's headers.
bool is_header_of_simulator(const std::string& file);

} // namespace scanlab::prove
