#!/bin/sh
# try.sh [-n SCHEDULES] [NAME…]: runs real bugs, all if none is named, as they shipped and mended (-D FIXED). For each
# it prints a row: its name, what became of it, what became of its mended twin, and the seconds of CPU time of both,
# compiling included.
#   found      there is a finding of the marked kind at the marked lines, and none elsewhere
#   elsewhere  there are findings, but not these, or more than these
#   missed     there is none
#   silent     the twin has no finding, and ends with 0; else: alarm
# Exit codes: 0 if all are found and silent, else 1, also if one cannot be compiled. JOBS programs run at a time; all
# processors if it is not set. SCANLAB is the command that runs them, the kit's if it is not set.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
scanlab=${SCANLAB:-$folder/../../../scanlab}
schedules=1
[ "${1-}" != -n ] || { schedules=$2 && shift 2; }
export SCANLAB_BUILD=no

if [ "${1-}" = --one ]; then
    source=$folder/$2.cu
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    settings=$(sed -n 's/^.*\/\/ runs with: //p' "$source")
    run() { # JSON OPTION…: runs the program
        json=$1
        shift
        # shellcheck disable=SC2086 # settings are words
        env SCANLAB_SIM_TIMEOUT=10 $settings "$scanlab" sim --schedules "$schedules" --json "$json" "$@" "$source" >"$scratch/out" 2>&1 && code=0 || code=$?
        [ -f "$json" ] || { cat "$scratch/out" >&2 && exit 2; } # it has not run
        return $code
    }
    run "$scratch/before" || true
    run "$scratch/after" -D FIXED=1 && twin=silent || twin=alarm
    ! grep -q -v '"severity":"note"' "$scratch/after" || twin=alarm
    verdict=$(grep -h -v '"severity":"note"' "$scratch/before" | awk -v source="$source" '
        BEGIN {
            while ((getline line < source) > 0) {
                ++number
                if (line !~ /\/\/ finds: /) continue
                sub(/.*\/\/ finds: /, "", line)
                marks[number] = line
            }
        }
        function value(key,   text) {
            if (!match($0, "\"" key "\":[^,}]*")) return ""
            text = substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3)
            gsub(/"/, "", text)
            return text
        }
        {
            ++findings
            kind = value("kind")
            line = value("line")
            other = value("other_file") == value("file") ? value("other_line") : 0
            marked = index(marks[line], kind) && (other + 0 == 0 || index(marks[other], kind))
            if (!marked) ++strange
            else if (marks[line] !~ ("maybe [a-z -]*" kind)) ++expected
        }
        END {
            print expected && !strange ? "found" : findings ? "elsewhere" : "missed"
        }')
    times >"$scratch/times" # not in a pipe, whose shell has no children
    seconds=$(awk 'NR == 2 { split($0, t, /[ms ]+/); printf "%.1f", t[1] * 60 + t[2] + t[3] * 60 + t[4] }' "$scratch/times")
    printf '%s\t%s\t%s\t%s\n' "$2" "$verdict" "$twin" "$seconds"
    [ "$verdict $twin" = 'found silent' ]
    exit
fi

{ if [ $# -gt 0 ]; then printf '%s\n' "$@"; else for path in "$folder"/*.cu; do basename "$path" .cu; done; fi; } |
    xargs -P "${JOBS:-$(nproc)}" -n 1 sh "$0" -n "$schedules" --one && exit 0
exit 1
