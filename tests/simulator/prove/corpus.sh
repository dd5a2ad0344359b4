#!/bin/sh
# corpus.sh BUILD PROGRAM.cu…: that no launch is proved if a marker names a line of a function that it runs, for a race, an access outside of its
# array, or a barrier that not all threads come to; unless another launch runs that line as well, and is not proved. Tells of each program at once.
set -eu
build=$1
shift
seconds=120 # of a program; its other launches are not decided
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
launches=0 all_proved=0 wrong=0

lines_of() { # of launches: the lines that they run
    sed 's/.*"lines":\[\([^]]*\)\].*/\1/' "$1" | tr ',' '\n' | sort -u
}

for source; do
    marked=$(grep -n '// finds:.* \(race-shared\|race-global\|out-of-bounds\|barrier-divergence\)' "$source" | cut -d: -f1)
    sh "$build/scanlab_syntax" --ir "$source" "$folder/program.cpp" >"$folder/program.ll"
    timeout $seconds "$build/scanlab_prove" "$folder/program.ll" >"$folder/said" || echo "$source: stopped"
    grep '"kernel":' "$folder/said" >"$folder/judged" || :
    grep '"given_up":false.*"counterexamples":\[\]' "$folder/judged" >"$folder/proved" || :
    grep -v '"given_up":false.*"counterexamples":\[\]' "$folder/judged" >"$folder/others" || :
    lines_of "$folder/proved" >"$folder/proved_lines"
    lines_of "$folder/others" >"$folder/other_lines"
    for line in $marked; do
        grep -qx "$line" "$folder/proved_lines" || continue
        grep -qx "$line" "$folder/other_lines" && continue
        echo "$source:$line: proved, but wrong"
        wrong=$((wrong + 1))
    done
    judged=$(wc -l <"$folder/judged") proved=$(wc -l <"$folder/proved") outside=$(grep -c '"outside":' "$folder/said") || :
    echo "$(basename "$source"): $proved of $judged launches proved, $outside functions of the host not read to their end"
    launches=$((launches + judged)) all_proved=$((all_proved + proved))
done
echo "$all_proved of $launches launches proved, $wrong of them wrongly"
[ $wrong = 0 ]
