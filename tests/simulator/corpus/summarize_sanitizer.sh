#!/bin/sh
# summarize_sanitizer.sh [TABLE.csv]: by kind of bug, how many a plain run on the GPU ends with 0, compute-sanitizer's
# tools report, and the simulator finds as that kind, and how many of these it only warns of, as CUDA does not forbid them.
# The table is compare_sanitizer.sh's.
tests=$(dirname "$0")/..
awk -F , -v programs="$tests/planted_bugs" '
    # Whether all that its source expects are warnings.
    function is_only_warned_of(program,    line, warnings, errors) {
        while ((getline line <(programs "/" program ".cu")) > 0) {
            if (line ~ /\/\/ finds: warning/) ++warnings
            else if (line ~ /\/\/ finds: /) ++errors
        }
        return warnings > 0 && !errors
    }
    function count(kind) {
        bugs[kind]++
        quiet[kind] += $3 == "0"
        reported[kind] += $4 $5 $6 $7 ~ /reports/
        found[kind] += index($8, $2) > 0
        warned[kind] += is_stricter
    }
    function row(kind) {
        printf "%-19s %5d %12d %18d %10d %9d\n", kind, bugs[kind], quiet[kind], reported[kind], found[kind], warned[kind]
    }
    NR > 1 { is_stricter = is_only_warned_of($1) }
    NR > 1 { if (!bugs[$2]) kinds[++n] = $2; count($2); count("all") }
    END {
        printf "%-19s %5s %12s %18s %10s %9s\n", "", "bugs", "run ends 0", "compute-sanitizer", "simulator", "(warning)"
        for (i = 1; i <= n; i++) row(kinds[i])
        row("all")
    }' "${1:-$tests/../../docs/results/h200/sanitizer.csv}"
