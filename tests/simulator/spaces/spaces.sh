#!/bin/sh
# spaces.sh PROGRAMS COMPILER… : has all programs of the list compiled, and tells which verdicts differ from those that stand there.
# PROGRAMS: a line for each: "refused NAME: CODE" or "accepted NAME: CODE", as nvcc 13.0 has it. "refused but REASON NAME: CODE" (or
# "accepted but …"): the simulator has it otherwise, and the list's head says why. COMPILER…: a command that a source and an object follow;
# COMPILER "nvcc" and its options: what nvcc itself says.
# Each program gets a namespace of its own, so that one compilation, and its errors, speak for many.
set -u
programs=$1
shift
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# programs_without FILE: all programs but those of the file, each on the line of its number, behind the headers.
programs_without() {
    grep "^#include" "$programs"
    awk -v without="$1" 'BEGIN { while ((getline name <without) > 0) out[name] = 1 }
        /^(accepted|refused) / {
            name = $2 == "but" ? $4 : $2; sub(/:$/, "", name)
            code = substr($0, index($0, name ": ") + length(name) + 2)
            print (name in out) ? "" : "namespace c_" name " { " code " }"
        }' "$programs"
}

# refused SAID: the programs that these errors are about. Where a message names the namespace, that tells more than its line.
refused() {
    awk -v list="$programs" 'BEGIN {
            while ((getline line <list) > 0) {
                if (line ~ /^#include/) ++first
                if (line !~ /^(accepted|refused) /) continue
                split(line, word, " "); name = word[2] == "but" ? word[4] : word[2]; sub(/:$/, "", name); names[++count] = name
            }
        }
        /error:/ {
            line = $0; error = line; sub(/^.*error:/, "", error)
            if (match(error, /c_[a-z0-9_]+::/)) name = substr(error, RSTART + 2, RLENGTH - 4)
            else if (match(line, /programs\.cu[:(][0-9]+/)) name = names[substr(line, RSTART + 12, RLENGTH - 12) - first]
            else next
            if (name != "" && !said[name]++) print name
        }' "$1"
}

: >"$folder/refused"
while :; do
    programs_without "$folder/refused" >"$folder/programs.cu"
    if [ "${1##*/}" = nvcc ]; then
        "$@" -arch=sm_90 -Xcudafe --error_limit=2000 -c "$folder/programs.cu" -o "$folder/programs.o" >"$folder/said" 2>&1 && break
    else
        "$@" "$folder/programs.cu" "$folder/programs.o" >"$folder/said" 2>&1 && break
    fi
    refused "$folder/said" >"$folder/more"
    grep -vxFf "$folder/refused" "$folder/more" >"$folder/new"
    [ -s "$folder/new" ] || { echo "the compiler fails, and names no program:" && tail -5 "$folder/said" && exit 1; }
    cat "$folder/new" >>"$folder/refused"
done

is_nvcc=$([ "${1##*/}" = nvcc ] && echo 1 || echo 0)
awk -v is_nvcc="$is_nvcc" -v refused="$folder/refused" 'BEGIN { while ((getline name <refused) > 0) is_refused[name] = 1 }
    /^(accepted|refused) / {
        differs = $2 == "but"; name = differs ? $4 : $2; sub(/:$/, "", name)
        wanted = $1 == "refused"
        if (differs && !is_nvcc) wanted = !wanted
        if (wanted != (name in is_refused)) { print name ": " ((name in is_refused) ? "refused" : "accepted") ", and should not be"; wrong = 1 }
        ++count
    }
    END { if (!wrong) print count " programs: each as it should be"; exit wrong || count == 0 }' "$programs"
