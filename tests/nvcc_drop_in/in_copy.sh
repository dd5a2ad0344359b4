# Goes to a copy of the project, which is gone at the end.
here=$(cd "$(dirname "$0")" && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$here/project/." "$copy"
cd "$copy"

# expect CODE PATTERN COMMAND…: the command ends with this code, and prints what the pattern fits.
expect() {
    wanted=$1 pattern=$2
    shift 2
    code=0
    printed=$("$@" 2>&1) || code=$?
    [ "$code" = "$wanted" ] || { echo "$*: exit code $code instead of $wanted:"; echo "$printed"; exit 1; }
    echo "$printed" | grep -q -- "$pattern" || { echo "$*: prints nothing like '$pattern':"; echo "$printed"; exit 1; }
}
