#!/bin/sh
# markers.sh MAKE_STARTER: regions become TODOs, and every mistake in marking them is an error that names its line.
cd "$(mktemp -d)" || exit 1
make_starter=$1
status=0

# refused NAME EXPECTED-ERROR: the text on standard input is refused with just this message, and makes no starter.
refused() {
    cat >"$1.cu"
    if sh "$make_starter" "$1.cu" >starter 2>error || [ -s starter ] || [ "$(cat error)" != "$1.cu:$2" ]; then
        echo "$1: expected the error '$1.cu:$2', got '$(cat error)' and $(wc -c <starter) bytes of starter"
        status=1
    fi
}
pairs="a marker is a line of its own, written // BEGIN SOLUTION or // END SOLUTION"

refused nested '3: BEGIN SOLUTION inside the region that begins in line 2' <<'END'
int a;
// BEGIN SOLUTION
    // BEGIN SOLUTION
// END SOLUTION
// END SOLUTION
END
refused unclosed '2: BEGIN SOLUTION without END SOLUTION' <<'END'
int a;
// BEGIN SOLUTION something.
int b;
END
refused stray '4: END SOLUTION without BEGIN SOLUTION' <<'END'
// BEGIN SOLUTION
// END SOLUTION
int a;
// END SOLUTION
END
refused misspelt "1: $pairs" <<'END'
//BEGIN SOLUTION
// END SOLUTION
END
refused behind_code "2: $pairs" <<'END'
// BEGIN SOLUTION
int a; // END SOLUTION
END
refused lower_case "2: $pairs" <<'END'
// BEGIN SOLUTION
// end solution
END
refused late_text '3: //| and //> stand right below BEGIN SOLUTION' <<'END'
// BEGIN SOLUTION
int a;
//| more
// END SOLUTION
END
refused text_alone '1: //| and //> stand right below BEGIN SOLUTION' <<'END'
//| more
END
refused torn_by_a_formatter "4: what is to be done ends in mid-sentence: \"then the odd ones,\"; each line after the first begins with //|" <<'END'
// BEGIN SOLUTION first the even elements,
//| then the odd ones,
//> return;
// where | do they go?
// END SOLUTION
END
refused nothing_to_do '1: there is no BEGIN SOLUTION: nothing would be left to do' <<'END'
int a;
END

cat >right.cu <<'END'
int a;
    // BEGIN SOLUTION find out
    //| how.
    //> return 0;
    return 1;
    // END SOLUTION
int b;
// BEGIN SOLUTION
int c;
// END SOLUTION
END
sh "$make_starter" right.cu >starter || status=1
diff - starter <<'END' || status=1
int a;
    // TODO: find out
    //       how.
    return 0;
int b;
// TODO: your code.
END
exit $status
