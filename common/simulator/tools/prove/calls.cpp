#include "run.hpp"

#include "scanlab_sim/core.hpp"

#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace scanlab::prove {
namespace {

constexpr std::uint64_t largest_grid_x = 0x7fffffff, largest_grid = 65535;

// Where the simulator's structures have their members.
constexpr std::uint64_t function_of_launch = offsetof(sim::Launch, function),
                        config_of_launch = offsetof(sim::Launch, config),
                        arguments_of_launch = offsetof(sim::Launch, arguments),
                        count_of_launch = offsetof(sim::Launch, argument_count);

const char* const built_in[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};

/// The function's name and its parameters' types, without a template's result and unnamed namespaces.
std::string short_name(const llvm::Function& function) {
    std::string name = llvm::demangle(function.getName().str());
    const std::string result = "void ", anonymous = "(anonymous namespace)::";
    if (name.starts_with(result)) name.erase(0, result.size());
    for (auto at = name.find(anonymous); at != std::string::npos; at = name.find(anonymous))
        name.erase(at, anonymous.size());
    return name;
}

} // namespace

const std::unordered_map<std::string, Run::Handler>& Run::handlers() {
    static const std::unordered_map<std::string, Handler> all = [] {
        std::unordered_map<std::string, Handler> table{
            {"__ubsan_handle_out_of_bounds", &Run::wrong_index},
            {"cudaMalloc", &Run::allocate},
            {"cudaMallocManaged", &Run::allocate},
            {"cudaSetDevice", &Run::choose_device},
        };
        const std::pair<const char*, Handler> of_simulator[] = {
            {"shared_storage", &Run::storage},
            {"dynamic_shared_storage", &Run::storage},
            {"block_barrier", &Run::block_barrier},
            {"warp_collective", &Run::warp_collective},
            {"before_atomic", &Run::before_atomic},
            {"note_read_only_load", &Run::read_only_load},
            {"in_kernel", &Run::in_kernel},
            {"lane", &Run::lane},
            {"submit", &Run::submit},
            {"run_grid", &Run::run_grid},
            {"trap", &Run::end_thread}};
        for (const auto& [name, handler] : of_simulator)
            table[std::string("scanlab::sim::") + name] = handler;
        for (const char* name : {"after_atomic_load", "after_atomic_store", "use_storage", "yield",
                                 "maybe_yield", "note_change", "fence", "expose", "active_mask",
                                 "exited_lanes", "clock_ticks", "know_kernel", "bound_threads",
                                 "multiprocessor", "multiprocessors", "dynamic_shared_bytes"})
            table[std::string("scanlab::sim::") + name] = &Run::ignore;
        return table;
    }();
    return all;
}

Value Run::call_instruction(Frame& frame, const llvm::CallBase& call_of) {
    std::vector<Value> arguments;
    for (const llvm::Use& argument : call_of.args())
        arguments.push_back(argument->getType()->isMetadataTy() ? Value{} : value(frame, *argument));
    const llvm::Function* function = call_of.getCalledFunction();
    if (!function) function = value(frame, *call_of.getCalledOperand()).function;
    if (!function) {
        if (launch_) outside(frame, "calls a function of which it is not known which one it is");
        return fresh(*call_of.getType(), true);
    }
    if (function->isIntrinsic()) return intrinsic(frame, call_of, arguments);
    return call_known(frame, call_of, *function, arguments);
}

Value Run::call_known(Frame& frame, const llvm::CallBase& call_of, const llvm::Function& function,
                      const std::vector<Value>& arguments) {
    const auto handler = handlers().find(name_of(function));
    if (handler != handlers().end() && (function.isDeclaration() || handler->second != &Run::allocate))
        return (this->*handler->second)(frame, call_of, arguments);
    if (function.isDeclaration() || arguments.size() != function.arg_size())
        return call_unknown(frame, call_of, function, arguments);
    return call(function, arguments, &frame);
}

