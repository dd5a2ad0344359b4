/// \file
/// What was counted of accesses to memory, as a report in JSON has it.
#pragma once

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>

struct Global {
    long long requests, sectors, useful_bytes;
    bool operator==(const Global&) const = default;
};
struct Shared {
    long long requests, wavefronts, bank_conflicts;
    bool operator==(const Shared&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Global& g) {
    return out << g.requests << " requests, " << g.sectors << " sectors, " << g.useful_bytes << " useful bytes";
}
inline std::ostream& operator<<(std::ostream& out, const Shared& s) {
    return out << s.requests << " requests, " << s.wavefronts << " wavefronts, " << s.bank_conflicts << " bank conflicts";
}

inline Global global(const nlohmann::json& counters, const char* what) {
    const nlohmann::json& c = counters.at(std::string("global_") + what);
    return {c.at("requests"), c.at("sectors"), c.at("useful_bytes")};
}
inline Shared shared(const nlohmann::json& counters, const char* what) {
    const nlohmann::json& c = counters.at(std::string("shared_") + what);
    return {c.at("requests"), c.at("wavefronts"), c.at("bank_conflicts")};
}
