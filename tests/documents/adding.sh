#!/bin/sh
# adding.sh BUILD SCRATCH: whoever does what the pages on adding things say, step by step, sees what they show: docs/adding_a_lesson.md,
# and then those of the simulator.
#
# A page's blocks are its steps: `file PATH` and `insert PATH LINE` say in a comment what is written where, blocks of
# sh are run (the last command is to fail after `fails`), and a block right after one is what that prints. All this
# happens in a copy of the tree, in SCRATCH. The compiler is called for what is new there: what BUILD has
# compiled of the same sources is taken over. The simulator's pages change it, so all of them are written before it is built.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
build=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/tree"
cd "$root"
find . \( -name build -o -name '.?*' \) -prune -o -type f -print | tar -cf - -T - | tar -xf - -C "$scratch/tree"

# steps PAGE…: as a script.
steps() {
    awk '
    fence && /^`+$/ && length($1) >= fence {
        fence = 0
        if (step) print "END OF BLOCK"
        after = step
        next
    }
    fence { if (step) print; next }
    /^```/ {
        match($0, /^`+/)
        fence = RLENGTH
        step = ""
        if (mark) step = mark
        else if (substr($0, fence + 1) == "sh") step = "succeeds"
        else if (after) step = "shown"
        if (step) { print step " <<\"END OF BLOCK\""; steps++ }
        mark = ""
        next
    }
    { after = "" }
    /^<!-- (file|insert|fails)( |-->)/ { mark = substr($0, 6, length($0) - 9) }
    END { if (steps < 8) exit 1 }' "$@" || { echo "hardly any steps in $*" >&2 && exit 1; }
}

# A compiler that takes over what was compiled or linked before, unless it is named in `stale`. What headers are compiled to
# names their folder.
: >"$scratch/stale"
cat >"$scratch/compiler" <<END
#!/bin/sh
out= previous=
for argument; do
    [ "\$previous" != -o ] || out=\${argument#"$scratch/tree/build/sim/"}
    previous=\$argument
done
is_stale() { # what is linked of new parts, too
    case \$out in
    *.o | *.pch) grep -qxF "\$out" "$scratch/stale" ;;
    *) [ -s "$scratch/stale" ] ;;
    esac
}
case \$out in
*/lesson_checked.pch | */lesson_fast.pch | */cuda_checked.pch) ;; # which new programs begin with
*.ll) if [ -f "$build/\${out%.ll}" ]; then echo ';' >"$scratch/tree/build/sim/\$out"; exit; fi ;; # on the way to an object
*) if [ -f "$build/\$out" ] && ! is_stale; then exec cp "$build/\$out" "$scratch/tree/build/sim/\$out"; fi ;;
esac
case \$out in *scanlab_runtime_parts*) set -- "\$@" -O0 ;; esac # slower, but sooner there
exec $(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$build/CMakeCache.txt") "\$@"
END
chmod +x "$scratch/compiler"
export SCANLAB_INSTALL=no
cd "$scratch/tree"
CXX=$scratch/compiler cmake --preset sim >"$scratch/log" || { cat "$scratch/log" && exit 1; }

printed=$scratch/printed
changed=$scratch/changed
: >"$changed"
# file PATH: what comes on standard input is written there.
file() {
    mkdir -p "$(dirname "$1")"
    cat >"$1"
}
# insert PATH LINE: what comes on standard input, before that line.
insert() {
    grep -qxF "$2" "$1" || { echo "$1 has no line $2" && exit 1; }
    cat >"$scratch/inserted"
    awk -v inserted="$scratch/inserted" '
        BEGIN { line = ARGV[1]; ARGV[1] = "" }
        $0 == line { while ((getline text <inserted) > 0) print text }
        { print }' "$2" "$1" >"$scratch/longer"
    cp "$scratch/longer" "$1"
    echo "$1" >>"$changed"
}
# succeeds, fails: the commands that come on standard input.
succeeds() {
    cat >"$scratch/commands"
    sh -e "$scratch/commands" >"$printed" 2>&1 || {
        echo "these commands fail with exit code $?:"
        cat "$scratch/commands" "$printed"
        exit 1
    }
}
fails() {
    cat >"$scratch/commands"
    if sh -e "$scratch/commands" >"$printed" 2>&1; then
        echo "these commands ought to fail:"
        cat "$scratch/commands" "$printed"
        exit 1
    fi
}
# shown: what comes on standard input is what the last commands have printed, but for empty lines around it.
shown() {
    cat >"$scratch/shown"
    awk '/./ { printf "%s%s\n", empty, $0; empty = ""; begun = 1 } !/./ && begun { empty = empty "\n" }' "$printed" >"$scratch/last"
    diff -u --label "the page shows" --label "the commands print" "$scratch/shown" "$scratch/last" || exit 1
}

# do_steps PAGE…
do_steps() {
    steps "$@" >"$scratch/steps" || exit 1
    # shellcheck disable=SC1091 # made above
    . "$scratch/steps"
}

# What compiles programs is compiled again where it names its folder, by which it knows the simulator's own functions.
ninja -C "$build" -t deps | awk '
    /^[^ ].*: #deps/ { out = $1; sub(/:$/, "", out) }
    /scanlab_sim\/library_files.hpp$/ && out ~ /simulator\/compile\/.*\.o$/ { print out }' >"$scratch/stale"
do_steps docs/adding_a_lesson.md

for page in function setting finding counter; do set -- "$@" "common/simulator/docs/adding_a_$page.md"; done
shift 2
(
    succeeds() { cat >/dev/null; }
    shown() { cat >/dev/null; }
    do_steps "$@"
)
# Whatever was compiled of a file that is different now, and the headers that were compiled before, which name their folder.
ninja -C "$build" -t deps | awk -v root="$root/" '
    FNR == NR { changed[root $0] = 1; next }
    /^[^ ].*: #deps/ { out = $1; sub(/:$/, "", out); next }
    { sub(/^ +/, ""); if ((out ~ /cmake_pch/ || $0 in changed) && !seen[out]++) print out }' "$changed" - >"$scratch/stale"
(cd build/sim && xargs rm -f) <"$scratch/stale"
(
    file() { cat >/dev/null; }
    insert() { cat >/dev/null; }
    do_steps "$@"
)
rm -rf "$scratch/tree"
