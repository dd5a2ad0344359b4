#include "run.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace scanlab::prove {
namespace {

constexpr std::uint64_t most_steps = 20'000'000;
constexpr unsigned most_rounds = 70, most_calls = 200;
constexpr unsigned way_patience = 500; // milliseconds for a question

/// What CUDA's qualifiers say of the variables that have one, by their annotations.
std::unordered_map<const llvm::Value*, std::string> qualifiers_of(const llvm::Module& module) {
    const std::string mark = "scanlab.";
    std::unordered_map<const llvm::Value*, std::string> qualifiers;
    const llvm::GlobalVariable* all = module.getNamedGlobal("llvm.global.annotations");
    if (!all) return qualifiers;
    for (const llvm::Use& entry : llvm::cast<llvm::ConstantArray>(all->getInitializer())->operands()) {
        const auto& parts = llvm::cast<llvm::ConstantStruct>(*entry);
        llvm::StringRef text;
        if (!llvm::getConstantStringInfo(parts.getOperand(1), text) || !text.startswith(mark)) continue;
        std::string& qualifier = qualifiers[parts.getOperand(0)->stripPointerCasts()];
        if (qualifier != "constant")
            qualifier = text.substr(mark.size()).str(); // or __device__ as well
    }
    return qualifiers;
}

} // namespace

std::string name_of(const llvm::Function& function) {
    const std::string text = llvm::demangle(function.getName().str());
    // The parameters' brackets are the last ones that open outside of < >.
    int angles = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '<') ++angles;
        if (text[i] == '>') --angles;
        if (text[i] == ' ' && angles == 0) begin = i + 1; // of a template, after its result
        if (text[i] == '(' && angles == 0) return text.substr(begin, i - begin);
    }
    return text;
}

std::vector<std::string> name_and_types(const std::string& kernel) {
    std::vector<std::string> parts{""};
    int depth = 0;
    for (const char c : kernel) {
        const bool closes = c == '>' || c == ')', opens = c == '<' || c == '(';
        depth -= closes;
        if (c == '(' && depth == 0 && parts.size() == 1)
            parts.emplace_back();
        else if (c == ',' && depth == 1 && parts.size() > 1)
            parts.emplace_back();
        else if ((depth > 0 || c != ')') && (c != ' ' || !parts.back().empty()))
            parts.back() += c;
        depth += opens;
    }
    return parts;
}

bool is_header_of_simulator(const std::string& file) { return file.starts_with("/(scanlab)/"); }

Run::Run(const llvm::Module& module, z3::context& context, std::function<void(const Launch&)> judge)
    : module_(module), layout_(module.getDataLayout()), context_(context), judge_(std::move(judge)),
      qualifiers_(qualifiers_of(module)), condition_(context.bool_val(true)) {}

void Run::run_host(const llvm::Function& function) {
    std::vector<Value> arguments;
    for (const llvm::Argument& argument : function.args())
        if (argument.getType()->isPointerTy())
            arguments.push_back(
                pointer(add_object({.kind = Object::Kind::device}), context_.bv_val(0, 64)));
        else
            arguments.push_back(fresh(*argument.getType(), true));
    memory_ = {};
    condition_ = context_.bool_val(true);
    has_ended_ = false;
    new_solver();
    call(function, arguments, nullptr);
}

// --- where a frame is ---------------------------------------------------------------------------

Place place_of(const llvm::DILocation& location) {
    const std::string name = location.getFilename().str();
    return {name.starts_with('/') ? name : location.getDirectory().str() + "/" + name,
            static_cast<int>(location.getLine())};
}

Place Run::place(const Frame& frame) const {
    Place header;
    for (const Frame* f = &frame; f; f = f->caller) {
        if (!f->at) continue;
        for (const llvm::DILocation* at = f->at->getDebugLoc(); at; at = at->getInlinedAt()) {
            if (at->getLine() == 0) continue;
            header = place_of(*at);
            if (!is_header_of_simulator(header.file)) return header;
        }
    }
    return header;
}

void Run::outside(const Frame& frame, const std::string& reason) const {
    const Place at = place(frame);
    throw Outside{at.file, at.line, reason};
}

// --- control flow -------------------------------------------------------------------------------

