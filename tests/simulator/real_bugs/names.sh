#!/bin/sh
# names.sh: the list of real bugs, the programs and the results have the same names, and every pattern is explained.
cd "$(dirname "$0")" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tail -n +2 list.tsv | cut -f 1 | sort >"$scratch/list"
for path in *.cu; do basename "$path" .cu; done | sort >"$scratch/programs"
tail -n +2 results.tsv | cut -f 1 | sort >"$scratch/results"
tail -n +2 list.tsv | cut -f 2 | sort -u >"$scratch/patterns"
tail -n +2 patterns.tsv | cut -f 1 | sort >"$scratch/explained"
diff "$scratch/list" "$scratch/programs" && diff "$scratch/list" "$scratch/results" && diff "$scratch/patterns" "$scratch/explained"
