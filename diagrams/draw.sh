#!/bin/sh
# draw.sh BUILD NN|FILE.cu|all [options]: runs a kernel on the simulator, records it and has the recording drawn.
# ./scanlab draw builds what it takes and calls it; ./scanlab help tells the options.
set -eu
build=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd -P)

fail() {
    echo "scanlab draw: $1" >&2
    exit "${2:-2}"
}

# lesson_folder NN|NAME: prints the folder of a lesson, as 02_hillis_steele_shared; nothing if there is none.
lesson_folder() {
    case $1 in
    [0-9]) set -- "0$1" ;;
    esac
    for folder in "$root"/lessons/"$1"_* "$root"/lessons/[0-9][0-9]_"$1"; do
        if [ -d "$folder" ]; then
            basename "$folder"
            return
        fi
    done
}

# catalogued PICTURE: prints the options that its line in the catalogue gives.
catalogued() { sed -n "s/^$1  *[^ ]* *//p" "$root/diagrams/catalogue"; }

# draw_one NN|FILE.cu [options]
draw_one() {
    what=$1
    shift
    n="" block="" seed="" order="" schedule="" lanes="" view="" out="" format=svg
    while [ $# -gt 0 ]; do
        case $1 in
        --) shift && break ;;
        --n | --block | --seed | --order | --schedule | --warp | --view | --out | --format) ;;
        *) fail "unknown option $1; ./scanlab help lists them" ;;
        esac
        [ -n "${2-}" ] || fail "$1 needs a value"
        case $1 in
        --n) n=$2 ;;
        --block) block=$2 ;;
        --seed) seed=$2 ;;
        --order) order=$2 ;;
        --schedule) schedule=$2 ;;
        --warp) lanes=$2 ;;
        --view) view=$2 ;;
        --out) out=$2 ;;
        --format) format=$2 ;;
        esac
        shift 2
    done
    for number in "seed $seed" "order $order"; do
        case ${number#* } in
        *[!0-9]*) fail "--${number% *} needs a number, not '${number#* }'" ;;
        esac
    done

    lesson=$(lesson_folder "$what")
    if [ -n "$lesson" ]; then
        [ -z "$lanes" ] || fail "--warp is for programs of your own: a lesson's picture has the warps that suit it"
        name=$lesson
        program=$build/lessons/${lesson#??_}_picture
        uses_harness=yes
    else
        [ -f "$what" ] || fail "there is no lesson $what, and no file of that name; ./scanlab list lists the lessons"
        name=$(basename "$what" .cu)
        uses_harness=no
        ! grep -Eq 'scanlab/(lesson|exercise)\.hpp' "$what" || uses_harness=yes
        compile "$what" "${lanes:-$([ $uses_harness = yes ] && echo 4 || echo 32)}"
    fi
    out=${out:-$name.$format}
    case $out in
    *.svg | *.png | *.dot | *.html) ;;
    *) fail "$out: a diagram is drawn as .svg, .png, .dot or .html" ;;
    esac

    recording=$scratch/recording
    rm -f "$recording"
    if [ $uses_harness = yes ]; then
        set -- --record "$recording" ${n:+--n "$n"} ${block:+--block "$block"} ${seed:+--seed "$seed"} "$@"
    else
        [ -z "$n$block$seed" ] || fail "--n, --block and --seed: $what does not use Scanlab's harness; give its own arguments behind --"
        export SCANLAB_SIM_RECORD="$recording"
    fi
    status=0
    [ -z "$schedule" ] || export SCANLAB_SIM_SCHEDULE="$schedule"
    SCANLAB_SIM_ORDER=${order:-1} "$program" "$@" >"$scratch/log" || status=$?
    if [ ! -f "$recording" ]; then
        cat "$scratch/log" >&2
        exit $((status > 0 ? status : 1))
    fi
    "$build/diagrams/scanlab_draw" "$recording" --out "$out" ${view:+--view "$view"}
}

# compile FILE.cu LANES: sets $program.
compile() {
    case $2 in
    2 | 4 | 8 | 16 | 32) ;;
    *) fail "--warp $2: a warp has 2, 4, 8, 16 or 32 lanes" ;;
    esac
    # One program a folder, so that two files of a name do not get into each other's way.
    program=$build/programs/$name-$(cd "$(dirname "$1")" && pwd -P | cksum | cut -d' ' -f1)-picture$2
    sh "$build/scanlab_compile" --picture "$2" "$1" "$program"
}

draw_all() {
    case ${1-} in
    '') folder=$root/diagrams ;;
    --out) folder=${2:?scanlab draw: --out needs a folder} ;;
    *) fail "draw all takes no option but --out FOLDER, not $1" ;;
    esac
    mkdir -p "$folder/solutions" "$folder/wrong" || exit 2
    while read -r picture what options; do
        case $picture in
        '' | \#*) continue ;;
        esac
        if [ -z "$(lesson_folder "$what")" ]; then
            case $what in solutions/*) [ -f "$root/$what" ] || continue ;; esac # that folder may be missing
            what=$root/$what
        fi
        # shellcheck disable=SC2086 # the catalogue's options are words
        (draw_one "$what" $options --out "$folder/$picture.svg")
    done <"$root/diagrams/catalogue"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ $# -gt 0 ] || fail "what is to be drawn? usage: ./scanlab draw NN|FILE.cu|all [options]"
what=$1
shift
if [ "$what" = all ]; then
    draw_all "$@"
else
    lesson=$(lesson_folder "$what")
    # What the catalogue says of a lesson's picture holds unless the options say otherwise.
    # shellcheck disable=SC2046 # the catalogue's options are words
    draw_one "$what" $([ -z "$lesson" ] || catalogued "$lesson") "$@"
fi
