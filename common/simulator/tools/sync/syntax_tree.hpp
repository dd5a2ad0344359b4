/// \file
/// What Clang says of a source: where it calls CUDA's functions, and where statements begin.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::sync {

/// Bytes of the source, from `begin` up to `end`.
struct Extent {
    std::size_t begin = 0, end = 0;
    friend auto operator<=>(const Extent&, const Extent&) = default; ///< by their beginnings
};

/// A call of a function that is declared elsewhere than in the source.
struct Call {
    struct Argument {
        std::string name; ///< of the constant that it is: "memory_order_acquire"; else empty
        Extent name_at;
        Extent all{}; ///< empty: a macro or a default writes it
    };
    std::string function; ///< "__syncthreads", "cooperative_groups::thread_block::sync"
    Extent all;           ///< as it is written, also in a macro's definition
    Extent name;          ///< the function's
    std::vector<Argument> arguments;
    bool is_statement = false; ///< nobody uses its result
};

/// `target += operand`, or `++target`, whose operand is empty.
struct Update {
    Extent all, target, operand;
    std::string operation; ///< "+="
};

/// `target = value;` or `target += value;`
struct Assignment {
    Extent all, target, value;  ///< without the semicolon
    std::string operation;      ///< "+="
    std::string type;           ///< the target's
    bool is_body;               ///< it is all that a loop or branch does
    bool is_of_element = false; ///< of an array, or where a pointer is moved to
};

/// A variable or an element whose value is read.
struct Load {
    Extent all;
    std::string type; ///< "unsigned int"
    bool is_repeated; ///< in a loop that does not count, so it may wait for what is read
};

/// Where a variable is named.
struct Mention {
    Extent at;
    std::string name, type; ///< "unsigned long[2]"
    Extent function;        ///< the body of the one that it is in
};

/// A loop with a variable of its own.
struct Loop {
    Extent all;
    std::string variable;
};

/// `if (condition) then`, a statement of a block, without `else`; none that returns a value.
struct Branch {
    Extent all, condition, then; ///< without the semicolon
    std::string kind;            ///< Clang's, of what it does: "ReturnStmt"
    Extent block;
};

/// A place between two statements of a block, or before an expression that is all that a loop or branch
/// does.
struct Boundary {
    std::size_t offset;
    Extent function;               ///< the body of the one that it is in
    Extent block;                  ///< the innermost one
    int loops;                     ///< around it
    bool is_on_device;             ///< the function is
    bool in_expression;            ///< it is before such an expression
    bool is_conditionable = false; ///< what follows declares nothing, so it may depend on a condition
};

struct SyntaxTree {
    // Each once, by their places.
    std::vector<Call> calls{};
    std::vector<Update> updates{};
    std::vector<Boundary> boundaries{};
    // On the device.
    std::vector<Assignment> assignments{};
    std::vector<Load> loads{};
    std::vector<Mention> mentions{};
    std::vector<Loop> loops{};
    std::vector<Branch> branches{};
    std::vector<Extent> waits{}; ///< loops that do not count
};

/// Reads the syntax tree that Clang's `-ast-dump=json` has written into a file, of this source.
SyntaxTree read_syntax_tree(const std::filesystem::path& dump, const std::string& source);

} // namespace scanlab::sync
