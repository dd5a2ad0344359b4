/// \file
/// Functions that only the host runs. Nearly all of their accesses concern no device, and a comparison
/// or two show it, so these stand in the program itself, and the hook is called only if they do not.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace scanlab::instrument {

class HostFunctions {
public:
    HostFunctions(std::string pointer_type, std::string size_type)
        : pointer_type_(std::move(pointer_type)), size_type_(std::move(size_type)) {}

    /// What an access does to the value there.
    struct Looks {
        std::size_t bytes = 0;   ///< that are read and that somebody should have set; 0: none
        bool is_aligned = false; ///< to their number
    };
    /// "@scanlab.host.1(i8* %3, …)", which calls the hook "@__scanlab_read4(i8* %3, …)" only if the
    /// address is none of the host's own memory, or if what is there looks as if nobody had set it.
    std::string access(const std::string& hook, Looks looks);
    /// The same for a variable on the stack, whose address does not matter: 4 or 8 bytes. If the
    /// variable does not `escape`, the hook gets a copy, so that it stays in a register.
    std::string value(const std::string& hook, std::size_t bytes, bool escapes);

    /// What the module needs for that.
    std::string text() const;

private:
    /// "@scanlab.host.1(…)" in place of "@__scanlab_read4(…)", of which the body depends on `kind`,
    /// too.
    template <class Body>
    std::string in_place_of(const std::string& hook, const std::string& kind, Body body);
    std::string load_of_word(Looks looks, const std::string& pointer) const;

    std::string pointer_type_, size_type_;
    std::map<std::string, std::string> functions_; ///< their names, by hook and kind
    std::string text_;
};

} // namespace scanlab::instrument
