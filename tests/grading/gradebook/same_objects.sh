#!/bin/sh
# same_objects.sh ROOT BUILD LISTS COMPILER…: calls the compiler in ./build/sim of a copy of ROOT, unless BUILD has made the
# object of the same files with the same options: then it is taken over. What names the copy's own folders is compiled.
# same_objects.sh ROOT BUILD LISTS: makes the folder LISTS, of what BUILD was made by and of.
root=$1 build=$2 lists=$3
shift 3
if [ $# -eq 0 ]; then
    mkdir -p "$lists" && cd "$build" || exit 1
    ninja -t commands | grep -F -e ' -c ' | tr -d '\\' | tr -s ' ' >"$lists/commands"
    ninja -t deps | awk -v root="$root/" '
        /^[^ ]/ { object = $1 }
        /^ / && index($1, root) == 1 { print object, $1 }' >"$lists/files"
    exit
fi

copy=${PWD%/build/sim}
as_in_root() { sed "s|$copy/build/sim|$build|g; s|$copy|$root|g"; }
out='' previous=''
for argument; do
    [ "$previous" != -o ] || out=$argument
    previous=$argument
    case $argument in
    -D*"$copy"*) exec "$@" ;;
    esac
done
grep -qF -e "$(printf '%s' "$*" | as_in_root)" "$lists/commands" || exec "$@"
files=$(sed -n "s|^$out: ||p" "$lists/files")
naming=$(printf '%s\n' "$files" | grep -E "^$build/.*/(Unity/|cmake_pch)[^/]*[.][ch]xx$") # they name them in full
theirs=$(printf '%s\n' "$files" | grep -vE "^$build/.*/(Unity/|cmake_pch)[^/]*[.][ch]xx$")
mine=$(printf '%s\n' "$theirs" | sed "s|^$build/|$copy/build/sim/|; t; s|^$root/|$copy/|")
for list in $naming; do
    [ "$(as_in_root <"$copy/build/sim/${list#"$build/"}")" = "$(cat "$list")" ] || exec "$@"
done
# shellcheck disable=SC2086 # names without spaces
[ -n "$theirs" ] && [ "$(cksum $mine | as_in_root)" = "$(cksum $theirs)" ] || exec "$@"
exec cp "$build/$out" "$out"
