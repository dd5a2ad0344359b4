#!/bin/sh
# dependencies.sh: rooms include headers only of those that docs/dependencies.dot leads them to, link only libraries of those, and
# name only those in what builds them and in their scripts; every arrow stands for one of these. harness.dot in the harness, rooms.dot in
# the simulator, and compile.dot, machine.dot and watch.dot there, say the same of their own rooms, and only the simulator's platform/ includes what
# belongs to the operating system. No arrows lead in a circle, and only few modules of the simulator include each other.
cd "$(dirname "$0")/../.." || exit 1

# compare DRAWING HOUSE FOLDER…: of the files in these folders. The rooms are the folders of HOUSE, or of the kit if that is empty.
status=0
compare() {
    drawing=$1 house=$2
    shift 2
    find "$@" -type f \( -name '*.?pp' -o -name '*.cu' -o -name '*.cuh' -o -path '*/include/*' -o -name CMakeLists.txt \
        -o -name '*.cmake' -o -name '*.sh' -o -name '*.in' \) | sort | awk -v drawing="$drawing" -v house="$house" '
    BEGIN { depth = split(house, ignored, "/") + 1 }
    # As in "grading", "lessons"; in the simulator, as in "machine". What belongs to all has none.
    function room(path,    parts, count) {
        count = split(path, parts, "/")
        if (house != "") return index(path, house "/") == 1 && count > depth && parts[depth] != "cmake" ? parts[depth] : ""
        if (parts[1] != "common") return parts[1]
        return count > 2 && parts[2] != "cmake" ? parts[2] : ""
    }
    function is_build(path) { return path ~ /(CMakeLists\.txt|\.cmake|\.sh|\.in)$/ }
    # The file of ours that an #include in FROM names; "" if it is none.
    function included(from, name, quoted,    folder, candidates) {
        if (("common/include/" name) in files) return "common/include/" name
        if (("common/simulator/include/" name) in files) return "common/simulator/include/" name
        if (!quoted) return ""
        if (("common/simulator/" name) in files) return "common/simulator/" name
        if (("common/harness/" name) in files) return "common/harness/" name
        folder = from
        sub(/[^\/]*$/, "", folder)
        if ((folder name) in files) return folder name
        sub(/.*\//, "", name)
        split(named[name], candidates, " ") # of two, the first room has the one that others mean
        return candidates[1]
    }
    function reaches(from, to,    next_one) {
        if (from == to) return 1
        if (seen[from]++) return 0
        for (next_one in arrows)
            if (index(next_one, from SUBSEP) == 1 && reaches(substr(next_one, length(from) + 2), to)) return 1
        return 0
    }
    function complain(what) {
        print drawing ": " what
        failed = 1
    }
    function depends(from, number, to,    place) {
        if (to == "" || from == "" || from == to) return
        found[from, to]
        split("", seen)
        if (reaches(from, to)) return
        place = list[i] ":" number
        if (place in told) return
        told[place]
        print place ": " from " may not depend on " to ": " drawing " has no way from one to the other"
        failed = 1
    }
    {
        files[$0]
        list[++count] = $0
        name = $0
        sub(/.*\//, "", name)
        named[name] = named[name] " " $0
        if (name != "CMakeLists.txt" && name !~ /\.cmake$/) next
        while ((getline line <$0) > 0)
            if (match(line, /add_(library|executable)\([a-z_]+/)) {
                target = substr(line, RSTART, RLENGTH)
                sub(/.*\(/, "", target)
                if (target ~ /^scanlab_/) defined_in[target] = room($0)
            }
        close($0)
    }
    END {
        while ((getline line <drawing) > 0)
            if (split(line, words, "\"") == 5 && words[3] == " -> ") { arrows[words[2], words[4]]; drawn++ }
        for (i = 1; i <= count; ++i) {
            from = list[i]
            for (number = 1; (getline line <from) > 0; ++number) {
                if (is_build(from)) {
                    sub(/^ *#[^!].*/, "", line)
                    while (match(line, /scanlab_simulator_SOURCE_DIR}\/[a-z]+\/|scanlab_[a-z_]+|common\/[a-z]+\/[a-z_.]+/)) {
                        word = substr(line, RSTART, RLENGTH)
                        sub(/^scanlab_simulator_SOURCE_DIR}/, "common/simulator", word)
                        line = substr(line, RSTART + RLENGTH)
                        depends(room(from), number, word in defined_in ? defined_in[word] : word ~ /^common/ ? room(word "x") : "")
                    }
                    continue
                }
                if (line !~ /^ *# *include *["<]/) continue
                quoted = line ~ /"/
                gsub(/^ *# *include *["<]|[">].*$/, "", line)
                if (house == "common/simulator" && room(from) !~ /^(platform|tools|libraries|)$/ &&
                    line ~ /^(sys\/|backtrace|dlfcn|elf|pthread|signal|ucontext|unistd)/) {
                    print from ":" number ": <" line "> belongs to the operating system: only platform/ may include it, and those that start programs or load libraries"
                    failed = 1
                }
                to = included(from, line, quoted)
                if (to != "") depends(room(from), number, room(to))
            }
        }
        for (arrow in arrows) {
            split(arrow, ends, SUBSEP)
            if (!(arrow in found)) complain("nothing in " ends[1] " depends on " ends[2])
            split("", seen)
            if (reaches(ends[2], ends[1])) complain("the arrow from " ends[1] " to " ends[2] " is part of a circle")
        }
        if (!drawn) complain("has no arrows")
        exit failed
    }' || status=1
}

# knots FOLDER…: no more than 4 modules of the simulator, a .cpp with its .hpp, include each other, directly or by way of others.
knots() {
    find "$@" -type f -name '*.?pp' | sort | awk '
    function module(path) {
        sub(/^common\/simulator\//, "", path)
        sub(/\.[ch]pp$/, "", path)
        return path
    }
    function reach(start, at,    next_ones, i) {
        for (i = split(includes[at], next_ones, " "); i > 0; --i)
            if (!((start, next_ones[i]) in reached)) {
                reached[start, next_ones[i]]
                reach(start, next_ones[i])
            }
    }
    {
        from = module($0)
        modules[from]
        while ((getline line <$0) > 0)
            if (sub(/^#include "/, "", line)) {
                sub(/".*/, "", line)
                if (module(line) != from) includes[from] = includes[from] " " module(line)
            }
        close($0)
    }
    END {
        for (one in modules) reach(one, one)
        for (one in modules) {
            if (one in told) continue
            count = 1
            knot = one
            for (other in modules)
                if (other != one && ((one, other) in reached) && ((other, one) in reached)) {
                    ++count
                    knot = knot " " other
                    told[other]
                }
            if (count <= 4) continue
            print count " modules include each other, directly or by way of others, and 4 are the most: " knot
            failed = 1
        }
        exit failed
    }' || status=1
}

compare docs/dependencies.dot '' common lessons solutions diagrams/generator
compare common/harness/harness.dot common/harness common/base common/harness
compare common/simulator/docs/rooms.dot common/simulator common/base common/simulator
compare common/simulator/docs/compile.dot common/simulator/compile common/simulator/compile
compare common/simulator/docs/machine.dot common/simulator/machine common/simulator/machine
compare common/simulator/docs/watch.dot common/simulator/watch common/simulator/watch
knots common/simulator/machine common/simulator/watch
exit $status
