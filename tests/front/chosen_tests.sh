#!/bin/sh
# chosen_tests.sh ROOT: which tests ./scanlab test runs: without options none that is thorough; else what the options say, of all.
cd "$1" || exit 1
export SCANLAB_INSTALL=no SCANLAB_BUILD=no
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
printf '#!/bin/sh\nshift 2\necho "asked for: $*"\n' >"$scratch/ctest"
chmod +x "$scratch/ctest"
failed=0

# expect OPTIONS ASKED: with these options, ctest is asked for that.
expect() {
    # shellcheck disable=SC2086 # words
    said=$(PATH=$scratch:$PATH ./scanlab test $1 | sed -n 's/^asked for: --output-on-failure -j [0-9]*//p' | tail -n 1)
    [ "$said" = "$2" ] || { echo "./scanlab test $1: ctest is asked for '$said', not for '$2'" && failed=1; }
}

expect '' ' -LE thorough'
expect --all ''
expect '-R corpus' ' -R corpus'
expect '--all -j 1' ' -j 1'
exit $failed
