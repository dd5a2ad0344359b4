#!/bin/sh
# no_source.sh SCANLAB SOLUTION: a file that no compiler could read is told what it is in one sentence, and never compiled.
set -eu
export SCANLAB_BUILD=no
scanlab=$1 solution=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
told() {
    said=$("$scanlab" check --exercise sklansky_shared "$folder/file.cu" || true)
    printf '%s\n' "$said" | grep -qF -e "$1" && ! printf '%s\n' "$said" | grep -qE 'COMPILE|NOT ACCEPTED|error:' || {
        printf '%s\n\nit should say: %s\n' "$said" "$1"
        exit 1
    }
}
: >"$folder/file.cu"
told 'The file is empty'
{ printf '// \344\n' && cat "$solution"; } >"$folder/file.cu"
told 'Line 1 is not in UTF-8 (in Latin-1, perhaps?)'
{ printf '\377\376' && printf '%s' 'text' | sed 's/./&\x00/g'; } >"$folder/file.cu"
told 'The file is in UTF-16'
{ cat "$solution" && printf '\000'; } >"$folder/file.cu"
told 'has a NUL byte'
grep -v SCANLAB_EXERCISE "$solution" >"$folder/file.cu"
told "The last line of the starter is missing"
sed 's/SCANLAB_EXERCISE(sklansky_shared/SCANLAB_EXERCISE(raking/' "$solution" >"$folder/file.cu"
told 'This is the exercise `raking`'
sed 's/static void launch(/static void start(/' "$solution" >"$folder/file.cu"
told 'lacks its function `launch()`'
{ printf '\357\273\277' && cat "$solution"; } >"$folder/file.cu"
told '100 / 100  points'
