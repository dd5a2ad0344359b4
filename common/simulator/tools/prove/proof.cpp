#include "proof.hpp"

#include <set>
#include <unordered_map>

namespace scanlab::prove {
namespace {

constexpr unsigned patience = 20000; // milliseconds for a question
constexpr std::size_t most_at_once = 32;

class Prover {
public:
    Prover(const Launch& launch, const std::function<const Object&(int)>& object,
           const std::map<std::string, std::string>& elements)
        : launch_(launch), object_(object), context_(launch.thread.front().ctx()), mine_(context_),
          others_(context_) {
        const auto rename = [&](const std::vector<z3::expr>& terms) {
            for (const z3::expr& term : terms) {
                mine_.push_back(term);
                others_.push_back(
                    context_.constant((term.decl().name().str() + "'").c_str(), term.get_sort()));
            }
        };
        rename(launch.thread);
        rename(launch.block_index);
        rename(launch.unknown);
        for (const Event& event : launch.events)
            if (event.kind == Event::Kind::access && !arrays_.contains(event.object))
                arrays_.emplace(event.object, array(event.object, elements));
    }

    Proof prove() {
        for (std::size_t i = 0; i < launch_.events.size(); ++i) {
            const Event& event = launch_.events[i];
            if (event.kind == Event::Kind::barrier)
                prove_uniform(event);
            else if (event.kind == Event::Kind::warp_barrier || event.kind == Event::Kind::warp_call)
                prove_mask(event);
            else if (event.kind == Event::Kind::wrong_index)
                ask({"out-of-bounds", "an index is outside of its array", {event.place}},
                    event.condition);
            else if (event.kind == Event::Kind::access)
                prove_access(i);
        }
        if (!questions_.empty()) answer();
        for (const auto& [object, array] : arrays_)
            if (object_(object).kind >= Object::Kind::device)
                (array.bytes ? proof_.checked : proof_.unchecked).push_back(array.name);
        return std::move(proof_);
    }

private:
    struct Array {
        std::string name;
        std::optional<z3::expr> bytes;
        std::optional<z3::expr> holds; ///< that it fits into memory
    };
    struct Mistake {
        std::string kind, text;
        std::vector<Place> places;
    };
    struct Meeting {
        z3::expr ordered, when; ///< the first is kept, so that its number stays its own
    };
    struct Question {
        Mistake mistake;
        z3::expr wrong;
    };

    /// The parameter that says how many elements an array has: the one that is named, or the only
    /// number.
    const Parameter* length_of(const std::string& name,
                               const std::map<std::string, std::string>& elements) {
        auto named = elements.find(name);
        if (named == elements.end()) named = elements.find("");
        const Parameter* only = nullptr;
        for (const Parameter& parameter : launch_.parameters) {
            if (!parameter.value.is_number() || parameter.value.bits < 32) continue;
            if (named != elements.end() ? parameter.name == named->second : parameter.name == "n")
                return &parameter;
            if (only) return nullptr;
            only = &parameter;
        }
        return named == elements.end() ? only : nullptr;
    }

    Array array(int id, const std::map<std::string, std::string>& elements) {
        const Object& object = object_(id);
        Array array{object.name, object.bytes, std::nullopt};
        for (const Parameter& parameter : launch_.parameters) {
            if (!parameter.value.is_pointer() || parameter.value.object != id) continue;
            array.name = parameter.name;
            const Parameter* length = length_of(parameter.name, elements);
            if (array.bytes || !length || parameter.element_bytes == 0 ||
                parameter.value.constant() != 0)
                continue;
            const z3::expr count = converted(*length->value.term, 64, !length->is_unsigned);
            array.bytes = (count * context_.bv_val(parameter.element_bytes, 64)).simplify();
            proof_.assumed[parameter.name] = length->name;
            array.holds =
                count >= context_.bv_val(0, 64) && count <= context_.bv_val(std::uint64_t{1} << 44, 64);
        }
        if (array.name.empty()) array.name = "an array";
        return array;
    }

