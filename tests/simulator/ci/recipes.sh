#!/bin/sh
# recipes.sh BUILD SOURCES: what docs/ci.md tells its readers to do works with an installed simulator, in an environment as GitHub's and
# GitLab's: the race of the example is shown at both lines, a rule or a baseline makes it green, and a second race red again.
set -eu
build=$1 sources=$2
here=$(cd "$(dirname "$0")" && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --component scanlab --prefix "$scratch/prefix" >"$scratch/log" || { cat "$scratch/log" && exit 1; }
cp -R "$here/example" "$scratch/example"
mkdir "$scratch/example/.git" "$scratch/bin" "$scratch/home"
cd "$scratch/example"
PATH=$scratch/bin:$scratch/prefix/bin:$PATH HOME=$scratch/home
GITHUB_OUTPUT=$scratch/output GITHUB_STEP_SUMMARY=$scratch/summary GITHUB_PATH=$scratch/path GITHUB_ACTION_PATH=$sources/ci
export PATH HOME GITHUB_OUTPUT GITHUB_STEP_SUMMARY GITHUB_PATH GITHUB_ACTION_PATH
told=$scratch/told

# step NAME: the commands of this step of the action.
step() {
    awk -v name="$1" '
        $1 == "-" && $2 == "name:" { found = $3 == name; runs = 0 }
        runs && /^        / { print substr($0, 9); next }
        found && $1 == "run:" { runs = 1 }' "$sources/ci/action.yml"
}
# expect CODE COMMAND…: ends with this code; what it prints is in $told.
expect() {
    wanted=$1 code=0
    shift
    "$@" >"$told" 2>&1 || code=$?
    [ $code = "$wanted" ] || { echo "$*: exit code $code instead of $wanted:" && cat "$told" && exit 1; }
}
# holds FILE PATTERN…: each fits a line of the file.
holds() {
    file=$1
    shift
    for pattern; do grep -q -- "$pattern" "$file" || { echo "nothing in $file is like '$pattern':" && cat "$file" && exit 1; }; done
}

read_line=$(grep -n 'const int next' neighbours.cu | cut -d: -f1) write_line=$(grep -n 'numbers\[i\] = next' neighbours.cu | cut -d: -f1)

# GitHub. Packages are there; the rest of this step builds the simulator, as README.md says it.
printf '#!/bin/sh\n' >"$scratch/bin/dpkg" && chmod +x "$scratch/bin/dpkg"
expect 0 env PREFIX="$scratch/prefix" sh -e -c "$(step Install)"
holds "$scratch/path" "^$scratch/prefix/bin\$"
check=$(step Check)
RUN='make check' BASELINE='' SUPPRESSIONS=suppressions.txt
export RUN BASELINE SUPPRESSIONS
expect 3 sh -e -c "$check"
holds "$told" "^::\(error\|notice\) file=neighbours.cu,line=$read_line," "^::\(error\|notice\) file=neighbours.cu,line=$write_line,"
[ "$(grep -c '^::error' "$told")" = 1 ] || { echo "not one error:" && cat "$told" && exit 1; }
holds "$GITHUB_OUTPUT" '^sarif=scanlab.sarif$' '^exit-code=3$'
holds "$GITHUB_STEP_SUMMARY" 'race-global at neighbours.cu'
holds scanlab.sarif '"uri":"neighbours.cu","uriBaseId":"%SRCROOT%"'
holds scanlab.xml '<failure type="race-global"'
cp scanlab.json known.json
expect 0 env BASELINE=known.json sh -e -c "$check"
printf 'race-global file=neighbours.cu # we shift by hand\n' >>suppressions.txt
expect 0 sh -e -c "$check"
holds "$told" '1 finding does not count: 1 by .*suppressions.txt:2'

# GitLab, and a second race.
sed '/^        __syncthreads();/{x;s/^/x/;/^x$/{x;d};x;}' order.cu >changed && mv changed order.cu
OPTIONS='--suppressions suppressions.txt'
export OPTIONS
expect 3 sh -c "$(sed -n 's/^ *- \(scanlab .*\)/\1/p' "$sources/ci/gitlab.yml")"
holds "$told" '1 finding:' 'race-shared at order.cu'
holds scanlab.xml 'failures="1".* skipped="1"'
cp "$here/example/order.cu" order.cu

# VS Code's tasks: the lines that their matchers find.
! node=$(command -v node || command -v nodejs) || {
    for of in 'this program' 'all programs'; do
        expect 3 "$node" "$here/task.mjs" "Check $of" neighbours.cu
        holds "$told" "^$PWD/neighbours.cu:$read_line:[0-9]*: \(error\|note\): " "^$PWD/neighbours.cu:$write_line:[0-9]*: \(error\|note\): "
    done
    echo '#include "nowhere.cuh"' >without.cu
    expect 1 "$node" "$here/task.mjs" 'Check this program' without.cu
    holds "$told" "^$PWD/without.cu:1:10: error: "
}

# Vim, whose list then has both lines and no other.
! command -v vim >/dev/null || {
    expect 0 vim -u NONE -es -c "$(grep '^set makeprg' "$sources/docs/ci.md")" -c 'silent make' -c 'redir! > list | clist | redir END' -c 'qa!' neighbours.cu
    [ "$(grep -c '^ *[0-9]* ' list)" = 2 ] || { echo "Vim's list:" && cat list && exit 1; }
    holds list "neighbours.cu:$read_line " "neighbours.cu:$write_line "
}

# CTest (installed.sh tries it with CMake), pytest.
mkdir build
echo "add_test(neighbours $PWD/checked/neighbours)" >build/CTestTestfile.cmake
expect 3 scanlab findings --junit ctest.xml -- ctest --test-dir build
holds ctest.xml 'failures="1"'
! /usr/bin/python3 -c 'import pytest' 2>/dev/null || {
    expect 1 /usr/bin/python3 -m pytest -q test_kernels.py
    holds "$told" '1 failed, 3 passed' 'race-global'
}
