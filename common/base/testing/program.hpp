/// \file
/// Running the programs that this folder builds, as a user would.
#pragma once

#include "process.hpp"

#include <string>
#include <vector>

/// Runs a program of this folder by its name.
scanlab::Ended run_program(const std::string& name, const std::vector<std::string>& arguments = {});

/// Runs a line of shell.
scanlab::Ended run_shell(const std::string& line);

/// The number of lines of a text.
long long lines(const std::string& text);

std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& content);
