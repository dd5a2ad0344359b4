#!/bin/sh
# sanitize.sh TABLE.csv FILE.cu…: what a GPU and the four tools of compute-sanitizer say of programs with mistakes. It needs a
# GPU, nvcc and compute-sanitizer, and nothing that this project builds.
#
# A row for each program: its name and its form, the exit code of a plain run (or `hangs`), and what each of memcheck, racecheck,
# initcheck and synccheck does: reports, silent or hangs. A program that `-D FIXED=1` mends has two forms, shipped and mended,
# others are planted. Each run may take SECONDS_EACH (20 if it is not set). JOBS run at a time, as many as processors if it is not
# set. A program that hangs keeps the others from the GPU, so the tools try it after all others, JOBS_AGAIN at a time (1).
set -eu
if [ "${1-}" = --one ]; then
    again=$2 scratch=$3 source=$4 form=$5
    name=$(basename "$source" .cu)
    program=$scratch/$name.$form
    options=
    [ "$form" != mended ] || options=-DFIXED=1
    # Kernels that launch kernels need -rdc=true.
    compile() { nvcc -std=c++20 -arch=native -lineinfo "$@" "$source" -o "$program" 2>"$program.log"; }
    # shellcheck disable=SC2086 # options are words
    [ -x "$program" ] || compile $options || compile $options -rdc=true || {
        echo "$name,$form,does not compile,,,,"
        exit
    }
    ends() { # COMMAND…: what it ends with
        code=0
        timeout -s KILL "$SECONDS_EACH" "$@" >"$program.out" 2>&1 || code=$?
        [ $code -ne 137 ] || code=hangs
    }
    ends "$program"
    row=$name,$form,$code
    [ "$code$again" != hangsno ] || { echo "$row" && exit; }
    for tool in memcheck racecheck initcheck synccheck; do
        leaks=
        [ $tool != memcheck ] || [ "$form" != planted ] || leaks='--leak-check full'
        # shellcheck disable=SC2086
        ends compute-sanitizer --tool $tool $leaks --error-exitcode 99 "$program"
        case $code in
        99) row=$row,reports ;;
        hangs) row=$row,hangs ;;
        *) row=$row,silent ;;
        esac
    done
    echo "$row"
    exit
fi

[ $# -ge 2 ] || { echo "sanitize.sh: which programs? sanitize.sh TABLE.csv FILE.cu…" >&2 && exit 2; }
table=$1
shift
for tool in nvcc compute-sanitizer; do
    command -v $tool >/dev/null || { echo "sanitize.sh: there is no $tool; install the CUDA toolkit" >&2 && exit 2; }
done
export SECONDS_EACH="${SECONDS_EACH:-20}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for source in "$@"; do
    if grep -q 'ifn*def FIXED' "$source"; then printf '%s shipped\n%s mended\n' "$source" "$source"; else echo "$source planted"; fi
done >"$scratch/programs"
try() { xargs -P "$1" -n 2 sh "$0" --one "$2" "$scratch"; } # JOBS AGAIN
try "${JOBS:-$(nproc)}" no <"$scratch/programs" >"$scratch/rows"
grep hangs "$scratch/rows" | while IFS=, read -r name form _; do grep "/$name\.cu $form\$" "$scratch/programs"; done >"$scratch/again" || :
try "${JOBS_AGAIN:-1}" yes <"$scratch/again" >"$scratch/rows_again"
{
    echo "program,form,GPU exit code,memcheck,racecheck,initcheck,synccheck"
    { grep -v hangs "$scratch/rows" || :; cat "$scratch/rows_again"; } | sort
} >"$table"
