#!/bin/sh
# ncu.sh SCANLAB [--out FOLDER] [--n N] [LESSON…]: what Nsight Compute (ncu) reads from the GPU's counters during one call of each
# lesson, 05, 07 and from 08 on if none is named, and of CUB: bytes that device memory moves for an element, and how busy it is.
#
# Writes FOLDER/ncu.csv. Needs a GPU, the CUDA toolkit, ncu, and permission to read the GPU's performance counters.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
fail() {
    echo "scanlab bench --ncu: $1" >&2
    exit 2
}

scanlab=$1
shift
n=2^28
out=$root/build/bench
lessons=
while [ $# -gt 0 ]; do
    case $1 in
    --n | --out)
        [ -n "${2-}" ] || fail "$1 needs a value"
        if [ "$1" = --n ]; then n=$2; else out=$2; fi
        shift
        ;;
    -*) fail "unknown option $1; usage: ./scanlab bench --ncu [--n N] [--out FOLDER] [LESSON…]" ;;
    *) lessons="$lessons $1" ;;
    esac
    shift
done
command -v ncu >/dev/null || fail "Nsight Compute (ncu), which reads the GPU's counters, is not installed"
mkdir -p "$out" || fail "--out $out: cannot be written"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Programs as "number name command", with 0 for those without a number; those that are measured.
"$scanlab" bench --programs "$root/build/cuda" --list >"$scratch/list"
awk -F '"' 'FILENAME == ARGV[1] { # bench.json, with a program a line
        if ($2 != "kind") next
        name = $10
        if (name == "") { name = $8; sub(/.*\//, "", name); sub(/_bench$/, "", name) }
        command[name] = $8 " " $10
        next
    }
    { split($0, word, " "); numbered = word[2] ~ /^[0-9]+$/ }
    numbered && word[1] == "lesson" && word[3] in command { print word[2], word[3], command[word[3]] }
    !numbered && word[2] in command { print 0, word[2], command[word[2]] }' "$root/build/cuda/bench.json" "$scratch/list" >"$scratch/all"
[ -n "$lessons" ] || lessons=$(awk '$1 == 5 || $1 == 7 || $1 >= 8 || $2 ~ /^(cub|cccl)_(inclusive|select|sort)$/ { print $2 }' "$scratch/all")

metrics=dram__bytes_read.sum,dram__bytes_write.sum,dram__throughput.avg.pct_of_peak_sustained_elapsed,gpu__time_duration.sum
echo "lesson,n,kernels,us,dram_bytes_read_per_element,dram_bytes_written_per_element,dram_percent_of_peak" >"$out/ncu.csv"
for lesson in $lessons; do
    name=$(awk -v wanted="$lesson" '$2 == wanted || $1 + 0 == wanted + 0 && wanted ~ /^[0-9]+$/ { print $2 }' "$scratch/all")
    [ -n "$name" ] || fail "there is nothing called '$lesson' to measure"
    command=$(awk -v name="$name" '$2 == name { print $3, $4 }' "$scratch/all")
    # shellcheck disable=SC2086 # a program and perhaps its argument
    # Of the call alone, not of what makes its input; at the clocks that the GPU has anyway.
    ncu --csv --page raw --print-units base --metrics $metrics --profile-from-start off --clock-control none \
        --log-file "$scratch/raw" $command --once "$n" >"$scratch/said" 2>&1 ||
        { cat "$scratch/said" "$scratch/raw" >&2 && fail "ncu could not measure $name (see above)"; }
    awk -F '","' -v name="$name" -v n="$n" '
        function plain(text) { gsub(/[",]/, "", text); return text + 0 }
        !/^"/ { next }
        !kernels_follow { for (c = 1; c <= NF; c++) { gsub(/"/, "", $c); at[$c] = c }; kernels_follow = 1; next }
        plain($1) == 0 && $1 !~ /[0-9]/ { next } # the row of units
        {
            ns = plain($(at["gpu__time_duration.sum"]))
            kernels++
            time += ns
            read += plain($(at["dram__bytes_read.sum"]))
            written += plain($(at["dram__bytes_write.sum"]))
            busy += ns * plain($(at["dram__throughput.avg.pct_of_peak_sustained_elapsed"]))
        }
        END {
            if (split(n, power, "^") == 2) count = power[1] ^ power[2]; else count = n + 0
            if (kernels) printf "%s,%d,%d,%.2f,%.4f,%.4f,%.1f\n", name, count, kernels, time / 1e3, read / count, written / count, busy / time
        }' "$scratch/raw" >>"$out/ncu.csv"
done
cat "$out/ncu.csv"
