#!/bin/sh
# pictures.sh ROOT: the committed pictures are those that the kernels make now, byte for byte. Another version of
# Graphviz may write them differently: then it is the graphs that have to be the same.
root=$1
command -v neato >/dev/null || { echo "neato (Graphviz) is not installed" && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
SCANLAB_INSTALL=no SCANLAB_BUILD=no "$root/scanlab" draw all --out "$folder" 2>"$folder/log" || { cat "$folder/log" && exit 1; }

# origin PICTURE WORD: the version of Graphviz that drew it, or the digest of its graph.
origin() { sed -n "s/.*<!-- Graphviz \([^,]*\), graph \([0-9a-f]*\) -->.*/\\$2/p" "$1"; }

failed=0
count=0
cd "$folder" || exit 1
for picture in *.svg */*.svg; do
    [ -f "$picture" ] || continue # there may be no solutions here
    count=$((count + 1))
    committed=$root/diagrams/$picture
    cmp -s "$picture" "$committed" && continue
    if [ ! -f "$committed" ]; then
        echo "diagrams/$picture is not there"
    elif [ "$(origin "$picture" 1)" != "$(origin "$committed" 1)" ] &&
        [ "$(origin "$picture" 2)" = "$(origin "$committed" 2)" ]; then
        continue
    else
        echo "diagrams/$picture is not what its kernel does now"
    fi
    failed=1
done
for committed in "$root"/diagrams/*.svg "$root"/diagrams/*/*.svg; do
    case $committed in */solutions/*) [ -d "$root/solutions" ] || continue ;; esac
    [ -f "${committed#"$root/diagrams/"}" ] || { echo "$committed is not in the catalogue" && failed=1; }
done
[ $failed = 0 ] || echo "If the change is meant: ./scanlab draw all, look at the pictures, commit them."
echo "$count pictures compared"
exit $failed