Value Run::call(const llvm::Function& function, const std::vector<Value>& arguments, Frame* caller) {
    Frame frame{function, caller,
                !function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation)};
    if (++depth_ > most_calls) outside(frame, "calls itself too often");
    for (const llvm::Argument& argument : function.args())
        frame.values[&argument] = arguments[argument.getArgNo()];
    if (launch_) launch_->functions.insert(&function);
    if (launch_ && &function == launch_->function)
        for (Parameter& parameter : launch_->parameters)
            parameter.value =
                arguments[static_cast<std::size_t>(&parameter - launch_->parameters.data())];
    run(frame, &function.getEntryBlock(), nullptr);
    --depth_;
    for (const int variable : frame.variables) {
        memory_.forget(variable);
        objects_[static_cast<std::size_t>(variable)].has_ended = true;
    }
    return frame.values[nullptr];
}

void Run::enter(Frame& frame, const llvm::BasicBlock& block, const llvm::BasicBlock& from) {
    std::vector<Value> values;
    for (const llvm::PHINode& phi : block.phis())
        values.push_back(value(frame, *phi.getIncomingValueForBlock(&from)));
    auto next = values.begin();
    for (const llvm::PHINode& phi : block.phis()) frame.values[&phi] = *next++;
}

void Run::run(Frame& frame, const llvm::BasicBlock* block, const llvm::BasicBlock* stop) {
    while (block && block != stop) {
        const llvm::BasicBlock* following = nullptr;
        for (const llvm::Instruction& instruction : *block) {
            frame.at = &instruction;
            if (++steps_ > most_steps) outside(frame, "runs for too long");
            if (llvm::isa<llvm::PHINode>(instruction)) continue;
            bool has_entered = false;
            if (!instruction.isTerminator()) {
                step(frame, instruction);
            } else if ((following = next(frame, instruction, stop, has_entered)) && !has_entered) {
                enter(frame, *following, *block);
            }
            if (has_ended_) return;
        }
        block = following;
    }
}

/// The block that comes next, after both sides of a fork if there is one; nothing at the end. Sets
/// `has_entered` if its phis have their values already.
const llvm::BasicBlock* Run::next(Frame& frame, const llvm::Instruction& last, const llvm::BasicBlock*,
                                  bool& has_entered) {
    if (const auto* result = llvm::dyn_cast<llvm::ReturnInst>(&last)) {
        if (result->getReturnValue()) frame.values[nullptr] = value(frame, *result->getReturnValue());
        return nullptr;
    }
    if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&last)) {
        frame.values[invoke] = call_instruction(frame, *invoke);
        return invoke->getNormalDest();
    }
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&last)) {
        const auto chosen = value(frame, *choice->getCondition()).constant();
        if (!chosen) outside(frame, "chooses a case by a value that is not the same for all threads");
        for (const auto& entry : choice->cases())
            if (entry.getCaseValue()->getZExtValue() == *chosen) return entry.getCaseSuccessor();
        return choice->getDefaultDest();
    }
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&last)) {
        if (branch->isUnconditional()) return branch->getSuccessor(0);
        const z3::expr condition = truth_of(value(frame, *branch->getCondition())).simplify();
        if (condition.is_true() || !is_possible(!condition)) return branch->getSuccessor(0);
        if (condition.is_false() || !is_possible(condition)) return branch->getSuccessor(1);
        if (++frame.rounds[last.getParent()] > most_rounds)
            outside(frame, "goes round in a loop as often as a value says that is not known");
        const llvm::BasicBlock* meet = meeting_point(*last.getParent());
        fork(frame, condition, *branch->getSuccessor(0), *branch->getSuccessor(1), meet);
        has_entered = true;
        return meet;
    }
    if (!llvm::isa<llvm::UnreachableInst>(last)) outside(frame, "does what is not modelled");
    has_ended_ = true;
    return nullptr;
}

