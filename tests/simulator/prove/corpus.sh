#!/bin/sh
# corpus.sh SCANLAB PROGRAM.cu…: that nothing is proved of these programs, whose markers say what is wrong with them, if that is a race, an index
# outside of its array, or a barrier that not all threads come to.
set -eu
scanlab=$1
shift
export SCANLAB_BUILD=no SCANLAB_INSTALL=no
proved=0 refuted=0 open=0
for source; do
    grep -q 'finds: \(race-shared\|race-global\|out-of-bounds\|barrier-divergence\)' "$source" || continue
    code=0
    "$scanlab" prove "$source" >/dev/null 2>&1 || code=$?
    case $code in
    0) proved=$((proved + 1)) && echo "proved, but wrong: $source" ;;
    3) refuted=$((refuted + 1)) && echo "refuted: $(basename "$source")" ;;
    *) open=$((open + 1)) ;;
    esac
done
echo "$proved proved, $refuted refuted, $open not decided"
[ $proved = 0 ]
