#!/bin/sh
# commands.sh SCRATCH CTEST_FOLDER [PAGE.md…]: every command that pages tell their readers to type, or a workflow runs, is run by a test, or
# there is a reason why not: the list `commands` says which. Those that it says to be run are run in SCRATCH, where the
# tree looks like the real one. Commands whose output a page shows are captured_outputs.sh's.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
root=${here%/tests/documents}
scratch=$1
tests=$2
shift 2
rm -rf "$scratch"
mkdir -p "$scratch/tree"
cd "$root"
[ $# -gt 0 ] || {
    find . -name build -prune -o -name '.?*' -prune -o -name '*.md' -print | sed 's|^\./||' | sort >"$scratch/pages"
    while read -r page; do set -- "$@" "$page"; done <"$scratch/pages"
    for workflow in .github/workflows/*.yml; do [ ! -f "$workflow" ] || set -- "$@" "$workflow"; done
}
status=0

# What stands in blocks of sh and, if it begins like a command, between backquotes: PLACE, a tab, COMMAND.
awk '
    function found(command, line) {
        sub(/ +#( .*)?$/, "", command)
        if (command ~ /[^ ]/) print FILENAME ":" line "\t" command
    }
    FNR == 1 { fence = captured = 0 }
    fence && /^`+ *$/ && length($1) >= fence { fence = 0; next }
    fence && sh && FNR == begins + 1 && /^\$ / { sh = 0 }
    fence && sh {
        if (sub(/\\$/, "")) { joined = joined $0; next }
        found(joined $0, FNR)
        joined = ""
    }
    fence { next }
    /^```/ {
        match($0, /^`+/)
        fence = RLENGTH
        begins = FNR
        sh = substr($0, fence + 1) ~ /^(sh|bash|shell|console)$/ && !captured
    }
    { captured = /^<!-- \$ / }
    !fence {
        rest = $0
        while (match(rest, /`[^`]+`/)) {
            code = substr(rest, RSTART + 1, RLENGTH - 2)
            rest = substr(rest, RSTART + RLENGTH)
            if (code ~ /^(\.\/scanlab|sh|cmake|ctest|nvcc|build\/[^ ]*) [^ ]/) found(code, FNR)
        }
    }
    FILENAME ~ /\.yml$/ && sub(/^ *- run: /, "") { found($0, FNR) }' "$@" | sort -t "$(printf '\t')" -u -k 2 >"$scratch/found"
[ -s "$scratch/found" ] || { echo "no page has a command" && exit 1; }

# The list, as lines PATTERN, tab, VERDICT.
grep -v -e '^#' -e '^$' "$here/commands" | sed "s/   *\(run\|test .*\|not .*\)$/$(printf '\t')\1/" >"$scratch/list"
ctest --test-dir "$tests" -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$scratch/tests"

# Those that are to be run find the tree as it is, and what they write stays here.
for entry in *; do
    [ "$entry" = scanlab ] || ln -s "$root/$entry" "$scratch/tree/$entry"
done
printf '#!/bin/sh\nexec "%s/scanlab" "$@"\n' "$root" >"$scratch/tree/scanlab"
chmod +x "$scratch/tree/scanlab"
cp "$here/my_program.cu" "$scratch/tree"
export SCANLAB_INSTALL=no

tab=$(printf '\t')
: >"$scratch/used"
while IFS=$tab read -r place command; do
    verdict=
    while IFS=$tab read -r pattern verdict; do
        # shellcheck disable=SC2254 # it is a pattern
        case $command in
        $pattern) break ;;
        esac
        verdict=
    done <"$scratch/list"
    printf '%s\n' "$pattern" >>"$scratch/used"
    case $verdict in
    run)
        (cd "$scratch/tree" && sh -c "$command") </dev/null >"$scratch/log" 2>&1 || {
            echo "$place: this fails with exit code $?: $command"
            cat "$scratch/log"
            status=1
        }
        ;;
    test\ *)
        grep -qF "${verdict#test }" "$scratch/tests" || { echo "$place: there is no test '${verdict#test }', which is to run: $command" && status=1; }
        ;;
    not\ *) ;;
    *)
        echo "$place: tests/documents/commands does not say what test runs this, or why none does: $command"
        status=1
        ;;
    esac
done <"$scratch/found"

while IFS=$tab read -r pattern verdict; do
    grep -qxF -e "$pattern" "$scratch/used" || { echo "tests/documents/commands: no page has a command like: $pattern" && status=1; }
done <"$scratch/list"
rm -rf "$scratch/tree"
exit $status
