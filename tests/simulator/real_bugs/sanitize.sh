#!/bin/sh
# sanitize.sh [TABLE.csv [NAME…]]: what a GPU and the tools of compute-sanitizer say of the real bugs, as they shipped and
# mended. It needs a GPU, nvcc and compute-sanitizer, and nothing that this project builds.
#
# A row for each program: its name, `shipped` or `mended`, the exit code of a plain run (or `hangs`), and what each of
# memcheck, racecheck, initcheck and synccheck does: reports, silent or hangs. JOBS run at a time; all processors if it is not set.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
if [ "${1-}" = --one ]; then
    scratch=$2 name=$3 form=$4
    program=$scratch/$name.$form
    macro=
    [ "$form" = shipped ] || macro=-DFIXED=1
    # shellcheck disable=SC2086 # no word if it is empty
    nvcc -std=c++20 -arch=native -lineinfo $macro "$folder/$name.cu" -o "$program" 2>"$program.log" || {
        echo "$name,$form,does not compile,,,,"
        exit
    }
    ends() { # SECONDS COMMAND…: what it ends with
        code=0
        timeout -s KILL "$@" >"$program.out" 2>&1 || code=$?
        [ $code -ne 137 ] || code=hangs
    }
    ends 10 "$program"
    row=$name,$form,$code
    for tool in memcheck racecheck initcheck synccheck; do
        ends 40 compute-sanitizer --tool $tool --error-exitcode 99 "$program"
        case $code in
        99) row=$row,reports ;;
        hangs) row=$row,hangs ;;
        *) row=$row,silent ;;
        esac
    done
    echo "$row"
    exit
fi

table=${1:-sanitizer.csv}
[ $# -eq 0 ] || shift
for tool in nvcc compute-sanitizer; do
    command -v $tool >/dev/null || { echo "sanitize.sh: there is no $tool; install the CUDA toolkit" >&2 && exit 2; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{
    echo "program,form,GPU exit code,memcheck,racecheck,initcheck,synccheck"
    { if [ $# -gt 0 ]; then printf '%s\n' "$@"; else for path in "$folder"/*.cu; do basename "$path" .cu; done; fi; } |
        while read -r name; do printf '%s shipped\n%s mended\n' "$name" "$name"; done |
        xargs -P "${JOBS:-$(nproc)}" -n 2 sh "$0" --one "$scratch" | sort
} >"$table"
