#!/bin/sh
# dependencies.sh: folders include headers only of those that docs/dependencies.dot leads them to, and every arrow there
# stands for some #include. No arrows lead in a circle, and none out of the simulator, where only platform/ includes what
# belongs to the operating system.
cd "$(dirname "$0")/../.." || exit 1
find common lessons solutions diagrams -type f \( -name '*.?pp' -o -name '*.cu' -o -name '*.cuh' -o -path '*/include/*' \) |
    sort | awk '
    # As in "simulator/machine", "grader", "lessons".
    function room(path,    parts) {
        split(path, parts, "/")
        if (parts[1] != "common") return parts[1]
        return parts[2] == "simulator" ? "simulator/" parts[3] : parts[2]
    }
    # The file of the kit that an #include in FROM names; "" if it is none of them.
    function included(from, name, quoted,    folder, candidates) {
        if (("common/include/" name) in files) return "common/include/" name
        if (("common/simulator/include/" name) in files) return "common/simulator/include/" name
        if (!quoted) return ""
        if (("common/simulator/" name) in files) return "common/simulator/" name
        folder = from
        sub(/[^\/]*$/, "", folder)
        if ((folder name) in files) return folder name
        sub(/.*\//, "", name)
        split(named[name], candidates, " ") # of two, the harness has the one that others mean
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
        print "docs/dependencies.dot: " what
        failed = 1
    }
    {
        files[$0]
        count++
        list[count] = $0
        name = $0
        sub(/.*\//, "", name)
        named[name] = named[name] " " $0
    }
    END {
        while ((getline line <"docs/dependencies.dot") > 0)
            if (split(line, words, "\"") == 5 && words[3] == " -> ") { arrows[words[2], words[4]]; drawn++ }
        for (i = 1; i <= count; ++i) {
            from = list[i]
            for (number = 1; (getline line <from) > 0; ++number) {
                if (line !~ /^ *# *include *["<]/) continue
                quoted = line ~ /"/
                gsub(/^ *# *include *["<]|[">].*$/, "", line)
                if (room(from) ~ /^simulator\// && room(from) != "simulator/platform" &&
                    line ~ /^(sys\/|backtrace|dlfcn|elf|pthread|signal|ucontext|unistd)/) {
                    print from ":" number ": <" line "> belongs to the operating system: only platform/ may include it"
                    failed = 1
                }
                to = included(from, line, quoted)
                if (to == "" || room(from) == room(to)) continue
                found[room(from), room(to)]
                split("", seen)
                if (reaches(room(from), room(to))) continue
                print from ":" number ": " room(from) " may not depend on " room(to) ": docs/dependencies.dot has no way from one to the other"
                failed = 1
            }
        }
        for (arrow in arrows) {
            split(arrow, ends, SUBSEP)
            if (!(arrow in found)) complain("nothing in " ends[1] " includes a header of " ends[2])
            split("", seen)
            if (reaches(ends[2], ends[1])) complain("the arrow from " ends[1] " to " ends[2] " is part of a circle")
            if (ends[1] ~ /^simulator\// && ends[2] !~ /^simulator\//)
                complain("the simulator may not depend on " ends[2])
        }
        if (!drawn) { print "docs/dependencies.dot has no arrows"; failed = 1 }
        exit failed
    }'