void Run::fork(Frame& frame, const z3::expr& condition, const llvm::BasicBlock& then,
               const llvm::BasicBlock& otherwise, const llvm::BasicBlock* meet) {
    const llvm::BasicBlock& from = *frame.at->getParent();
    const z3::expr outer = condition_;
    const Memory memory = memory_;
    const auto values = frame.values;
    const auto run_side = [&](const llvm::BasicBlock& side, const z3::expr& taken) {
        condition_ = outer.is_true() ? taken : (outer && taken);
        const z3::expr before = condition_;
        enter(frame, side, from);
        run(frame, &side, meet);
        return z3::eq(before, condition_); // no thread has ended on the way
    };
    const bool is_whole = run_side(then, condition);
    const bool has_ended = std::exchange(has_ended_, false);
    const z3::expr after = condition_;
    const Memory memory_after = std::exchange(memory_, memory);
    auto values_after = std::exchange(frame.values, values);

    const bool is_other_whole = run_side(otherwise, !condition);
    if (has_ended_ || has_ended) { // on at most one side something goes on
        if (has_ended_ && !has_ended) {
            has_ended_ = false;
            condition_ = after;
            memory_ = memory_after;
            frame.values = std::move(values_after);
        }
        return;
    }
    condition_ = is_whole && is_other_whole ? outer : (after || condition_);
    Memory merged = memory_after;
    merged.merge(condition, memory_);
    memory_ = std::move(merged);
    for (auto& [key, value] : values_after)
        if (const auto other = frame.values.find(key); other != frame.values.end())
            value = either(condition, value, other->second);
        else
            continue;
    for (auto& [key, value] : frame.values) values_after.emplace(key, value);
    frame.values = std::move(values_after);
}

const llvm::BasicBlock* Run::meeting_point(const llvm::BasicBlock& block) {
    auto& tree = meetings_[block.getParent()];
    if (!tree)
        tree =
            std::make_unique<llvm::PostDominatorTree>(const_cast<llvm::Function&>(*block.getParent()));
    const auto* node = tree->getNode(&block);
    return node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
}

void Run::new_solver() {
    solver_.emplace(context_, "QF_BV");
    z3::params limits(context_);
    limits.set("timeout", way_patience);
    solver_->set(limits);
    witnesses_.clear();
}

/// Whether a thread may come here with this condition; true also if z3 does not know.
bool Run::is_possible(const z3::expr& condition) {
    if (condition.is_false()) return false;
    const z3::expr both = condition_ && condition;
    for (const z3::model& witness : witnesses_)
        if (witness.eval(both, true).is_true()) return true;
    solver_->push();
    solver_->add(both);
    const z3::check_result answer = solver_->check();
    if (answer == z3::sat) witnesses_.push_back(solver_->get_model());
    solver_->pop();
    return answer != z3::unsat;
}

// --- instructions -------------------------------------------------------------------------------

void Run::step(Frame& frame, const llvm::Instruction& instruction) {
    if (const auto* store_of = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        store(frame, value(frame, *store_of->getPointerOperand()),
              *store_of->getValueOperand()->getType(), value(frame, *store_of->getValueOperand()));
        return;
    }
    frame.values[&instruction] = result(frame, instruction);
}

Value Run::result(Frame& frame, const llvm::Instruction& instruction) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        const auto bytes = variable->getAllocationSizeInBits(layout_);
        Object object{.kind = launch_ ? Object::Kind::own : Object::Kind::host,
                      .name = variable->getName().str()};
        if (bytes) object.bytes = context_.bv_val(std::uint64_t{*bytes} / 8, 64);
        frame.variables.push_back(add_object(object));
        return pointer(frame.variables.back(), context_.bv_val(0, 64));
    }
    if (const auto* load_of = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        return load(frame, value(frame, *load_of->getPointerOperand()), *load_of->getType());
    if (const auto* call_of = llvm::dyn_cast<llvm::CallBase>(&instruction))
        return call_instruction(frame, *call_of);
    if (const auto* operation = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
        return element_pointer(frame, *operation);
    if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction))
        return cast(frame, *conversion);
    if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
        return compare(frame, *comparison);
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
        if (!choice->getCondition()->getType()->isIntegerTy(1)) return fresh(*choice->getType(), false);
        const z3::expr condition = truth_of(value(frame, *choice->getCondition())).simplify();
        const Value &yes = value(frame, *choice->getTrueValue()),
                    &no = value(frame, *choice->getFalseValue());
        return condition.is_true() ? yes : condition.is_false() ? no : either(condition, yes, no);
    }
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
        const llvm::Type& type = *operation->getType();
        if (type.isIntegerTy() && type.getIntegerBitWidth() <= 64) {
            const unsigned bits = type.getIntegerBitWidth();
            const z3::expr a = number_of(value(frame, *operation->getOperand(0)), bits),
                           b = number_of(value(frame, *operation->getOperand(1)), bits);
            if (const auto term = calculated(operation->getOpcode(), a, b))
                return number(term->simplify());
        }
        return fresh(type, false);
    }
    if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
        const Value whole = value(frame, *part->getAggregateOperand());
        if (whole.parts && part->getNumIndices() == 1) return (*whole.parts)[part->getIndices()[0]];
        return fresh(*part->getType(), launch_ == nullptr);
    }
    if (const auto* change = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
        const Value whole = value(frame, *change->getAggregateOperand());
        const auto* type = llvm::dyn_cast<llvm::StructType>(change->getType());
        if (!type || change->getNumIndices() != 1) return {};
        auto parts = whole.parts ? *whole.parts : std::vector<Value>(type->getNumElements());
        parts[change->getIndices()[0]] = value(frame, *change->getInsertedValueOperand());
        Value changed;
        changed.kind = Value::Kind::aggregate;
        changed.parts = std::make_shared<const std::vector<Value>>(std::move(parts));
        return changed;
    }
    if (const auto* frozen = llvm::dyn_cast<llvm::FreezeInst>(&instruction))
        return value(frame, *frozen->getOperand(0));
    if (instruction.mayReadOrWriteMemory() && frame.is_observed)
        outside(frame, std::string("an instruction `") + instruction.getOpcodeName() +
                           "`, which is not modelled");
    return fresh(*instruction.getType(), launch_ == nullptr);
}

