/// \file
/// The best that a student has reached in each exercise, kept from one time to the next.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace scanlab {

/// Points, out of so many.
struct Points {
    double points, max;
    bool full() const { return points >= max; }
};

class BestResults {
public:
    /// Reads what is in the file; nothing if it is missing, or is none.
    explicit BestResults(std::filesystem::path file);

    /// Keeps the points if they are the best so far, or if the exercise is now out of another number,
    /// and writes the file.
    void note(const std::string& exercise, Points points);

    /// None if it was never graded.
    std::optional<Points> best(const std::string& exercise) const;

private:
    std::filesystem::path file_;
    std::map<std::string, Points> best_; ///< by exercise
};

} // namespace scanlab
