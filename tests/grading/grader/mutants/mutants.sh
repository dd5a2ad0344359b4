#!/bin/sh
# mutants.sh SCANLAB APPLY MUTATE SOLUTIONS MOST ROWS [EXERCISE…]: makes at most MOST mutants of each solution and grades them. Every one
# that is not in survivors.txt has to lose points. ROWS: a file for a row per mutant, as mutant.sh prints it.
set -eu
scanlab=$1 apply=$2 mutate=$3 solutions=$4 most=$5 rows=$6
shift 6
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: >"$rows"
for solution in "$solutions"/*/*_exercise.cu; do
    exercise=$(basename "$solution" _exercise.cu)
    case " ${*:-$exercise} " in *" $exercise "*) ;; *) continue ;; esac
    "$mutate" "$solution" "$most" >"$scratch/$exercise.edits"
    sh "$apply" --list "$scratch/$exercise.edits" | while read -r mutant _; do echo "$scratch/$exercise.edits $mutant"; done
done | xargs -P "${MUTANTS_JOBS:-$(nproc)}" -n 2 sh "$(dirname "$apply")/mutant.sh" "$scanlab" "$apply" >>"$rows"

grep -v '^#' "$here/survivors.txt" | cut -f 1,2 >"$scratch/known"
awk -F'\t' -v known="$scratch/known" '
    BEGIN { while ((getline line < known) > 0) expected[line] }
    { all[$2]++; count[$2, $1]++; total[$1]++ }
    $1 == "survived" {
        if (($2 "\t" $4) in expected) equivalent[$2]++
        else unknown = unknown "\n  " $2 ": " $4
    }
    END {
        printf "%-24s %8s %8s %10s %10s\n", "exercise", "mutants", "killed", "survived", "explained"
        for (e in all) {
            viable = all[e] - count[e, "stillborn"]
            printf "%-24s %8d %8d %10d %10d\n", e, viable, count[e, "killed"], count[e, "survived"], equivalent[e] | "sort"
            mutants += viable
            explained += equivalent[e]
        }
        close("sort")
        printf "%-24s %8d %8d %10d %10d\n", "all", mutants, total["killed"], total["survived"], explained
        printf "%d more do not compile\n", total["stillborn"]
        printf "mutation score, without those that are explained: %.1f %%\n", 100 * total["killed"] / (mutants - explained)
        if (unknown != "") { print "survived, and not explained in survivors.txt:" unknown; exit 1 }
    }' "$rows"
