/// \file
/// A function's own variables: which of their accesses cannot go astray and need no hook, and which
/// ones may, or may read what has never been written.
#pragma once

#include "compile/definedness/definite_assignment.hpp"
#include "compile/ir/ir.hpp"

#include <utility>
#include <vector>

namespace scanlab::instrument {

/// How the names of allocations begin that hold a variable and a gap below it (instrument.cpp).
inline constexpr std::string_view rooms = "%scanlab.room.";

class OwnVariables {
public:
    /// `body`: the lines between a function's braces.
    OwnVariables(const std::vector<std::string_view>& body, const Types& types);

    /// How an access of so many bytes at a pointer, so aligned, is to be hooked: `elsewhere`, like one
    /// of any memory; as one of a `watched` variable; `if_read`, since what is read there may never
    /// have been written, or be `propagated` there from elsewhere; or, being `harmless`, not at all.
    enum class Care { elsewhere, watched, if_read, propagated, harmless };
    Care care(std::string_view pointer, std::size_t bytes, std::size_t alignment = 1) const;

    struct Variable {
        std::string_view name; ///< "%5"
        std::string_view type;
        std::size_t bytes = 0;
        bool escapes = false;    ///< its address goes where the function does not see it
        bool is_exposed = false; ///< it is to be seen like memory, since pictures are drawn of it
        bool is_watched = false; ///< the program has to note which of its bytes have been written
        bool receives_undefined = false; ///< an undefined value may be put there: propagated from
                                         ///< another variable, or by a lane exchange
        bool needs_sentinel =
            false; ///< perhaps not all of it has been written where its address goes, or it is read
        bool is_copied = false; ///< as a block
        bool is_handed_on_in_part =
            false; ///< perhaps words of it have no value where it is read as a whole
        bool may_be_unassigned =
            false; ///< perhaps it is read before it has a value, wherever its address goes
    };
    /// The variable that a pointer points into; null if it is none of the function's, or one whose
    /// address escapes.
    const Variable* variable_of(std::string_view pointer) const;
    /// The one that an instruction makes; null if it makes none whose size is known.
    const Variable* variable_made_by(std::string_view instruction) const;
    /// The same, if it is to be watched.
    const Variable* made_by(std::string_view instruction) const;

    /// Where in which variable a pointer leads; nothing if that is not known, or others have its
    /// address.
    struct Part {
        const Variable* variable;
        std::size_t offset;
    };
    std::optional<Part> part_of(std::string_view pointer) const;

    bool is_own(std::string_view pointer) const { return pointers_.contains(pointer); }
    /// Whether what lies there may never have been set.
    bool may_be_undefined(std::string_view pointer) const;
    /// A variable gets what may never have been set; nothing happens if it is none of the function's.
    /// Whether that is new.
    bool note_undefined(std::string_view pointer);
    /// The variable keeps an argument of the host's: if it has members, the host may not have set all.
    void note_argument(std::string_view pointer);
    /// A variable that a whole value is made from, or copied from another one, may lack words that the
    /// other lacks. Whether that is new.
    bool propagate_copies();
    /// Whether words of what lies there may lack a value where it is read as a whole.
    bool may_lack_words(std::string_view pointer) const;
    /// Whether the function does not make sure that what lies there has a value where it is read.
    bool may_be_unassigned(std::string_view pointer) const;
    /// Whether it is copied as a block, which hands on what it lacks and is not looked at.
    bool is_copied(std::string_view pointer) const;
    /// From now on the variable is one of these, if the function sees all its accesses. Whether that is
    /// new.
    bool note_unassigned(std::string_view pointer);

private:
    /// What is known of a pointer.
    struct Place {
        std::size_t variable;
        std::optional<std::size_t> offset; ///< where in the variable, if that is always the same
    };
    /// One access of a variable of the function's.
    struct Use {
        Place place;
        std::size_t bytes;
        bool is_write, is_block, is_escape;
        std::size_t line;
        std::size_t alignment; ///< that the access counts on
    };

    void read(std::string_view line, std::size_t line_number, const Types& types);
    void derive(std::string_view result, std::string_view from, std::optional<std::size_t> distance);
    void note_uses(std::string_view line, std::size_t line_number, const Types& types);
    void note_copy(std::string_view from, std::string_view to);
    bool is_inside(const Use& use) const;
    bool is_examined(const Use& use) const;
    AssignmentStep step_of(const Use& use) const;
    void find_watched(const std::vector<std::string_view>& body);
    void find_handed_on(const std::vector<std::string_view>& body);
    std::vector<std::size_t> offsets_needed(const Use& use) const;

    std::vector<Variable> variables_;
    std::map<std::string_view, Place, std::less<>> pointers_;
    std::vector<Use> uses_;
    std::vector<std::pair<std::size_t, std::size_t>>
        copies_; ///< from which variable to which, whole or in part
};

} // namespace scanlab::instrument
