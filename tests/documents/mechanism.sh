#!/bin/sh
# mechanism.sh: captured_outputs.sh brings pages up to date, notices what is not, and says what is wrong with a page;
# so do docs/excerpt.sh and docs/ladder.sh; terms.sh notices words of the glossary that a page uses before it links them.
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

captured() { sh "$here/captured_outputs.sh" "$@" 2>&1; }

# A page, and what it ought to become.
cat >"$scratch/page.md" <<'END'
<!-- $ sh docs/ladder.sh 01 -->

<!-- $ sh docs/ladder.sh 01 -->
| stale |

<!-- $ printf '  a\n\n    b\n' >"$TMPDIR/ab"; sh docs/excerpt.sh "$TMPDIR/ab" a "^    b" -->
```cpp
stale
```

```
$ echo 'one  two'; exit 3
stale
```

<!-- begin $ printf '1. a\n\n```\nb\n```\n' -->
stale

``` <!-- end -->
<!-- end -->

````
```
$ not a command
```
````
END
export TMPDIR="$scratch"
captured "$scratch/page.md" >"$scratch/log" && echo "a stale page goes unnoticed" && status=1
captured --update "$scratch/page.md" >"$scratch/log" || { cat "$scratch/log" && status=1; }
captured "$scratch/page.md" || { echo "a page that was brought up to date is not" && status=1; }
table=$(sh docs/ladder.sh 01)
diff -u - "$scratch/page.md" <<END || status=1
<!-- \$ sh docs/ladder.sh 01 -->
$table

<!-- \$ sh docs/ladder.sh 01 -->
$table

<!-- \$ printf '  a\n\n    b\n' >"\$TMPDIR/ab"; sh docs/excerpt.sh "\$TMPDIR/ab" a "^    b" -->
\`\`\`cpp
a

  b
\`\`\`

\`\`\`
\$ echo 'one  two'; exit 3
one  two
\`\`\`

<!-- begin \$ printf '1. a\n\n\`\`\`\nb\n\`\`\`\n' -->

1. a

\`\`\`
b
\`\`\`

<!-- end -->

\`\`\`\`
\`\`\`
\$ not a command
\`\`\`
\`\`\`\`
END

# complains PAGE LINE WHAT: of such a page, which --update leaves alone.
complains() {
    printf %b "$1" >"$scratch/wrong.md"
    cp "$scratch/wrong.md" "$scratch/kept.md"
    captured "$scratch/wrong.md" | grep -qF "wrong.md:$2: $3" &&
        captured --update "$scratch/wrong.md" | grep -qF "wrong.md:$2: $3" &&
        cmp -s "$scratch/wrong.md" "$scratch/kept.md" || {
        echo "expected '$2: $3' of the page, which is to stay as it is:"
        cat "$scratch/kept.md"
        captured "$scratch/wrong.md"
        status=1
    }
}
complains '\n<!-- $ exit 1 -->\n\n' 2 "this fails with exit code 1: exit 1"
complains '```\n$ sh no/such/script.sh\n```\n' 2 "there is no no/such/script.sh"
complains '```\n$ no-such-command\n```\n' 2 "this fails with exit code 127: no-such-command"
complains '<!-- $ echo -->\ntext\n' 2 "after a hidden command comes a fenced block, a table or an empty line"
complains '<!--$ echo -->\n\n' 1 "a hidden command is a line <!-- \$ COMMAND -->"
complains '```\n$ echo\n' 2 "a fenced block does not end"
complains '<!-- $ cat README.md -->\n```\n```\n' 1 "this prints \`\`\`, which would end the block"

# terms WHAT PAGE: what terms.sh says of such a page, or nothing.
terms() {
    printf %b "$2" >"$scratch/terms.md"
    said=$(sh "$here/terms.sh" "$scratch/terms.md" | sed 's/^[^ ]*terms.md: //')
    [ "$said" = "$1" ] || {
        echo "terms.sh should say '$1', but says '$said' of"
        cat "$scratch/terms.md"
        status=1
    }
}
terms "" '# Warps\n\n`warp` `x`\n```\nwarp\n```\n<details><summary>Warps?</summary>\n\n[Warps](g/glossary.md#warp) do; a warp does.\n'
terms "a link to docs/glossary.md#warp is missing here: … All warps do. do.…" '\nAll warps do. [Warps](glossary.md#warp) do.\n'
terms "a link to docs/glossary.md#bank-conflict is missing here: … No bank conflicts…" 'No bank\nconflicts\n'
terms "the glossary has no place #wrap" '[Warps](glossary.md#wrap)\n'

# refuses WHAT COMMAND…: in one line, with exit code 2.
refuses() {
    what=$1
    shift
    message=$("$@" 2>&1)
    [ $? -eq 2 ] && [ "$(echo "$message" | wc -l)" -eq 1 ] && echo "$message" | grep -qF -e "$what" || {
        echo "$*: expected one line with '$what' and exit code 2, got:"
        echo "$message"
        status=1
    }
}
file=lessons/03_double_buffer/double_buffer.cu
refuses "there is no lesson '15'" sh docs/ladder.sh 15
refuses "there is no lesson '5'" sh docs/ladder.sh 5
refuses "no line contains 'no such text'" sh docs/excerpt.sh $file 'no such text' '^}'
refuses "after the line with '^__global__' none contains 'no such text'" sh docs/excerpt.sh $file '^__global__' 'no such text'
refuses "there is no file" sh docs/excerpt.sh no_such.cu a b
refuses "there is no page" sh tests/documents/captured_outputs.sh no_such.md
refuses "there is no page" sh tests/documents/terms.sh no_such.md
exit $status
