/// \file
/// Recording everything that kernels read, write and hand to each other, for diagrams.
#pragma once

#include <string>

namespace scanlab::sim {

/// Records every launch from now on, and writes the recording to a file when the program ends: one JSON
/// object (see diagrams/README.md). `members` are put at its head: what the program knows of itself, as
/// in `"title": "Blelloch", "block": 8`. The environment variable SCANLAB_SIM_RECORD names a file to
/// record a whole program to. Only programs whose accesses are observed can be recorded.
void start_recording(const std::string& path);
void describe_recording(const std::string& members);

} // namespace scanlab::sim