/// What a function without a body does: any value comes of it, and it may change what it is given.
Value Run::call_unknown(Frame& frame, const llvm::CallBase& call_of, const llvm::Function& function,
                        const std::vector<Value>& arguments) {
    const std::string name = name_of(function);
    if (launch_ && name.starts_with("scanlab::sim::"))
        outside(frame, "calls `" + name.substr(name.rfind(':') + 1) + "`, which is not modelled");
    for (const Value& argument : arguments) {
        if (!argument.is_pointer() || argument.object == 0) continue;
        if (argument.object == unknown_object) continue;
        if (is_shared(argument.object))
            outside(frame, "gives an array to `" + name + "`, of which nothing is known");
        if (!objects_[static_cast<std::size_t>(argument.object)].is_constant)
            memory_.forget(argument.object);
    }
    if (function.doesNotReturn()) has_ended_ = true;
    return fresh(*call_of.getType(), launch_ == nullptr);
}

Value Run::intrinsic(Frame& frame, const llvm::CallBase& call_of, const std::vector<Value>& arguments) {
    const auto& of = llvm::cast<llvm::IntrinsicInst>(call_of);
    switch (of.getIntrinsicID()) {
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
        copy(frame, arguments[0], arguments[1], arguments[2], false);
        return {};
    case llvm::Intrinsic::memset:
        copy(frame, arguments[0], arguments[1], arguments[2], true);
        return {};
    case llvm::Intrinsic::expect:
        return arguments[0];
    case llvm::Intrinsic::trap:
        has_ended_ = true;
        return {};
    case llvm::Intrinsic::smax:
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::umin: {
        if (!arguments[0].is_number() || !arguments[1].is_number()) break;
        const auto predicate = llvm::cast<llvm::MinMaxIntrinsic>(of).getPredicate();
        return either(compared(predicate, *arguments[0].term, *arguments[1].term), arguments[0],
                      arguments[1]);
    }
    default:
        break;
    }
    return fresh(*call_of.getType(), launch_ == nullptr);
}

// --- what the simulator's functions do ------------------------------------------------------------

Value Run::ignore(Frame&, const llvm::CallBase& call_of, const std::vector<Value>&) {
    return fresh(*call_of.getType(), false);
}

Value Run::end_thread(Frame&, const llvm::CallBase&, const std::vector<Value>&) {
    has_ended_ = true;
    return {};
}

Value Run::storage(Frame& frame, const llvm::CallBase& call_of, const std::vector<Value>& arguments) {
    if (!launch_) outside(frame, "uses shared memory on the host");
    const llvm::Value* declaration = call_of.getArgOperand(0)->stripPointerCasts();
    if (!llvm::isa<llvm::GlobalVariable>(declaration) && arguments[0].is_pointer())
        for (const auto& [key, id] : variables_)
            if (id == arguments[0].object) declaration = key.first;
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(declaration);
    if (!variable) outside(frame, "uses a shared array of which it is not known which one it is");
    // All dynamic ones begin at the same place.
    const bool is_fixed = arguments.size() == 3;
    const auto [found, is_new] = shared_.try_emplace(is_fixed ? variable : nullptr, 0);
    if (is_new) {
        std::string name = llvm::demangle(variable->getName().str());
        if (const auto mark = name.rfind("scanlab_shared_"); mark != std::string::npos)
            name = name.substr(mark + std::string("scanlab_shared_").size());
        Object object{.kind = Object::Kind::shared, .name = name};
        object.bytes = is_fixed ? arguments[1].term : launch_->dynamic_bytes;
        object.alignment = is_fixed ? static_cast<unsigned>(arguments[2].constant().value_or(1)) : 16;
        found->second = add_object(std::move(object));
    }
    return pointer(found->second, context_.bv_val(0, 64));
}

