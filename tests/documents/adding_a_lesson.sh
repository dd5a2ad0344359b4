#!/bin/sh
# adding_a_lesson.sh BUILD SCRATCH: whoever does what docs/adding_a_lesson.md says, step by step, sees what it shows.
#
# The page's blocks are its steps: `file PATH` and `insert PATH LINE` say in a comment what is written where, blocks of
# sh are run (the last command is to fail after `fails`), and a block right after one is what that prints. All this
# happens in a copy of the tree, in SCRATCH. The compiler is called for what is new there: what BUILD has
# compiled of the same sources is taken over.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd -P)
build=$1
scratch=$2
rm -rf "$scratch"
mkdir -p "$scratch/tree"
cd "$root"
find . \( -name build -o -name '.?*' \) -prune -o -type f -print | tar -cf - -T - | tar -xf - -C "$scratch/tree"

# The page as a script.
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
    END { if (steps < 8) exit 1 }' docs/adding_a_lesson.md >"$scratch/steps" || { echo "the page has hardly any steps" && exit 1; }

# A compiler that takes over what was compiled or linked before. What headers are compiled to names their folder.
cat >"$scratch/compiler" <<END
#!/bin/sh
out= previous=
for argument; do
    [ "\$previous" != -o ] || out=\${argument#"$scratch/tree/build/sim/"}
    previous=\$argument
done
case \$out in
*/lesson_checked.pch | */lesson_fast.pch) ;; # which a new lesson's programs begin with
*.ll) if [ -f "$build/\${out%.ll}" ]; then echo ';' >"$scratch/tree/build/sim/\$out"; exit; fi ;; # on the way to an object
*) if [ -f "$build/\$out" ]; then exec cp "$build/\$out" "$scratch/tree/build/sim/\$out"; fi ;;
esac
exec $(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$build/CMakeCache.txt") "\$@"
END
chmod +x "$scratch/compiler"
export SCANLAB_INSTALL=no
cd "$scratch/tree"
CXX=$scratch/compiler cmake --preset sim -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >"$scratch/log" || { cat "$scratch/log" && exit 1; }

printed=$scratch/printed
# file PATH: what comes on standard input is written there.
file() {
    mkdir -p "$(dirname "$1")"
    cat >"$1"
}
# insert PATH LINE: what comes on standard input, before that line.
insert() {
    grep -qxF "$2" "$1" || { echo "$1 has no line $2" && exit 1; }
    cat >"$scratch/inserted"
    awk -v line="$2" -v inserted="$scratch/inserted" '
        $0 == line { while ((getline text <inserted) > 0) print text }
        { print }' "$1" >"$scratch/changed"
    cp "$scratch/changed" "$1"
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
# shellcheck disable=SC1091 # made above
. "$scratch/steps"
rm -rf "$scratch/tree"
