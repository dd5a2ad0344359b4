#!/bin/sh
# installed.sh BUILD SOURCES: what is installed checks programs wherever it lies, for users who may not write to it, and holds nothing of
# this machine. A project builds and runs its programs with it.
set -eu
build=$1 sources=$2
here=$(cd "$(dirname "$0")" && pwd -P)
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch" && rm -rf "$scratch"' EXIT

cmake --install "$build" --component scanlab --prefix "$scratch/first" >"$scratch/log" || { cat "$scratch/log" && exit 1; }
for path in "$build" "$sources" "$scratch"; do
    ! grep -rl -F "$path" "$scratch/first" || { echo "These files name $path." && exit 1; }
done
tree="$scratch/another place"
mv "$scratch/first" "$tree"
cp -r "$here/example" "$scratch/example"
mkdir "$scratch/home"
chmod -R a+rX "$scratch"
chmod -R a-w "$tree"
nobody=
if [ "$(id -u)" = 0 ]; then # who may write everywhere
    chown -R nobody "$scratch/home" "$scratch/example"
    nobody="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi

# expect CODE PATTERN COMMAND…: as this user, the command ends with this code, and prints what the pattern fits.
expect() {
    wanted=$1 pattern=$2 code=0
    shift 2
    # shellcheck disable=SC2086 # words
    printed=$(cd "$scratch/example" && $nobody env -i PATH="$tree/bin:$PATH" HOME="$scratch/home" "$@" 2>&1) || code=$?
    [ "$code" = "$wanted" ] && echo "$printed" | grep -q -- "$pattern" ||
        { echo "$*: exit code $code instead of $wanted, or nothing like '$pattern':" && echo "$printed" && exit 1; }
}
race='digits.cu:9: race-global: '
expect 3 "$race" scanlab sim digits.cu
expect 0 "the race in a small program was found" scanlab doctor
expect 4 "does not find mistakes" env SCANLAB_SIM_IGNORE=race-* scanlab doctor
expect 0 '' make digits_checked
expect 3 "$race" ./digits_checked
expect 0 'Build files' cmake -B build -DCMAKE_PREFIX_PATH="$tree" -DCMAKE_CUDA_COMPILER=NOTFOUND # of nvcc no use is made
expect 0 'Built target scanlab_checked' cmake --build build
expect 8 '50% tests passed, 1 tests failed' ctest --test-dir build
expect 3 "$race" build/scanlab/checked/digits_checked