    /// What a term is for the other thread.
    z3::expr other(const z3::expr& term) const {
        const auto known = renamed_.find(term.id());
        if (known != renamed_.end()) return known->second.second;
        z3::expr copy = term;
        const z3::expr theirs = copy.substitute(mine_, others_);
        renamed_.emplace(term.id(), std::pair(term, theirs)); // kept, so that its number stays its own
        return theirs;
    }
    z3::expr is_same(const std::vector<z3::expr>& index) const {
        z3::expr all = context_.bool_val(true);
        for (const z3::expr& i : index) all = all && i == other(i);
        return all;
    }
    z3::expr is_other_of_block() const {
        return is_same(launch_.block_index) && !is_same(launch_.thread);
    }
    z3::expr is_same_warp() const {
        const z3::expr warps = context_.bv_val(warp_size, 32), thread = launch_.linear_thread();
        return z3::udiv(thread, warps) == z3::udiv(other(thread), warps);
    }

    /// Whether the term depends on what a thread has loaded.
    bool mentions_data(const z3::expr& term) const {
        std::set<unsigned> data, seen;
        for (const z3::expr& value : launch_.unknown) {
            data.insert(value.id());
            data.insert(other(value).id());
        }
        std::vector<z3::expr> left{term};
        while (!left.empty()) {
            const z3::expr next = left.back();
            left.pop_back();
            if (!seen.insert(next.id()).second) continue;
            if (data.contains(next.id())) return true;
            for (unsigned i = 0; i < next.num_args(); ++i) left.push_back(next.arg(i));
        }
        return false;
    }

    /// Whether this happens in some launch. The answer comes later, with those to other questions.
    void ask(const Mistake& mistake, const z3::expr& wrong) {
        const z3::expr simple = wrong.simplify();
        if (simple.is_false() || impossible_.contains(simple.id())) return;
        questions_.push_back({mistake, simple});
        if (questions_.size() == most_at_once) answer();
    }
    /// Most often none of the mistakes happens, which is a single question.
    void answer() {
        z3::expr_vector all(context_);
        for (const Question& question : questions_) all.push_back(question.wrong);
        z3::solver solver = solver_for(z3::mk_or(all));
        if (questions_.size() == 1 || check(solver) != z3::unsat)
            for (const Question& question : questions_) decide(question);
        else
            for (const Question& question : questions_)
                impossible_.emplace(question.wrong.id(), question.wrong);
        questions_.clear();
    }
    /// If the mistake happens, keeps a small launch in which it does.
    void decide(const Question& question) {
        std::string key = question.mistake.text;
        for (const Place& place : question.mistake.places)
            key += "\n" + place.file + std::to_string(place.line);
        if (told_.contains(key)) return; // once is enough
        z3::solver solver = solver_for(question.wrong);
        z3::check_result answer = check(solver);
        if (answer == z3::sat && !launch_.grid_is.empty()) {
            for (const z3::expr& equation : launch_.grid_is) solver.add(equation);
            answer = check(solver);
        }
        proof_.has_given_up |= answer == z3::unknown;
        if (answer != z3::sat) return;
        told_.insert(key);
        proof_.counterexamples.push_back(
            counterexample(question.mistake, smallest(solver), mentions_data(question.wrong)));
    }
    z3::check_result check(z3::solver& solver) {
        ++proof_.questions;
        return solver.check();
    }
    /// For a launch, and two threads of it, of which this is true.
    z3::solver solver_for(const z3::expr& wrong) const {
        z3::solver solver(context_, "QF_BV");
        z3::params limits(context_);
        limits.set("timeout", patience);
        solver.set(limits);
        for (const z3::expr& constraint : launch_.constraints) {
            solver.add(constraint);
            solver.add(other(constraint));
        }
        for (const auto& [object, array] : arrays_)
            if (array.holds) solver.add(*array.holds);
        solver.add(wrong);
        return solver;
    }
    /// What a solver that has found something finds with small numbers, if it does; numbers that fill a
    /// block rather, because two threads that write the same do not show.
    z3::model smallest(z3::solver& solver) const {
        const z3::model any = solver.get_model();
        for (const std::uint64_t least : {launch_.block[0], std::uint64_t{0}})
            for (const std::uint64_t limit : {4, 300, 5000, 100000}) {
                solver.push();
                for (const z3::expr& size : launch_.grid)
                    solver.add(z3::ule(size, context_.bv_val(limit, 32)));
                for (const Parameter& parameter : launch_.parameters) {
                    const unsigned bits = parameter.value.bits;
                    if (!parameter.value.is_number() || bits < 32) continue;
                    solver.add(
                        z3::ule(*parameter.value.term, context_.bv_val(least + limit * 8, bits)));
                    solver.add(z3::uge(*parameter.value.term, context_.bv_val(least, bits)));
                }
                if (solver.check() == z3::sat) return solver.get_model();
                solver.pop();
            }
        return any;
    }

