// Questions that can be answered on the page. Each is plain Markdown: a text, perhaps a numbered list to
// choose from, and after it
//
//     <details data-answer="17"><summary>Answer</summary> … </details>
//
// (./scanlab quiz 03 --markdown makes it.) Here the list becomes buttons, or a field for a number appears;
// an answer is judged. The reason unfolds if it is right, or at the second try. Without this script all of it can still be read.
'use strict';
(() => {
    const style = `
        .quiz-form { display: flex; flex-wrap: wrap; gap: .5em; align-items: center; margin: .5em 0; }
        .quiz-form input { width: 9em; }
        .quiz-form input, .quiz-form button, .quiz-choice {
            font: inherit; color: inherit; background: transparent; padding: .25em .7em;
            border: 1px solid currentColor; border-radius: .3em; }
        .quiz-form button, .quiz-choice { cursor: pointer; }
        .quiz-choice { text-align: left; vertical-align: top; margin: .1em 0; padding: .1em .5em;
            border-color: color-mix(in srgb, currentColor 30%, transparent); }
        .quiz-choice:hover, .quiz-choice:focus-visible { border-color: currentColor; }
        .quiz-verdict:empty { margin: 0; }
        .quiz-right { color: var(--quiz-right, light-dark(#00694f, #35c49a)); font-weight: bold; }
        .quiz-wrong { color: var(--quiz-wrong, light-dark(#a8470c, #f0a05a)); font-weight: bold; }
        @media print { .quiz-form, .quiz-verdict { display: none; } }`;

    const element = (name, properties) => Object.assign(document.createElement(name), properties);

    /// Whether a number is near enough: one with decimals may be rounded to two places or three digits.
    function isRight(given, answer) {
        const number = Number(given.trim().replace(',', '.'));
        const exact = Number(answer);
        const tolerance = Number.isInteger(exact) ? 0 : Math.max(0.005, Math.abs(exact) * 0.005);
        return given.trim() !== '' && Math.abs(number - exact) <= tolerance + 1e-9;
    }

    /// Where the verdict is shown, and read aloud. The first wrong answer gets another chance.
    function addVerdict(details) {
        let tries = 0;
        const verdict = element('p', { className: 'quiz-verdict' });
        verdict.setAttribute('role', 'status');
        details.before(verdict);
        return (right) => {
            const isLast = ++tries > 1;
            verdict.textContent = right ? 'Right.' : isLast ? 'Not quite.' : 'Not quite. Try once more.';
            verdict.className = `quiz-verdict ${right ? 'quiz-right' : 'quiz-wrong'}`;
            if (right || isLast) details.open = true;
        };
    }

    function askForChoice(list, details) {
        const tell = addVerdict(details);
        [...list.children].forEach((item, i) => {
            const button = element('button', { type: 'button', className: 'quiz-choice' });
            const text = item.children.length === 1 && item.firstElementChild.tagName === 'P' ? item.firstElementChild : item;
            button.append(...text.childNodes);
            text.append(button);
            button.addEventListener('click', () => {
                list.querySelectorAll('.quiz-choice').forEach((other) => other.classList.remove('quiz-right', 'quiz-wrong'));
                const right = i + 1 === Number(details.dataset.answer);
                button.classList.add(right ? 'quiz-right' : 'quiz-wrong');
                tell(right);
            });
        });
    }

    function askForNumber(details) {
        const form = element('form', { className: 'quiz-form' });
        const field = element('input', { type: 'text', inputMode: 'decimal', autocomplete: 'off' });
        field.setAttribute('aria-label', 'Your answer');
        form.append(field, element('button', { textContent: 'Check' }));
        details.before(form);
        const tell = addVerdict(details);
        form.addEventListener('submit', (event) => {
            event.preventDefault();
            if (field.value.trim() !== '') tell(isRight(field.value, details.dataset.answer));
        });
    }

    function mount() {
        const questions = [...document.querySelectorAll('details[data-answer]:not([data-mounted])')];
        if (questions.length && !document.querySelector('#quiz-style'))
            document.head.append(element('style', { id: 'quiz-style', textContent: style }));
        for (const details of questions) {
            details.dataset.mounted = '';
            const before = details.previousElementSibling;
            if (before && before.tagName === 'OL') askForChoice(before, details);
            else askForNumber(details);
        }
    }

    globalThis.scanlabQuiz = { mount, isRight };
    if (typeof document === 'undefined') return;
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mount);
    else mount();
})();
