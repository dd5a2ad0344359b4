#!/bin/sh
# bare.sh [--keep] [--cache FOLDER] [--package FILE] RELEASE [OPTION of ctest…]: shows that the README's two commands install
# all that they need. It installs RELEASE (bookworm, trixie or noble) with its essential packages alone in a folder of $TMPDIR,
# clones what is committed here into it, and runs ./scanlab run and ./scanlab test there. It takes root, a network and 10 GB.
#   --keep          leaves the folder
#   --cache FOLDER  keeps packages there that were downloaded, and takes them from there
#   --package FILE  installs this package of the simulator instead, and checks programs with it, without the sources: FILE.deb two
#                   single ones and a project with a Makefile and CMake; FILE.tgz, for Node, one before and after a change
# MIRROR=URL names an archive of packages, if it is not to be the one that debootstrap takes by itself. What apt is told
# here about downloads, of a proxy for example, holds there, too.
set -eu

fail() {
    echo "bare.sh: $1" >&2
    exit 2
}

keep='' cache='' package=''
while :; do
    case ${1-} in
    --keep) keep=yes ;;
    --cache)
        cache=$(cd "${2:-none}" 2>/dev/null && pwd -P) || fail "--cache ${2-}: there is no such folder"
        shift
        ;;
    --package)
        [ -f "${2-}" ] || fail "--package ${2-}: there is no such file"
        package=$2
        shift
        ;;
    *) break ;;
    esac
    shift
done
case ${1-} in
12 | bookworm) release=bookworm system=debian ;;
13 | trixie) release=trixie system=debian ;;
24.04 | noble) release=noble system=ubuntu ;;
*) fail "which release? sh tests/bare.sh [--keep] [--cache FOLDER] bookworm|trixie|noble [OPTION of ctest…]" ;;
esac
shift
# Of debootstrap's scripts, older versions lack that of a newer release, which is the same as the one before.
if [ $system = debian ]; then script=sid components=main; else script=gutsy components=main,universe; fi
keyring=/usr/share/keyrings/$system-archive-keyring.gpg
root=$(cd "$(dirname "$0")/.." && pwd -P)
[ "$(id -u)" = 0 ] || fail "only root can install $release in a folder: sudo sh tests/bare.sh $release"
for tool in debootstrap unshare git; do
    command -v $tool >/dev/null || fail "there is no $tool: apt-get install debootstrap util-linux git"
done
[ -f "$keyring" ] || fail "there is no $keyring, which tells whose packages are $release's: apt-get install $system-keyring"

scratch=$(mktemp -d)
machine=$scratch/$release
process=''
clean_up() {
    [ -z "$process" ] || kill -KILL "$process" || :
    [ -z "$keep" ] || { echo "bare.sh: $machine is kept" && return; }
    # What was killed may need a moment to end.
    rm -rf --one-file-system "$scratch" 2>/dev/null || { sleep 1 && rm -rf --one-file-system "$scratch"; }
}
trap clean_up EXIT
trap 'exit 130' HUP INT TERM

# apart COMMAND…: with processes and mounts of its own, which end with it, however it ends.
apart() {
    # In the background it would ignore these two signals, which some tests send to what they start.
    env --default-signal=INT,QUIT unshare --mount --pid --fork --kill-child "$@" &
    process=$!
    code=0
    wait $process || code=$?
    process=''
    return $code
}

# there COMMAND…: on the bare machine, in the clone. Of the environment here it has the proxies alone.
there() {
    # shellcheck disable=SC2016 # they are for the other shell
    apart sh -c '
        machine=$1 cache=$2
        shift 2
        mount -t proc proc "$machine/proc" && mount --rbind /dev "$machine/dev" &&
            { [ -z "$cache" ] || mount --bind "$cache" "$machine/var/cache/apt/archives"; } &&
            exec chroot "$machine" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
                ${http_proxy:+"http_proxy=$http_proxy"} ${https_proxy:+"https_proxy=$https_proxy"} "$@"
        ' sh "$machine" "$cache" sh -c 'cd /root/scanlab && exec "$@"' sh "$@"
}

# timed WHAT COMMAND…
report=''
timed() {
    what=$1 began=$(date +%s) ended=0
    shift
    "$@" || ended=$?
    report="$report
bare.sh: $release: $what: $(($(date +%s) - began)) s, exit code $ended"
    return $ended
}

install() {
    apart debootstrap --variant=minbase --components=$components --keyring="$keyring" ${cache:+"--cache-dir=$cache"} \
        $release "$machine" "${MIRROR-}" "$script" >"$scratch/log" 2>&1 ||
        fail "debootstrap could not install $release: $(grep '^[EW]:' "$scratch/log" | tail -n 1)"
    ! command -v apt-config >/dev/null || apt-config dump Acquire >"$machine/etc/apt/apt.conf.d/99here"
    if [ -n "$package" ]; then
        cp -r "$root/tests/simulator/installed/example" "$machine/root/scanlab" && cp "$package" "$machine/root/scanlab/scanlab.${package##*.}"
    else
        git clone --quiet "$root" "$machine/root/scanlab"
    fi
}

# add PACKAGE…: installs them there.
add() { timed "apt-get install $*" there apt-get install -qq -y --no-install-recommends "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" && failed=1; }; }
# race WHAT COMMAND…: the command finds the race in digits.cu.
race() {
    found=0
    timed "$@" || found=$?
    [ $found = 3 ] || { echo "bare.sh: it should have ended with exit code 3" && failed=1; }
}

failed=0
timed "the system" install
[ -z "$package" ] || there apt-get update -qq >"$scratch/log"
case $package in
*.deb)
    add ./scanlab.deb
    race "the first verdict, of a race" there scanlab sim digits.cu
    timed "a correct program" there scanlab sim sum.cu || failed=1
    add make cmake
    timed "make" there make digits_checked || failed=1
    race "what make has made" there ./digits_checked
    timed "cmake" there cmake -B build || failed=1
    timed "cmake --build" there cmake --build build || failed=1
    race "what CMake has made" there build/scanlab/checked/digits_checked
    ;;
*.tgz)
    add nodejs npm
    for when in cold "the same again" "after a change"; do
        [ "$when" != "after a change" ] || there sed -i '1i // a change' digits.cu
        race "npx, $when" there npx --yes ./scanlab.tgz sim digits.cu
    done
    ;;
*)
    timed "./scanlab run" there ./scanlab run || failed=1
    [ $# -gt 0 ] || set -- --all
    timed "./scanlab test $*" there ./scanlab test "$@" || failed=1
    ;;
esac
echo "$report"
sed 's/^[0-9]*:/bare.sh: failed: /' "$machine"/root/scanlab/build/*/Testing/Temporary/LastTestsFailed.log 2>/dev/null || :
exit $failed
