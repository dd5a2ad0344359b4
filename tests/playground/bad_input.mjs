// What a page has to live through: each ends with a sentence, soon, and the next program runs; and the memory that fifty runs leave.
//     node bad_input.mjs PLAYGROUND
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const sinceStart = performance.now.bind(performance);
Object.defineProperty(performance, 'now', { value: () => sinceStart() + 3_600_000 }); // as in a page that has been open for an hour

const { openPlayground } = await import(pathToFileURL(path.resolve(process.argv[2], 'static/playground.mjs')));
const playground = await openPlayground();
const name = 'bad_input.cu', text = fs.readFileSync(new URL(name, import.meta.url), 'utf8');
const lineOf = (words) => text.slice(0, text.indexOf(words)).split('\n').length;

const wrong = await playground.compile({ [name]: text.replace('*out = deeper(0);', '*out = deeper(0)') });
assert.deepEqual(wrong.errors.map(({ line, message }) => [line, message]), [[lineOf('*out = deeper(0)'), "expected ';' after expression"]]);

const made = await playground.compile({ [name]: text });
assert.equal(made.errors, undefined, made.text);
const run = (word, timeout = 60) => playground.run(made.program, { arguments: [word], settings: { timeout }, files: made.files });

/// The one finding of a run, at a line with one of the words.
function finds(word, kind, words, message, exitCode = 3) {
    const ran = run(word, kind === 'timeout' ? 1 : undefined);
    const lines = [words].flat().map(lineOf);
    const found = ran.findings.map((finding) => [finding.kind, lines.includes(finding.line), finding.message.includes(message)]);
    assert.deepEqual([ran.exitCode, ...found], [exitCode, [kind, true, true]], ran.output);
}

finds('loop', 'deadlock', 'while (*flag == 0)', 'waits for `flag`');
finds('endless', 'timeout', 'i < 1;', ' after 1 s');
finds('host-loop', 'timeout', 'i == 0;', ' after 1 s');
finds('threads', 'timeout', 'count<<<', ' after 1 s');
finds('host-memory', 'host-crash', '"host-memory"', 'more memory than there is in a browser', 134);
finds('recursion', 'stack-overflow', 'return deeper', 'more stack than it has');
finds('host-recursion', 'host-crash', ['on_host[n % 100] = n', 'return host_deeper'], 'where it has no memory', 139); // wherever the stack ends
finds('host-null', 'host-crash', 'nowhere[100]', 'through a null pointer', 139);
finds('division', 'division-by-zero', '1 / *out', 'divided by zero');
finds('throw', 'host-crash', '"throw"', 'nothing can catch in a browser: too bad', 134);
for (const word of ['device-memory', 'wide-size']) assert.equal(run(word).output, 'out of memory\n', word);

const flood = run('flood');
assert.deepEqual([flood.exitCode, flood.truncated, flood.output.length], [0, true, 1_000_000]);

const rssAfter = (runs) => {
    for (let i = 0; i < runs; ++i) assert.equal(run('nothing').exitCode, 0);
    return process.memoryUsage().rss / 1e6;
};
const few = rssAfter(10), many = rssAfter(50);
console.log(`memory of the process after 10 runs: ${few.toFixed(0)} MB; after 50 more: ${many.toFixed(0)} MB`);
assert.ok(many < few + 100);
