#!/bin/sh
# results.sh [README.md]: each file of results has a line in the table of docs/results/README.md, which names the commit that
# was measured: "e094d8b3", or "not recorded" with the commit in brackets that brought the file. Each of these commits exists.
# lessons.csv and lessons.json are of one run.
set -eu
cd "$(dirname "$0")/../../docs/results"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
complain() { echo "docs/results: $1" && status=1; }

# The table: FILE COMMIT, a line for each file. A question mark stands for a cell that names no commit.
awk -F ' *[|] *' '/^\|.*\]\([^)]*\)/ && NF == 6 {
    commit = $4
    if (commit ~ /^not recorded \(.*\)$/) gsub(/^not recorded \(|\)$/, "", commit)
    if (commit !~ /^[0-9a-f]+$/ || length(commit) < 7) commit = "?"
    for (rest = $2; match(rest, /\]\([^)]*\)/); rest = substr(rest, RSTART + RLENGTH))
        print substr(rest, RSTART + 2, RLENGTH - 3), commit
}' "${1:-README.md}" >"$scratch/table"

find . -type f ! -path './*.md' -o -type f -name table.md | sed 's|^\./||' | sort >"$scratch/files"
[ -s "$scratch/files" ] || complain "there are no files"
while read -r file; do
    case $(awk -v file="$file" '$1 == file { print $2 }' "$scratch/table" | tr '\n' ' ') in
    '') complain "README.md has no line for $file: say which command made it, with which commit" ;;
    *"?"*) complain "the line for $file names no commit" ;;
    *' '*' '*) complain "README.md has several lines for $file" ;;
    esac
done <"$scratch/files"
while read -r file _; do
    [ -f "$file" ] || complain "README.md has a line for $file, which does not exist"
done <"$scratch/table"

# Two files of one run.
awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == "median_us") at = i; next } { print $2, $at }' h200/lessons.csv |
    while read -r lesson time; do
        grep -qF -- "$time" h200/lessons.json || echo "$lesson"
    done >"$scratch/other"
[ ! -s "$scratch/other" ] || complain "lessons.csv and lessons.json disagree on $(tr '\n' ' ' <"$scratch/other")"

# A copy without its history cannot know whether a commit exists.
if [ "$(git rev-parse --is-shallow-repository 2>&1)" = false ]; then
    for commit in $(awk '$2 != "?" { print $2 }' "$scratch/table" | sort -u); do
        git cat-file -e "$commit^{commit}" 2>/dev/null || complain "there is no commit $commit"
    done
fi
exit $status