Value Run::block_barrier(Frame& frame, const llvm::CallBase& call_of, const std::vector<Value>&) {
    if (!launch_) outside(frame, "waits at a barrier on the host");
    add_event(frame, {.kind = Event::Kind::barrier, .condition = condition_});
    return fresh(*call_of.getType(), false);
}

Value Run::warp_collective(Frame& frame, const llvm::CallBase& call_of,
                           const std::vector<Value>& arguments) {
    if (!launch_) outside(frame, "calls a function of a warp on the host");
    const bool is_barrier = arguments[0].constant() == static_cast<unsigned>(sim::Collective::sync);
    Event event{.kind = is_barrier ? Event::Kind::warp_barrier : Event::Kind::warp_call,
                .condition = condition_};
    event.mask = number_of(arguments[1], 32);
    event.source = source_lane(arguments);
    add_event(frame, std::move(event));
    return fresh(*call_of.getType(), false);
}

/// The lane whose value a shuffle returns; nothing for other functions of a warp.
std::optional<z3::expr> Run::source_lane(const std::vector<Value>& arguments) {
    const auto kind = static_cast<sim::Collective>(arguments[0].constant().value_or(0));
    const z3::expr lane = launch_->linear_thread() & context_.bv_val(warp_size - 1, 32),
                   parameter = number_of(arguments[3], 32), width = number_of(arguments[4], 32),
                   first = lane & -width;
    const auto in_segment = [&](const z3::expr& source) {
        return z3::ite((source & -width) == first, source, lane);
    };
    switch (kind) {
    case sim::Collective::shuffle:
        return first + (parameter & (width - 1));
    case sim::Collective::shuffle_up:
        return z3::ite(z3::ult(lane - first, parameter), lane, lane - parameter);
    case sim::Collective::shuffle_down:
        return z3::ite(z3::ult(width - 1 - (lane - first), parameter), lane, lane + parameter);
    case sim::Collective::shuffle_xor:
        return in_segment(lane ^ parameter);
    default:
        return std::nullopt;
    }
}

Value Run::before_atomic(Frame& frame, const llvm::CallBase&, const std::vector<Value>& arguments) {
    const Value& address = arguments[0];
    if (!launch_) return address;
    const auto bytes = arguments[1].constant(), kind = arguments[2].constant(),
               scope = arguments[4].constant();
    if (!address.is_pointer() || address.object == unknown_object || !bytes || !kind || !scope)
        outside(frame, "makes an atomic access of which it is not known where");
    if (objects_[static_cast<std::size_t>(address.object)].kind < Object::Kind::device) {
        memory_.forget(address.object); // what it stores is not looked at
        return address;
    }
    Event event{.kind = Event::Kind::access, .condition = condition_};
    event.object = address.object;
    event.offset = address.term;
    event.bytes = static_cast<unsigned>(*bytes);
    event.is_write = *kind != static_cast<unsigned>(sim::AtomicKind::load);
    event.is_atomic = *scope != static_cast<unsigned>(sim::Scope::thread);
    event.is_of_block = *scope == static_cast<unsigned>(sim::Scope::block);
    add_event(frame, std::move(event));
    announced_ = address;
    return address;
}

Value Run::read_only_load(Frame& frame, const llvm::CallBase&, const std::vector<Value>& arguments) {
    const auto bytes = arguments[1].constant();
    if (!launch_ || !arguments[0].is_pointer() || arguments[0].object == unknown_object || !bytes)
        outside(frame, "reads by a pointer of which it is not known where it leads");
    access(frame, arguments[0], *bytes, false);
    launch_->events.back().is_read_only = true;
    announced_ = arguments[0];
    return {};
}

Value Run::in_kernel(Frame&, const llvm::CallBase&, const std::vector<Value>&) {
    return number(context_.bool_val(launch_ != nullptr));
}

Value Run::lane(Frame& frame, const llvm::CallBase&, const std::vector<Value>&) {
    if (!launch_) outside(frame, "asks for a lane on the host");
    return number((launch_->linear_thread() & context_.bv_val(warp_size - 1, 32)).simplify());
}

