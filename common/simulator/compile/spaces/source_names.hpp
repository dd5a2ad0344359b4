/// \file
/// Names of functions as a reader of the source knows them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scanlab::instrument {

/// "std::vector::push_back" of "std::vector<int, std::allocator<int> >::push_back(int&&)": without the
/// result, template arguments and parameters.
std::string source_name(std::string_view demangled);

/// Whether the function, or what it is a member of, is an instance of a template.
bool is_of_template(std::string_view demangled);

/// Whether it is a constructor, a destructor, an assignment or a conversion, as source_name() has it.
bool is_special(std::string_view source_name);

/// The word that the place, counted from 1, lies in; nothing if there is no such file.
std::string word_at(const std::string& file, std::size_t line, std::size_t column);

} // namespace scanlab::instrument
