#!/bin/sh
# classes.sh: how many mistakes of each class of classes.txt the planted bugs hold, and how many correct kernels stand beside them.
# Each marked place is a mistake where all have to be found; the two lines of a race are one.
folder=$(dirname "$0")
planted=$folder/../planted_bugs correct=$folder/../correct_tricky

mistakes() { # FILE: how many it holds
    awk '
        /every marked place has to be found/ { each = 1 }
        /\/\/ finds: / {
            text = $0
            sub(/.*\/\/ finds: /, "", text)
            sub(/, maybe.*/, "", text)
            if (text ~ /^maybe/) next
            is_pair = text ~ /^(warning )?(race-|missing-order)/
            if (!is_pair) { ++count; next }
            if (text !~ /\(/) text = text "(alone)"
            while (match(text, /\([a-z0-9]+\)/)) {
                count += !seen[substr(text, RSTART, RLENGTH)]++
                text = substr(text, RSTART + RLENGTH)
            }
        }
        END { print each ? count : 1 }' "$1"
}

printf '%-52s %8s %8s %15s\n' class programs mistakes 'correct kernels'
while IFS=: read -r class names; do
    case $class in '' | '#'*) continue ;; esac
    programs=0 bugs=0 kernels=0
    for name in $names; do
        if [ -f "$planted/$name.cu" ]; then
            programs=$((programs + 1)) bugs=$((bugs + $(mistakes "$planted/$name.cu")))
        elif [ -f "$correct/$name.cu" ]; then
            kernels=$((kernels + $(grep -c '^\(static \)\?__global__' "$correct/$name.cu")))
        else
            echo "classes.txt names $name, but there is no such program" >&2
            exit 1
        fi
    done
    printf '%-52s %8s %8s %15s\n' "$class" $programs $bugs $kernels
done <"$folder/classes.txt"