/// Clang calls this for an index that is outside of its array.
Value Run::wrong_index(Frame& frame, const llvm::CallBase&, const std::vector<Value>&) {
    if (launch_) add_event(frame, {.kind = Event::Kind::wrong_index, .condition = condition_});
    return {};
}

Value Run::allocate(Frame& frame, const llvm::CallBase&, const std::vector<Value>& arguments) {
    if (launch_ || !arguments[0].is_pointer() || arguments[0].object <= 0 || !arguments[0].constant() ||
        !arguments[1].is_number())
        outside(frame, "allocates memory in a way that is not modelled");
    const int array = add_object({.kind = Object::Kind::device, .bytes = arguments[1].term});
    memory_.store(arguments[0].object, *arguments[0].constant(), 8,
                  pointer(array, context_.bv_val(0, 64)));
    return number(context_, 0, 32);
}

Value Run::choose_device(Frame& frame, const llvm::CallBase&, const std::vector<Value>&) {
    outside(frame, "chooses a device, and proofs know only one");
}

// --- launches -------------------------------------------------------------------------------------

/// What lies at an offset from where a pointer leads; a pointer if `bits` is 0.
Value Run::member(Frame& frame, const Value& object, std::uint64_t offset, unsigned bits) {
    const auto begin = object.constant();
    if (!object.is_pointer() || object.object <= 0 || !begin)
        outside(frame, "launches a kernel in a way that is not modelled");
    const auto found = memory_.load(object.object, *begin + offset, bits == 0 ? 8 : bits / 8);
    if (!found || (bits != 0 && found->bits != bits))
        outside(frame, "launches a kernel in a way that is not modelled");
    return *found;
}

Value Run::submit(Frame& frame, const llvm::CallBase&, const std::vector<Value>& arguments) {
    const Value launcher = member(frame, arguments[2], 0, 0); // KernelSignature::launch
    if (!launcher.function) outside(frame, "launches a kernel in a way that is not modelled");
    return call(*launcher.function, {arguments[0], arguments[1], arguments[3], arguments[4]}, &frame);
}

Launch Run::launch_of(Frame& frame, const Value& launch, std::uint64_t block_x) {
    const Value config = member(frame, launch, config_of_launch, 0);
    const auto extent = [&](std::size_t begin, unsigned i) {
        return *member(frame, config, begin + 4 * i, 32).term;
    };
    const std::size_t bytes_at = offsetof(sim::LaunchConfig, dynamic_shared_bytes);
    const std::size_t grid_at = offsetof(sim::LaunchConfig, grid),
                      block_at = offsetof(sim::LaunchConfig, block);
    const llvm::Function* kernel = member(frame, launch, function_of_launch, 0).function;
    if (!kernel) outside(frame, "launches a kernel of which it is not known which one it is");
    Launch made{.function = kernel,
                .kernel = short_name(*kernel),
                .place = place(frame),
                .block = {block_x, 1, 1},
                .grid = {extent(grid_at, 0), extent(grid_at, 1), extent(grid_at, 2)},
                .parameters = {},
                .dynamic_bytes = member(frame, config, bytes_at, 64).term,
                .constraints = {condition_},
                .grid_is = {},
                .thread = {},
                .block_index = {},
                .unknown = {},
                .events = {},
                .functions = {}};
    for (unsigned i = 0; i < 3; ++i) {
        z3::expr& size = made.grid[i];
        if (Value constant = number(size); !constant.constant()) {
            const z3::expr name = fresh_number(32, true);
            made.grid_is.push_back(name == size);
            size = name;
        }
        made.constraints.push_back(z3::ugt(size, context_.bv_val(0, 32)));
        made.constraints.push_back(
            z3::ule(size, context_.bv_val(i == 0 ? largest_grid_x : largest_grid, 32)));
        if (i == 0) continue;
        const auto fixed = number(extent(block_at, i)).constant();
        if (!fixed) outside(frame, "launches blocks whose size is not known");
        made.block[i] = *fixed;
    }
    const z3::expr block = extent(block_at, 0);
    if (!number(block).constant()) made.constraints.push_back(block == context_.bv_val(block_x, 32));
    const Value arguments = member(frame, launch, arguments_of_launch, 0);
    const auto count = member(frame, launch, count_of_launch, 64).constant();
    const std::vector<std::string> types = name_and_types(made.kernel);
    if (count == kernel->arg_size())
        for (unsigned i = 0; i < *count; ++i) {
            const Value bytes = member(frame, arguments, 16 * i + 8, 64);
            made.parameters.push_back({kernel->getArg(i)->getName().str(),
                                       {},
                                       bytes.constant().value_or(0),
                                       i + 1 < types.size() && types[i + 1].starts_with("unsigned")});
        }
    for (const char* axis : {"x", "y", "z"}) {
        made.thread.push_back(context_.bv_const((std::string("thread_") + axis).c_str(), 32));
        made.block_index.push_back(context_.bv_const((std::string("block_") + axis).c_str(), 32));
    }
    return made;
}

