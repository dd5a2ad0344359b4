/// \file
/// Made-up students, their files, and a checker that believes what these say.
#pragma once

#include "checker.hpp"
#include "grade.hpp"
#include "names.hpp"
#include "process.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace scanlab::grader {

/// A folder to put things in.
class Desk {
public:
    const std::filesystem::path& path() const { return folder_.path(); }

    std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const {
        const auto file = path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

    /// Runs a shell command in the folder; true if it succeeds.
    bool run(const std::string& command) const {
        const ScratchFolder scratch;
        const Ended ended = run_process({"/bin/sh", "-c", "cd '" + path().string() + "' && " + command},
                                        std::chrono::minutes(1), scratch.path());
        return ended.how == Ended::How::exited && ended.code == 0;
    }

private:
    ScratchFolder folder_;
};

/// Stands for `scanlab check`: a file that says "6" gets 6 of 10 points; one that says "flag" or
/// "crash" gets that, and one that says "break" is too much for it.
inline std::filesystem::path fake_check(const Desk& desk) {
    const auto program = desk.write("fake_check", R"(#!/bin/sh
file=$1 name=$3 out=$5 seed=none order=
while [ $# -gt 0 ]; do
    case $1 in
    --seed) seed=$2 ;;
    --order) order=$2 ;;
    esac
    shift
done
points=0 status='not run' flag= error=
case $(cat "$file" 2>/dev/null) in
'') error='no such file' ;;
flag) flag='it opens files' ;;
die) kill -9 $$ ;;
break) kill -SEGV $$ ;;
crash) echo 'out of luck' >&2 && exit 2 ;;
*) points=$(cat "$file") && status=fail ;;
esac
[ "$points" != 10 ] || status=pass
cat >"$out" <<END
{"name": "$name", "number": 5, "title": "", "file": "$file", "flag": "$flag", "error": "$error", "lines": [
 {"id": "correct", "title": "right", "points": $points, "max": 10, "status": "$status", "detail": "inputs $seed, seed $seed${order:+, order $order}",
  "visibility": "visible"}]}
END
)");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return program;
}

/// The rubric that goes with it.
inline std::filesystem::path ten_points(const Desk& desk) {
    return desk.write(
        "ten_points.json",
        R"({"every": [{"id": "correct", "title": "right", "points": 10, "kind": "correctness"}]})");
}

} // namespace scanlab::grader
