#!/bin/sh
# build.sh FOLDER [--pdf] [NN…]: makes the slides of these lessons, or of all, and a handout for each, as pages of HTML that need
# nothing else; --pdf makes PDFs of them, too. ./scanlab slides calls it. See README.md here.
set -eu
cd "$(dirname "$0")"
fail() {
    echo "scanlab slides: $1" >&2
    exit 2
}
[ $# -gt 0 ] || fail "usage: build.sh FOLDER [--pdf] [NN…]"
mkdir -p "$1"
out=$(cd "$1" && pwd -P)
shift
pdf=
lessons=
for word; do
    if [ "$word" = --pdf ]; then pdf=yes
    elif [ -f "$word.md" ] && [ "$word" != README ]; then lessons="$lessons $word"
    else fail "there are no slides of a lesson '$word'; lessons are named like 05"
    fi
done
[ -n "$lessons" ] || lessons=$(echo [0-9]*.md | sed 's/\.md//g')
command -v pandoc >/dev/null || fail "pandoc is not installed (https://pandoc.org)"
[ -z "$pdf" ] || command -v weasyprint >/dev/null || fail "weasyprint is not installed (https://weasyprint.org)"

# make NAME FORMAT STYLE LESSON [OPTION…]
make() {
    name=$1 format=$2 style=$3 lesson=$4
    shift 4
    pandoc --from markdown-implicit_figures --to "$format" --standalone --self-contained --columns 200 --lua-filter slides.lua --css "$style" \
        --metadata lang=en-GB "$@" --output "$out/$name.html" "$lesson.md"
    [ -z "$pdf" ] || weasyprint --quiet "$out/$name.html" "$out/$name.pdf"
    echo "$out/$name.${pdf:+{html,pdf\}}${pdf:-html}" | sed 's/}yes$/}/'
}
for lesson in $lessons; do
    make "$lesson" dzslides slides.css "$lesson"
    make "${lesson}_handout" html5 handout.css "$lesson" --metadata handout=yes
done
