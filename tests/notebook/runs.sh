#!/bin/sh
# runs.sh FOLDER: the cells of the notebook run, one after the other, with what is built instead of an archive and a new build. All
# but the last succeed: that grades an exercise which nobody has solved.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
root=${here%/tests/notebook}
rm -rf "$1"
mkdir -p "$1/bin" "$1/scanlab"
cd "$1"
cmake -DNOTEBOOK="$root/docs/notebook/scanlab.ipynb" -DSCRIPT="$1/cells.sh" -P "$here/script.cmake"
for entry in "$root"/*; do
    [ "$entry" = "$root/scanlab" ] || ln -s "$entry" scanlab
done
printf '#!/bin/sh\nexec "%s/scanlab" "$@"\n' "$root" >scanlab/scanlab
printf '#!/bin/sh\n[ "$*" = "-q students.zip" ]\n' >bin/unzip
chmod +x scanlab/scanlab bin/unzip
export PATH="$1/bin:$PATH" SCANLAB_BUILD=no SCANLAB_INSTALL=no
code=0
sh cells.sh >log 2>&1 || code=$?
fail() { echo "$1" && cat log && exit 1; }
grep -q '^3 of 3 lessons pass' log || fail "the lessons do not run"
grep -q '^0 0 0 0 0 0 0 0' log || fail "the program that is written does not run"
grep -q 'points' log || fail "the exercise is not graded"
[ $code -le 1 ] || fail "exit code $code"