Value Run::value(Frame& frame, const llvm::Value& operand) {
    if (const auto* known = llvm::dyn_cast<llvm::Constant>(&operand)) return constant(*known);
    if (const auto found = frame.values.find(&operand); found != frame.values.end())
        return found->second;
    return fresh(*operand.getType(), launch_ == nullptr);
}

Value Run::constant(const llvm::Constant& constant) {
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant))
        return integer->getBitWidth() <= 64
                   ? number(context_, integer->getZExtValue(), integer->getBitWidth())
                   : Value{};
    if (constant.isNullValue()) {
        if (constant.getType()->isPointerTy()) return pointer(0, context_.bv_val(0, 64));
        return {};
    }
    if (!constant.getType()->isPointerTy()) return fresh(*constant.getType(), true);
    llvm::APInt offset(64, 0);
    const llvm::Value* base = constant.stripAndAccumulateConstantOffsets(layout_, offset, true);
    if (const auto* function = llvm::dyn_cast<llvm::Function>(base)) {
        Value code;
        code.kind = Value::Kind::function;
        code.function = function;
        return code;
    }
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(base))
        return pointer(object_of(*variable), context_.bv_val(offset.getZExtValue(), 64));
    return pointer(unknown_object, context_.bv_val(0, 64));
}

/// Of two pointers to different objects, one of them null perhaps: an array that the host is given may
/// be none.
z3::expr Run::are_both_null(const Value& a, const Value& b) {
    const int other = std::max(a.object, b.object);
    const Object& object = objects_[static_cast<std::size_t>(other)];
    if (std::min(a.object, b.object) != 0 || object.kind != Object::Kind::device || object.bytes)
        return context_.bool_val(false);
    return context_.bool_const(("null_" + std::to_string(other)).c_str());
}

Value Run::compare(Frame& frame, const llvm::CmpInst& comparison) {
    const llvm::Type& type = *comparison.getOperand(0)->getType();
    const Value a = value(frame, *comparison.getOperand(0)),
                b = value(frame, *comparison.getOperand(1));
    if (type.isIntegerTy() && type.getIntegerBitWidth() <= 64) {
        const unsigned bits = type.getIntegerBitWidth();
        return number(
            compared(comparison.getPredicate(), number_of(a, bits), number_of(b, bits)).simplify());
    }
    if (a.is_pointer() && b.is_pointer() && a.object != unknown_object && b.object != unknown_object) {
        if (a.object == b.object)
            return number(compared(comparison.getPredicate(), *a.term, *b.term).simplify());
        if (comparison.isEquality()) {
            const z3::expr is_equal = are_both_null(a, b);
            return number(comparison.getPredicate() == llvm::CmpInst::ICMP_EQ ? is_equal : !is_equal);
        }
    }
    return fresh(*comparison.getType(), launch_ == nullptr);
}

