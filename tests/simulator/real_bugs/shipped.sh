#!/bin/sh
# shipped.sh NAME FIRST [LAST]: prints lines of a real bug as it shipped, without what mends it and without markers; FIRST
# and LAST are those of docs/excerpt.sh.
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
awk '
    /^#if(n?)def FIXED/ { inside = 1; shown = /ifndef/; next }
    inside && /^#else/ { shown = !shown; next }
    inside && /^#endif/ { inside = 0; next }
    !inside || shown { sub(/ *\/\/ finds: .*/, ""); print }' "$folder/$1.cu" >"$scratch/$1.cu"
shift
sh "$folder/../../../docs/excerpt.sh" "$scratch"/*.cu "$@"
