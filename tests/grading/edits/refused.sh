#!/bin/sh
# refused.sh APPLY: whatever is wrong with a file of edits is said in one line, with the file's line; nothing is printed.
apply=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
printf '%s\n' 'int a;' 'step();' 'int b;' '    step();' 'int a;' 'int c;' >source.cu

# Most cases end a pipe, a shell of its own, so it is a file that says later that one has failed.
# refused MESSAGE [NAME]: the edit, by default `mine`, of the file on standard input ends with that message.
refused() {
    cat >file.edits
    code=0
    sh "$apply" file.edits "${2-mine}" >result 2>error || code=$?
    [ $code = 2 ] && [ ! -s result ] && [ "$(cat error)" = "$1" ] ||
        { printf 'exit code %s, expected:\n%s\nprinted:\n%s\n' $code "$1" "$(cat error result)" | tee failed; }
}
# The same of a file whose lines 1 to 3 are there, so that its first hunk is in line 4.
refused_hunk() { { printf '# %s/source.cu\n## mine\nText.\n' "$scratch" && cat; } | refused "file.edits:$1"; }

refused_hunk "4: mine: $scratch/source.cu lacks the line \"int d;\"" <<'END'
< int d;
END
refused_hunk "5: mine: $scratch/source.cu lacks the line \"int c;\" after its line 2" <<'END'
= step();
< int c;
END
refused_hunk "4: mine: $scratch/source.cu has these lines in several places (2, 4): give a number, as in <2, or lines around them that stay, as in = line" <<'END'
< step();
END
refused_hunk "4: mine: $scratch/source.cu has these lines in 2 places, not in 3" <<'END'
<3 step();
END
refused_hunk "4: mine: $scratch/source.cu has these lines in 1 place, not in 2" <<'END'
<2 int b;
END
refused_hunk "7: mine: line 3 of $scratch/source.cu belongs to an earlier hunk, too" <<'END'
< int b;
> int d;

= int b;
> int e;
END
refused_hunk "4: mine: a line that begins with < or = has to say where these lines go" <<'END'
> int d;
END
refused_hunk "4: mine: a number, from 1, stands at the first line of a hunk that begins with < or =" <<'END'
<0 step();
END
refused_hunk "5: mine: a number, from 1, stands at the first line of a hunk that begins with < or =" <<'END'
= int a;
<2 step();
END
refused_hunk "4: mine: a number, from 1, stands at the first line of a hunk that begins with < or =" <<'END'
>2 int d;
= int b;
END
refused_hunk "4: mine: a blank has to follow <" <<'END'
<int b;
END
refused_hunk "5: mine: text stands before the first line to change; such lines begin with <, = or >" <<'END'
< int b;
int d;
END
refused_hunk "2: mine: there is no line to change; such a line begins with < or =" </dev/null
printf '# %s/source.cu\n## mine\nText.\n< int b;\n> int b;\n' "$scratch" |
    refused "file.edits:2: mine: the edit changes nothing"
printf '# %s/source.cu\n## mine\n< int b;\n' "$scratch" |
    refused "file.edits:2: mine: a sentence below the heading has to say what the edit does"
printf '# %s/source.cu\n## mine\nText.\n< int b;\n## other\n' "$scratch" |
    refused "file.edits:5: other: a sentence below the heading has to say what the edit does"

printf '# %s/source.cu\n## mine\nText.\n< int b;\n\n## mine\nText.\n< int c;\n' "$scratch" |
    refused "file.edits:6: there is another edit mine in line 2"
for heading in '## Mine' '##mine' '##' '### mine'; do
    printf '# source.cu\n%s\n' "$heading" |
        refused "file.edits:2: a heading is written ## name or ## name · note, the name in a-z, 0-9 and _"
done
for heading in '## mine fails: correct' '## mine: text' '## mine-too' '## mine ·'; do
    printf '# source.cu\n%s\n' "$heading" |
        refused "file.edits:2: \" · \" has to stand between the name and the note"
done
printf '# source.cu\n< int b;\n' | refused "file.edits:2: a line to change stands below a heading, ## name"
printf '# source.cu\n\nText.\n' | refused "file.edits:3: there is no edit, which begins with a heading: ## name"
for first in '## mine' 'source.cu' '#' ''; do
    printf '%s\n' "$first" |
        refused "file.edits:1: the first line has to name the source: # solutions/NN_lesson/NAME_exercise.cu"
done
refused "file.edits:1: there is no edit, which begins with a heading: ## name" </dev/null
printf '# no/such.cu\n## mine\nText.\n< int b;\n' | refused "file.edits:1: there is no file no/such.cu"
for name in yours min "" "mi.e" --list; do
    printf '# %s/source.cu\n## mine\nText.\n< int b;\n## other\nText.\n< int b;\n' "$scratch" |
        refused "file.edits:1: there is no edit \"$name\" in this file; it has mine, other" "$name"
done

# called MESSAGE ARGUMENT…: such a call is refused.
called() {
    message=$1
    shift
    code=0
    said=$(sh "$apply" "$@" 2>&1) || code=$?
    [ $code = 2 ] && [ "$said" = "apply.sh: $message" ] || { echo "apply.sh $*: $said" | tee failed; }
}
usage="usage: apply.sh FILE.edits NAME, or apply.sh --list FILE.edits"
called "$usage"
called "$usage" file.edits
called "$usage" file.edits mine other
called "there is no file none.edits that can be read" none.edits mine
called "there is no file none.edits that can be read" --list none.edits
called "there is no file . that can be read" . mine
[ ! -e failed ]
