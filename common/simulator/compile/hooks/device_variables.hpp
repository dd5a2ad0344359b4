/// \file
/// The variables that a program declares __device__, __constant__ or __managed__: the qualifiers leave
/// annotations (host_defines.h), of which this makes a table that the program hands to the simulator
/// before main.
#pragma once

#include "compile/ir/ir.hpp"

namespace scanlab::instrument {

/// A function or variable, "@f", and what its qualifier says of it: "device".
struct Annotation {
    std::string_view symbol, qualifier;
};
std::vector<Annotation> annotations_of(const std::vector<std::string_view>& lines);
/// Whether it says that a variable lies on the device, or that a function runs there.
bool is_of_device(std::string_view qualifier);

/// What else belongs to one side only (compile/spaces/sides.hpp): "device" or "managed", a static
/// variable of a device function; "virtual", the device's table of virtual functions; "value", another
/// constant of the device's; "host_function", a function's address on the host.
struct Belonging {
    std::string symbol, qualifier;
    std::string name; ///< as it is to be announced; empty: the symbol
    std::string type; ///< of a function, as a pointer; empty: that of the variable
};

class DeviceVariables {
public:
    DeviceVariables(const std::vector<std::string_view>& lines, const Types& types,
                    bool has_opaque_pointers, const std::vector<Belonging>& more = {});

    /// Whether text() has what this line says.
    bool replaces(std::string_view line) const {
        return line.starts_with("@llvm.global_ctors = ") || line.starts_with("@llvm.compiler.used = ");
    }
    /// What is to lie between the variable that the line defines, if it is one of the device, and the
    /// next one, so that an index a little too large meets no variable.
    std::string gap_after(std::string_view line);
    /// The table, and the constructor that announces it, and runs `more`. And a note that keeps what is
    /// the device's, and the gaps: the compiler would delete some, or merge constants with the host's.
    std::string text(const std::string& more) const;
    /// Whether it is a variable of the device, and not a constant of its code.
    bool contains(std::string_view variable) const;

private:
    struct DeviceVariable {
        std::string symbol, type, qualifier;
        std::size_t bytes;
        std::string name; ///< as it is announced
    };
    void add(std::string_view symbol, std::string_view qualifier, std::string_view name);
    std::string plain_pointer(const std::string& type, const std::string& symbol) const;
    void keep(const std::string& pointer);

    const Types& types_;
    std::map<std::string_view, std::string_view> definitions_;
    std::vector<DeviceVariable> variables_;
    std::string other_constructors_; ///< entries of a list
    std::string used_;               ///< the same: what is to be kept
    std::size_t other_constructor_count_ = 0;
    bool has_opaque_pointers_;
    std::string size_type_;
};

} // namespace scanlab::instrument