    Counterexample counterexample(const Mistake& mistake, const z3::model& model,
                                  bool is_about_data) const {
        const auto evaluated = [&](const z3::expr& term) {
            const z3::expr value = model.eval(term, true);
            return value.is_bool() ? std::uint64_t{value.is_true()} : value.get_numeral_uint64();
        };
        Counterexample found{
            mistake.kind, mistake.text, mistake.places, is_about_data, {}, launch_.block, {}, 0};
        for (std::size_t i = 0; i < 3; ++i) found.grid[i] = evaluated(launch_.grid[i]);
        if (launch_.dynamic_bytes) found.dynamic_bytes = evaluated(*launch_.dynamic_bytes);
        for (const Parameter& parameter : launch_.parameters) {
            std::optional<std::int64_t> value;
            const auto array = arrays_.find(parameter.value.object);
            if (parameter.value.is_number())
                value = static_cast<std::int64_t>(evaluated(converted(
                    *parameter.value.term, 64, parameter.value.bits > 1 && !parameter.is_unsigned)));
            else if (parameter.value.is_pointer() && array != arrays_.end() && array->second.bytes &&
                     parameter.element_bytes)
                value = static_cast<std::int64_t>(evaluated(*array->second.bytes) /
                                                  parameter.element_bytes);
            found.values.push_back(value);
        }
        return found;
    }

    /// All threads of a block have to come to a barrier, or none.
    void prove_uniform(const Event& barrier) {
        if (barrier.condition.is_true()) return;
        ask({"barrier-divergence",
             "some threads of a block wait here, and others do not",
             {barrier.place}},
            is_other_of_block() && barrier.condition && !other(barrier.condition));
    }

    /// All lanes of a mask have to come to a warp's function with this mask, and the caller has to be
    /// one of them, as well as the lane whose value it takes.
    void prove_mask(const Event& call) {
        const z3::expr comes = other(call.condition) && *call.mask == other(*call.mask);
        const z3::expr takes = call.source ? has(*call.mask, *call.source) : context_.bool_val(true);
        const z3::expr misses = is_other_of_block() && is_same_warp() &&
                                has(*call.mask, other(launch_.linear_thread())) && !comes;
        ask({"barrier-divergence", "some lanes of a mask come here, and others do not", {call.place}},
            call.condition && (misses || !has(*call.mask, launch_.linear_thread()) || !takes));
    }

    /// Whether a mask has a thread's lane.
    z3::expr has(const z3::expr& mask, const z3::expr& thread) const {
        const z3::expr one = context_.bv_val(1, 32), lanes = context_.bv_val(warp_size - 1, 32);
        return (z3::lshr(mask, thread & lanes) & one) == one;
    }

    /// Questions about accesses before and after a barrier need not be asked if it orders all of them.
    static bool separates(const Event& barrier, const Object& object) {
        return barrier.kind == Event::Kind::barrier && barrier.condition.is_true() &&
               object.kind == Object::Kind::shared;
    }

    void prove_access(std::size_t at) {
        const Event& access = launch_.events[at];
        const Array& array = arrays_.at(access.object);
        if (array.bytes) {
            const z3::expr size = context_.bv_val(access.bytes, 64);
            ask({"out-of-bounds",
                 (access.is_write ? "a write is outside of `" : "a read is outside of `") + array.name +
                     "`",
                 {access.place}},
                access.condition &&
                    (z3::ult(*array.bytes, size) || z3::ugt(*access.offset, *array.bytes - size)));
        }
        if (object_(access.object).kind < Object::Kind::device) return;
        z3::expr ordered = context_.bool_val(false);
        for (std::size_t i = at; i < launch_.events.size(); ++i) {
            const Event& later = launch_.events[i];
            if (separates(later, object_(access.object))) break;
            if (later.kind == Event::Kind::barrier || later.kind == Event::Kind::warp_barrier)
                ordered = (ordered || orders(later)).simplify();
            else if (later.kind == Event::Kind::access && later.object == access.object)
                prove_no_race(access, later, ordered, array);
        }
    }