Value Run::run_grid(Frame& frame, const llvm::CallBase&, const std::vector<Value>& arguments) {
    if (launch_) outside(frame, "launches a kernel from a kernel");
    const Value config = member(frame, arguments[0], config_of_launch, 0);
    const Value block = member(frame, config, offsetof(sim::LaunchConfig, block), 32);
    const llvm::Function* body = arguments[1].function;
    if (!body) outside(frame, "launches a kernel in a way that is not modelled");
    std::vector<std::uint64_t> sizes;
    if (const auto fixed = block.constant())
        sizes.push_back(*fixed);
    else
        for (unsigned size = 1; size <= 1024; size *= 2)
            if (is_possible(*block.term == context_.bv_val(size, 32))) sizes.push_back(size);
    if (sizes.empty()) outside(frame, "launches blocks whose size is no power of two");
    for (const std::uint64_t size : sizes)
        run_kernel(frame, launch_of(frame, arguments[0], size), *body, arguments[2]);
    return {};
}

void Run::run_kernel(Frame& frame, Launch launch, const llvm::Function& body, const Value& context) {
    const Memory host_memory = memory_;
    const z3::expr host_condition = condition_;
    auto host_solver = std::exchange(solver_, std::nullopt);
    auto host_witnesses = std::move(witnesses_);
    launch_ = &launch;
    const auto finish = [&] {
        launch_ = nullptr;
        memory_ = host_memory;
        condition_ = host_condition;
        solver_ = std::move(host_solver);
        witnesses_ = std::move(host_witnesses);
        has_ended_ = false;
        shared_.clear();
    };
    new_solver();
    condition_ = context_.bool_val(true);
    for (unsigned i = 0; i < 3; ++i) {
        launch.constraints.push_back(z3::ult(launch.thread[i], context_.bv_val(launch.block[i], 32)));
        launch.constraints.push_back(z3::ult(launch.block_index[i], launch.grid[i]));
        const z3::expr values[] = {launch.thread[i], launch.block_index[i],
                                   context_.bv_val(launch.block[i], 32), launch.grid[i]};
        for (unsigned which = 0; which < 4; ++which)
            if (const llvm::GlobalVariable* variable = module_.getNamedGlobal(built_in[which])) {
                const int id = object_of(*variable);
                objects_[static_cast<std::size_t>(id)].kind = Object::Kind::own;
                memory_.store(id, 4 * i, 4, number(values[which]));
            }
    }
    for (const z3::expr& constraint : launch.constraints) solver_->add(constraint);
    try {
        call(body, {context}, &frame);
    } catch (...) {
        finish();
        throw;
    }
    finish();
    judge_(launch);
}

} // namespace scanlab::prove