/// Whether this is the address of an array in a structure, and is used otherwise than for an access:
/// Clang checks indices of such an array only where it sees the array.
bool Run::gives_away_member(const llvm::GEPOperator& operation) {
    if (!operation.getSourceElementType()->isArrayTy() || !operation.hasAllZeroIndices()) return false;
    bool is_member = false;
    for (const auto* base = llvm::dyn_cast<llvm::GEPOperator>(operation.getPointerOperand());
         base && !is_member; base = llvm::dyn_cast<llvm::GEPOperator>(base->getPointerOperand()))
        is_member = base->getSourceElementType()->isStructTy();
    return is_member && llvm::any_of(operation.users(), [&](const llvm::User* user) {
               return !llvm::isa<llvm::LoadInst>(user) &&
                      llvm::getLoadStorePointerOperand(user) != &operation;
           });
}

Value Run::element_pointer(Frame& frame, const llvm::GEPOperator& operation) {
    if (launch_ && frame.is_observed && gives_away_member(operation))
        outside(frame, "takes the address of an array in a structure");
    const Value base = value(frame, *operation.getPointerOperand());
    if (!base.is_pointer()) return pointer(unknown_object, context_.bv_val(0, 64));
    z3::expr offset = *base.term;
    for (auto index = llvm::gep_type_begin(operation); index != llvm::gep_type_end(operation);
         ++index) {
        if (llvm::StructType* type = index.getStructTypeOrNull()) {
            const auto member = llvm::cast<llvm::ConstantInt>(index.getOperand())->getZExtValue();
            const std::uint64_t bytes =
                layout_.getStructLayout(type)->getElementOffset(static_cast<unsigned>(member));
            offset = offset + context_.bv_val(bytes, 64);
            continue;
        }
        const std::uint64_t bytes = layout_.getTypeAllocSize(index.getIndexedType());
        const unsigned bits = index.getOperand()->getType()->getIntegerBitWidth();
        const z3::expr count = converted(number_of(value(frame, *index.getOperand()), bits), 64, true);
        offset = offset + count * context_.bv_val(bytes, 64);
    }
    return pointer(base.object, offset.simplify());
}

Value Run::cast(Frame& frame, const llvm::CastInst& cast) {
    const Value from = value(frame, *cast.getOperand(0));
    const llvm::Type& type = *cast.getType();
    switch (cast.getOpcode()) {
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
        if (type.isPointerTy()) return from;
        return &type == cast.getOperand(0)->getType() ? from : fresh(type, false);
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
        if (from.is_pointer()) return from; // a number that is an address stays a pointer
        return type.isPointerTy() ? pointer(unknown_object, context_.bv_val(0, 64))
                                  : fresh(type, launch_ == nullptr);
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Trunc: {
        const llvm::Type& had = *cast.getOperand(0)->getType();
        if (!had.isIntegerTy() || std::max(had.getIntegerBitWidth(), type.getIntegerBitWidth()) > 64)
            break;
        const z3::expr term = number_of(from, had.getIntegerBitWidth());
        return number(
            converted(term, type.getIntegerBitWidth(), cast.getOpcode() == llvm::Instruction::SExt)
                .simplify());
    }
    default:
        break;
    }
    return fresh(type, launch_ == nullptr);
}

z3::expr Run::number_of(const Value& value, unsigned bits) {
    if (value.is_number() && value.bits == bits) return *value.term;
    return fresh_number(bits, launch_ == nullptr);
}

z3::expr Run::fresh_number(unsigned bits, bool is_uniform) {
    const std::string name = "v" + std::to_string(++names_);
    const z3::expr term =
        bits == 1 ? context_.bool_const(name.c_str()) : context_.bv_const(name.c_str(), bits);
    if (launch_ && !is_uniform) launch_->unknown.push_back(term);
    return term;
}

/// A value of which nothing is known: the same for all threads, or one for each.
Value Run::fresh(const llvm::Type& type, bool is_uniform) {
    if (type.isIntegerTy() && type.getIntegerBitWidth() <= 64)
        return number(fresh_number(type.getIntegerBitWidth(), is_uniform));
    if (!type.isPointerTy()) return {};
    // The host's pointers lead to arrays that do not overlap; a thread's may lead anywhere.
    return pointer(is_uniform ? add_object({.kind = Object::Kind::device}) : unknown_object,
                   context_.bv_val(0, 64));
}

