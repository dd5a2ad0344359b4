#!/bin/sh
# packages.sh ROOT: ./scanlab asks apt-get for the packages that a command needs, but not for those that are installed, nor
# for a tool that is there, wherever it is from. Here PATH is a folder in which nothing is but what a case names.
set -eu
root=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bin=$scratch/bin
unset SCANLAB_BUILD SCANLAB_INSTALL CXX
export scratch
failed=0

# stub NAME [LINE]: a program of that name which does this, and nothing else.
stub() {
    rm -f "$bin/$1"
    printf '#!/bin/sh\n%s\n' "${2-}" >"$bin/$1"
    chmod +x "$bin/$1"
}

# asked TOOLS PACKAGES COMMAND…: sets asked to what apt-get is to install for ./scanlab COMMAND where these tools, and these
# packages in the form NAME=STATUS, are there.
asked() {
    rm -rf "$bin"
    mkdir "$bin"
    for tool in dirname env grep sed sort head uname; do ln -s "$(command -v $tool)" "$bin"; done
    stub id 'echo 0'
    stub dpkg-query "echo '$2 '"
    # shellcheck disable=SC2016 # the stub's
    stub apt-get '[ "$1" != install ] || { echo "$*" >"$scratch/asked" && exit 1; }'
    for tool in $1; do stub "$tool"; done
    shift 2
    : >"$scratch/asked"
    PATH=$bin "$root/scanlab" "$@" >"$scratch/log" 2>&1 && wrong "$*: succeeds without packages"
    asked=" $(sed 's/.*--no-install-recommends //' "$scratch/asked") "
}

wrong() {
    echo "$1"
    failed=1
}

# needs PACKAGE…, not PACKAGE…: of what was asked for last.
needs() {
    for package; do
        case $asked in *" $package "*) ;; *) wrong "$package is not asked for, only$asked" ;; esac
    done
}
not() {
    for package; do
        case $asked in *" $package "*) wrong "$package is asked for:$asked" ;; esac
    done
}

asked '' '' docs --playground
needs clang lld binutils cmake ninja-build libfmt-dev catch2 graphviz mkdocs doxygen nodejs npm libthrust-dev
not weasyprint pandoc gnuplot-nox
asked '' '' docs --pdf
needs weasyprint
asked '' '' sim program.cu -- --pdf
needs clang
not weasyprint nodejs

# Node from elsewhere, with npm in it; Debian's, without.
asked 'node npm' '' docs --playground
needs graphviz
not nodejs npm
asked '' 'nodejs=installed' docs --playground
needs npm
not nodejs
asked 'clang++ ld.lld ld.bfd cmake ninja neato' 'libfmt-dev=installed catch2=config-files' draw
needs catch2 libomp-dev fonts-dejavu-core
not clang lld binutils cmake ninja-build graphviz libfmt-dev

# Without options, those tests do not run that the site's and the slides' tools are for.
asked '' '' test
needs make g++ clang-format shellcheck nodejs gnuplot-nox libxml2-utils
not pandoc weasyprint mkdocs doxygen
asked '' '' test --all
needs make clang-format pandoc weasyprint mkdocs doxygen
asked '' '' slides
needs pandoc
not weasyprint

# Where all is there, apt-get is left alone; so it is where packages are brought along.
everything=
for package in $(asked '' '' list && echo "$asked"); do everything="$everything $package=installed"; done
asked '' "$everything" list
[ "$asked" = '  ' ] || wrong "everything is there, and this is asked for:$asked"
grep -q 'These programs are missing: clang++ cmake ninja' "$scratch/log" || wrong "nobody is told that there is no Clang: $(cat "$scratch/log")"
SCANLAB_INSTALL=no
export SCANLAB_INSTALL
asked '' '' test
[ "$asked" = '  ' ] || wrong "SCANLAB_INSTALL=no, and this is asked for:$asked"
unset SCANLAB_INSTALL

# CMake looks for packages when it configures: new ones make it configure again, and nothing else does.
mkdir -p "$scratch/tree/build/sim"
cp "$root/scanlab" "$scratch/tree"
: >"$scratch/tree/build/sim/build.ninja"
asked 'ninja clang++' "$everything" list
ln -s "$(command -v mkdir)" "$bin"
stub apt-get
# shellcheck disable=SC2016 # the stub's
stub cmake 'if [ "$1" = --version ]; then echo "cmake version 99.0"; else : >"$scratch/configured"; fi'
PATH=$bin "$scratch/tree/scanlab" list >"$scratch/log" 2>&1 || :
[ ! -e "$scratch/configured" ] || wrong "CMake configures again without new packages: $(cat "$scratch/log")"
stub dpkg-query
PATH=$bin "$scratch/tree/scanlab" list >"$scratch/log" 2>&1 || :
[ -e "$scratch/configured" ] || wrong "CMake does not configure again after new packages: $(cat "$scratch/log")"
exit $failed
