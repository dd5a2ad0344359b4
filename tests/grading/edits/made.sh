#!/bin/sh
# made.sh APPLY: an edit changes the lines that it names and no others; new lines are indented as their neighbours are.
apply=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
status=0

cat >source.cu <<'END'
#include <first>

int add(int* sums, int n) {
    for (int i = 1; i < n; ++i) {
        sums[i] += sums[i - 1]; // with "quotes", \n and 100 %
        step();
    }
    step();
    return sums[n - 1] & 255;
}
END

# made NAME: the edit on standard input makes the source the one in `expected`.
made() {
    { printf '# %s/source.cu\nText on the file.\n\n## other\nNot this one.\n< step();\n\n' "$scratch" && cat; } >file.edits
    sh "$apply" file.edits "$1" >result || { echo "$1: refused" && status=1; }
    diff expected result || { echo "$1: expected is what < shows" && status=1; }
}

sed 's/i - 1\]; .*/i - 2];/' source.cu >expected
made replaced <<'END'
## replaced
Another element, and the comment goes.
< sums[i] += sums[i - 1]; // with "quotes", \n and 100 %
> sums[i] += sums[i - 2];
END

sed 's/& 255/\& \\n %s "\&"/' source.cu >expected
made characters <<'END'
## characters · a note: with · anything
Characters that awk and printf know.
< return sums[n - 1] & 255;
> return sums[n - 1] & \n %s "&";
END

awk '{ print } /^    }/ { print "    barrier();"; print ""; print "    if (n)"; print "        barrier();" }' source.cu >expected
made stays <<'END'
## stays
Lines that stay tell where new ones belong; they are in one place only together.
=     step();
= }
> barrier();
>
> if (n)
>     barrier();
END

awk '/return/ { print "    before();" } { print }' source.cu >expected
made before <<'END'
## before
    The new line comes first, and all of the hunk is indented.
    
>   before();
=   return sums[n - 1] & 255;
END

awk '!(/step/ && ++n == 2)' source.cu >expected
made second <<'END'
## second
The second of two equal lines goes.
<2 step();
END

awk 'NR == 1 { print "#include <second>" } NR > 2 && !/step/' source.cu >expected
made several <<'END'
## several
Several hunks, not in the order of the source, and one that names a blank line.
Text of two lines.
<2 step();

<1 step();

< #include <first>
<
> #include <second>
END

printf 'other\t\tNot this one.\nseveral\tfails: x y\tText of two lines.\n' >expected
printf '# source.cu\n## other\nNot this one.\n< a\n\n\n## several · fails: x y\n\nText of\n  two lines.\n> a\n= b\n' >file.edits
sh "$apply" --list file.edits >result
diff expected result || status=1

# A source is named from the kit's folder on, wherever the command is given.
printf '# LICENSE\n## title\nAnother title.\n< MIT License\n> new\n' >file.edits
[ "$(sh "$apply" file.edits title | sed -n 1p)" = new ] || { echo "the source is not found in the kit" && status=1; }
exit $status
