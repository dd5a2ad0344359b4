#!/bin/sh
# page.sh QUIZ.js: on a page, a question can be answered: by a number, which may be rounded, or by a choice.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: there is no chromium"
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/page.html" <<END
<!DOCTYPE html><html><body>
<p>How many?</p>
<details data-answer="33.333"><summary>Answer</summary><p>A third.</p></details>
<p>Which?</p>
<ol><li>this</li><li><p>that <code>one</code></p></li></ol>
<details data-answer="2"><summary>Answer</summary><p>That.</p></details>
<details><summary>Of another kind</summary></details>
<script src="file://$1"></script>
<script>
    scanlabQuiz.mount(); // the page is not parsed to its end yet
    const failed = [];
    const check = (what, holds) => { if (!holds) failed.push(what); };
    const [number, choice, other] = document.querySelectorAll('details');
    const verdicts = document.querySelectorAll('.quiz-verdict');
    const answer = (text) => {
        document.querySelector('.quiz-form input').value = text;
        document.querySelector('.quiz-form button').click();
    };
    check('two questions', verdicts.length === 2 && document.querySelectorAll('.quiz-choice').length === 2);
    answer('');
    check('nothing is no answer', !number.open);
    answer('33');
    check('33 is not near enough', !number.open && verdicts[0].textContent === 'Not quite. Try once more.');
    answer('34');
    check('the second try shows the answer', number.open && verdicts[0].textContent === 'Not quite.');
    for (const near of ['33.3', ' 33,33 ']) {
        answer(near);
        check(near + ' is near enough', verdicts[0].textContent === 'Right.');
    }
    const [first, second] = document.querySelectorAll('.quiz-choice');
    first.click();
    check('the first choice is wrong', !choice.open && verdicts[1].textContent === 'Not quite. Try once more.');
    second.click();
    check('the second one is right', choice.open && verdicts[1].textContent === 'Right.' && second.querySelector('code'));
    check('others are left alone', !('mounted' in other.dataset));
    scanlabQuiz.mount();
    check('mounted once', document.querySelectorAll('.quiz-form').length === 1);
    document.title = failed.length ? 'failed: ' + failed.join('; ') : 'all is well';
</script></body></html>
END
"$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" --allow-file-access-from-files \
    --dump-dom "file://$scratch/page.html" 2>/dev/null >"$scratch/dom"
grep -q '<title>all is well' "$scratch/dom" || { grep '<title>' "$scratch/dom" || cat "$scratch/dom"; exit 1; }