// --- memory -------------------------------------------------------------------------------------

int Run::add_object(Object object) {
    objects_.push_back(std::move(object));
    return static_cast<int>(objects_.size()) - 1;
}

/// A variable without a qualifier of CUDA's is the host's. Of constants, kernels have copies.
int Run::object_of(const llvm::GlobalVariable& variable) {
    const auto qualifier = qualifiers_.find(&variable);
    const bool is_qualified = qualifier != qualifiers_.end(), is_of_kernel = launch_ && !is_qualified;
    const auto [found, is_new] = variables_.try_emplace({&variable, is_of_kernel}, 0);
    if (!is_new) return found->second;
    const auto* type = llvm::dyn_cast<llvm::StructType>(variable.getValueType());
    const bool is_of_simulator = type && type->getName().startswith("struct.scanlab::sim::"),
               is_copy = is_of_kernel && variable.isConstant();
    found->second = add_object(
        {.kind = is_of_simulator ? Object::Kind::own : Object::Kind::device,
         .name = variable.getName().str(),
         .bytes = context_.bv_val(std::uint64_t{layout_.getTypeAllocSize(variable.getValueType())}, 64),
         .is_constant = is_copy,
         .is_of_host = !is_qualified && !is_copy && !is_of_simulator,
         .is_read_only = is_qualified && qualifier->second == "constant"});
    return found->second;
}

bool Run::is_shared(int id) const {
    const Object& object = objects_[static_cast<std::size_t>(id)];
    return launch_ && object.kind >= Object::Kind::device && !object.is_constant;
}

bool Run::may_miss(const Frame& frame, const Value& address, std::uint64_t bytes) const {
    if (!launch_ || !frame.is_observed) return false;
    if (address.object == 0) outside(frame, "uses a null pointer");
    if (objects_[static_cast<std::size_t>(address.object)].kind == Object::Kind::host)
        outside(frame, "uses memory of the host");
    if (objects_[static_cast<std::size_t>(address.object)].has_ended)
        outside(frame, "uses a variable of a function that has returned");
    const Value size = objects_[static_cast<std::size_t>(address.object)].bytes
                           ? number(*objects_[static_cast<std::size_t>(address.object)].bytes)
                           : Value{};
    return size.constant() && address.constant().value_or(*size.constant()) + bytes > *size.constant();
}

bool Run::is_recorded(const Frame& frame, const Value& address) const {
    if (!is_shared(address.object)) return false;
    if (!frame.is_observed && !is_same(address, announced_))
        outside(frame, "calls a function of a header that is not modelled");
    return frame.is_observed;
}

void Run::access(Frame& frame, const Value& address, std::uint64_t bytes, bool is_write) {
    Event event{.kind = Event::Kind::access, .condition = condition_};
    event.object = address.object;
    event.offset = address.term;
    event.bytes = static_cast<unsigned>(bytes);
    event.is_write = is_write;
    add_event(frame, std::move(event));
}

void Run::add_event(Frame& frame, Event event) {
    if (event.kind == Event::Kind::access) {
        const Object& object = objects_[static_cast<std::size_t>(event.object)];
        if (object.is_of_host) outside(frame, "uses a variable of the host");
        if (object.is_read_only && event.is_write) outside(frame, "writes to constant memory");
    }
    event.place = place(frame);
    launch_->events.push_back(std::move(event));
}

