# shellcheck shell=sh
# Sourced by the tests here: changes to a copy of the project, which is deleted at the end.
# shellcheck disable=SC2034 # here and printed are for the tests
here=$(cd "$(dirname "$0")" && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$here/project/." "$copy"
cd "$copy" || exit

# expect CODE PATTERN COMMAND…: the command ends with this code, and prints what the pattern fits.
expect() {
    wanted=$1 pattern=$2
    shift 2
    code=0
    printed=$("$@" 2>&1) || code=$?
    [ "$code" = "$wanted" ] || { echo "$*: exit code $code instead of $wanted:"; echo "$printed"; exit 1; }
    echo "$printed" | grep -q -- "$pattern" || { echo "$*: prints nothing like '$pattern':"; echo "$printed"; exit 1; }
}

# need TOOL…: the test is skipped where one of them is missing.
need() {
    for tool; do
        command -v "$tool" >/dev/null || { echo "skipped: there is no $tool" && exit 77; }
    done
}