    /// When a barrier is between what this thread has done before and what the other one does after it.
    z3::expr orders(const Event& barrier) const {
        const z3::expr both = barrier.condition && other(barrier.condition);
        if (barrier.kind == Event::Kind::barrier) return is_same(launch_.block_index) && both;
        return is_same(launch_.block_index) && is_same_warp() && both &&
               has(*barrier.mask, other(launch_.linear_thread())) &&
               has(other(*barrier.mask), launch_.linear_thread());
    }

    void prove_no_race(const Event& a, const Event& b, const z3::expr& ordered, const Array& array) {
        if (!a.is_write && !b.is_write) return;
        const bool are_atomic = a.is_atomic && b.is_atomic && a.bytes == b.bytes;
        if (are_atomic && !a.is_of_block && !b.is_of_block) return;
        const z3::expr& meet = meeting(a, b, ordered, are_atomic);
        if (meet.is_false()) return;
        const char* const does[] = {"reads", "writes"};
        ask({"race",
             "one thread " + std::string(does[a.is_write]) + " an element of `" + array.name +
                 "`, and another one " + does[b.is_write] + " it",
             {a.place, b.place}},
            meet && overlap(a, b));
    }

    /// When two threads make these accesses and nothing orders them, wherever they are: false if never.
    /// Many accesses have the same conditions.
    const z3::expr& meeting(const Event& a, const Event& b, const z3::expr& ordered, bool are_atomic) {
        const bool is_shared = object_(a.object).kind == Object::Kind::shared,
                   sees_no_write = a.is_read_only || b.is_read_only; // of any thread, at any time
        const auto [known, is_new] =
            meetings_.try_emplace({a.condition.id(), b.condition.id(), ordered.id(),
                                   4u * sees_no_write + 2u * is_shared + are_atomic},
                                  Meeting{ordered, context_.bool_val(false)});
        if (!is_new) return known->second.when;
        const z3::expr same_block = is_same(launch_.block_index);
        z3::expr are_two = is_shared ? is_other_of_block() : !(same_block && is_same(launch_.thread));
        if (are_atomic) are_two = are_two && !same_block;
        z3::expr when = a.condition && other(b.condition);
        if (!sees_no_write) when = when && !ordered && are_two;
        when = when.simplify();
        z3::solver solver = solver_for(when);
        if (check(solver) != z3::unsat) known->second.when = when;
        return known->second.when;
    }

    z3::expr overlap(const Event& a, const Event& b) const {
        const z3::expr mine = *a.offset, theirs = other(*b.offset);
        if (a.bytes == b.bytes && is_multiple(mine, a.bytes) && is_multiple(theirs, a.bytes))
            return mine == theirs;
        // mine < theirs + b.bytes and theirs < mine + a.bytes, where neither goes round
        return z3::ult(mine - theirs + context_.bv_val(a.bytes - 1, 64),
                       context_.bv_val(a.bytes + b.bytes - 1, 64));
    }

    /// Whether it is plain that a term is a multiple of a power of two.
    static bool is_multiple(const z3::expr& term, unsigned bytes) {
        if ((bytes & (bytes - 1)) != 0) return false;
        unsigned bits = 0;
        while (1u << bits < bytes) ++bits;
        return bits == 0 || number(term.extract(bits - 1, 0).simplify()).constant() == 0u;
    }

    const Launch& launch_;
    const std::function<const Object&(int)>& object_;
    z3::context& context_;
    z3::expr_vector mine_, others_;
    mutable std::unordered_map<unsigned, std::pair<z3::expr, z3::expr>>
        renamed_; // by the term's number
    std::map<int, Array> arrays_;
    std::map<std::array<unsigned, 4>, Meeting> meetings_;
    std::vector<Question> questions_;
    std::unordered_map<unsigned, z3::expr> impossible_; ///< by the term's number
    std::set<std::string> told_;
    Proof proof_;
};

} // namespace

Proof prove(const Launch& launch, const std::function<const Object&(int)>& object,
            const std::map<std::string, std::string>& elements) {
    return Prover(launch, object, elements).prove();
}

} // namespace scanlab::prove
