#!/bin/sh
# unchanged.sh STAMP FILE… -- COMMAND…: runs the command of a test, unless it has passed before with the same command, the same
# files (also those in a FILE that is a folder), settings, packages and kernel. As ninja does, it takes a file for
# the same that has neither another time nor another size. Only what has passed is kept. SCANLAB_TEST_AGAIN=1 runs everything.
stamp=$1
shift
key=$({
    printf '%s\n' "$*"
    env | grep '^SCANLAB_' | grep -v '^SCANLAB_TEST_AGAIN=' | sort
    uname -srm
    files=0
    for file; do # the files' turn comes after the command, which then goes
        [ "$file" != -- ] || break
        shift
        set -- "$@" "$file"
        files=$((files + 1))
    done
    shift $(($# - files))
    find -L "$@" -type f -exec stat -Lc '%n %s %y' {} + | sort
    [ ! -f /var/lib/dpkg/status ] || cksum </var/lib/dpkg/status
} | cksum)
while [ "$1" != -- ]; do shift; done
shift
stat -Lc %y . >/dev/null 2>&1 || exec "$@" # this system's stat tells other things
if [ "${SCANLAB_TEST_AGAIN-}" != 1 ] && [ "$(cat "$stamp" 2>/dev/null)" = "$key" ]; then
    echo "nothing has changed since it passed (SCANLAB_TEST_AGAIN=1 runs it all the same)"
    exit 0
fi
rm -f "$stamp"
"$@" || exit
mkdir -p "$(dirname "$stamp")"
echo "$key" >"$stamp"