Value Run::load(Frame& frame, const Value& address, const llvm::Type& type) {
    const std::uint64_t size = layout_.getTypeStoreSize(const_cast<llvm::Type*>(&type));
    if (!address.is_pointer() || address.object == unknown_object) {
        if (launch_ && frame.is_observed)
            outside(frame, "reads by a pointer of which it is not known where it leads");
        return fresh(type, launch_ == nullptr);
    }
    const Object& object = objects_[static_cast<std::size_t>(address.object)];
    if (const auto* record = llvm::dyn_cast<llvm::StructType>(&type))
        return load_members(frame, address, *record);
    if (is_recorded(frame, address) || may_miss(frame, address, size))
        access(frame, address, size, false);
    const auto offset = address.constant();
    if (!offset || is_shared(address.object)) return fresh(type, false);
    Value loaded;
    if (const auto known = memory_.load(address.object, *offset, static_cast<unsigned>(size))) {
        loaded = *known;
        if (loaded.is_number() && type.isIntegerTy()) {
            const unsigned bits = type.getIntegerBitWidth();
            return loaded.bits == bits ? loaded
                                       : number(converted(*loaded.term, bits, false).simplify());
        }
        return loaded.is_number() ? fresh(type, false) : loaded;
    }
    for (const auto& [key, id] : variables_)
        if (const llvm::GlobalVariable* variable = key.first;
            id == address.object && variable->isConstant() && variable->hasInitializer())
            if (llvm::Constant* folded = llvm::ConstantFoldLoadFromConst(
                    const_cast<llvm::Constant*>(variable->getInitializer()),
                    const_cast<llvm::Type*>(&type), llvm::APInt(64, *offset), layout_))
                return constant(*folded);
    loaded = fresh(type, !launch_ || object.kind == Object::Kind::host);
    memory_.store(address.object, *offset, static_cast<unsigned>(size), loaded);
    return loaded;
}

Value Run::load_members(Frame& frame, const Value& address, const llvm::StructType& type) {
    const llvm::StructLayout& members = *layout_.getStructLayout(const_cast<llvm::StructType*>(&type));
    std::vector<Value> parts;
    for (unsigned i = 0; i < type.getNumElements(); ++i) {
        const z3::expr offset = context_.bv_val(std::uint64_t{members.getElementOffset(i)}, 64);
        const Value at = pointer(address.object, (*address.term + offset).simplify());
        parts.push_back(load(frame, at, *type.getElementType(i)));
    }
    Value whole;
    whole.kind = Value::Kind::aggregate;
    whole.parts = std::make_shared<const std::vector<Value>>(std::move(parts));
    return whole;
}

void Run::store(Frame& frame, const Value& address, const llvm::Type& type, const Value& value) {
    const std::uint64_t size = layout_.getTypeStoreSize(const_cast<llvm::Type*>(&type));
    if (!address.is_pointer() || address.object == unknown_object)
        outside(frame, "writes by a pointer of which it is not known where it leads");
    const auto* record = llvm::dyn_cast<llvm::StructType>(&type);
    if (record && value.parts) {
        const llvm::StructLayout& members =
            *layout_.getStructLayout(const_cast<llvm::StructType*>(record));
        for (unsigned i = 0; i < record->getNumElements(); ++i) {
            const z3::expr offset = context_.bv_val(std::uint64_t{members.getElementOffset(i)}, 64);
            const Value at = pointer(address.object, (*address.term + offset).simplify());
            store(frame, at, *record->getElementType(i), (*value.parts)[i]);
        }
        return;
    }
    if (is_recorded(frame, address)) return access(frame, address, size, true);
    if (is_shared(address.object)) return; // an atomic access, which has been recorded
    if (may_miss(frame, address, size)) access(frame, address, size, true);
    if (const auto offset = address.constant())
        memory_.store(address.object, *offset, static_cast<unsigned>(size), value);
    else
        memory_.forget(address.object);
}

/// memcpy(to, from, size), or memset() if `is_set`.
void Run::copy(Frame& frame, const Value& to, const Value& from, const Value& size, bool is_set) {
    const auto bytes = size.constant();
    for (const Value* end : {&to, &from}) {
        if (end == &from && is_set) continue;
        if (!end->is_pointer() || end->object == unknown_object)
            outside(frame, "copies by a pointer of which it is not known where it leads");
        if (!is_recorded(frame, *end) && !may_miss(frame, *end, bytes.value_or(0))) continue;
        if (!bytes) outside(frame, "copies as many bytes as a value says that is not known");
        access(frame, *end, *bytes, end == &to);
    }
    if (is_shared(to.object)) return;
    const auto begin = to.constant(), source = is_set ? std::nullopt : from.constant();
    if (!bytes || !begin) return memory_.forget(to.object);
    const auto content = is_set ? from.constant() : std::nullopt;
    if (source && !is_shared(from.object))
        memory_.copy(to.object, *begin, from.object, *source, *bytes);
    else
        memory_.forget(to.object, *begin, *bytes);
    if (content && *bytes <= 1 << 16)
        for (std::uint64_t i = 0; i < *bytes; ++i)
            memory_.store(to.object, *begin + i, 1, number(context_, *content, 8));
}

} // namespace scanlab::prove
