/// \file
/// The table of `scanlab run`, one row per lesson.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace scanlab {

/// Rows at most 100 columns wide. What is measured depends on the backend: speed on a GPU, counted cost
/// on the simulator.
class Table {
public:
    Table(bool on_gpu, bool colours) : on_gpu_(on_gpu), colours_(colours) {}

    std::string header() const;

    /// What the columns count in; empty if their headings say so.
    std::string legend() const;

    /// A lesson's row from its report, which holds at least `number`, `name` and `status`.
    std::string row(const nlohmann::json& report) const;

private:
    bool on_gpu_, colours_;
};

} // namespace scanlab
