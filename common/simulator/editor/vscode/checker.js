// Starts the checker and reads what it writes. This file knows nothing of the editor.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs/promises");

/**
 * Runs `program` with `options` in the folder `cwd`. `told(text)` gets all that it prints, as it comes; aborting `signal` ends it and
 * all that it has started. Resolves to its exit code, or null if a signal has ended it, and to the lines of its standard error;
 * rejects with the system's error, such as ENOENT, if it cannot be started.
 */
function run(program, options, { cwd, env = {}, told, signal }) {
    return new Promise((resolve, reject) => {
        const child = spawn(program, options, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
        const end = () => {
            try { process.kill(-child.pid, "SIGTERM"); } catch { /* it has ended by itself */ }
        };
        let errors = "";
        for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", told);
        child.stderr.on("data", (text) => (errors += text));
        signal.addEventListener("abort", end);
        child.on("error", reject).on("close", (code) => {
            signal.removeEventListener("abort", end);
            resolve({ code, lines: errors.split("\n").filter(Boolean) });
        });
    });
}

/** The content of a file that the checker may have written; undefined if it has not. */
const written = (file) => fs.readFile(file, "utf8").catch(() => undefined);

/** The findings that count, each cause once, of a file that --json has written (docs/finding.schema.json). */
const findingsIn = (text) =>
    text.split("\n").filter(Boolean).map((line) => JSON.parse(line)).filter((f) => !f.suppressed && f.group === f.fingerprint);

/** What the compiler has printed of errors and warnings, with the members of a finding that it knows. */
function compilerErrors(lines) {
    const parts = lines.map((line) => line.match(/^(.+?):(\d+):(\d+): (?:fatal )?(error|warning): (.*)$/)).filter(Boolean);
    return parts.map(([, file, line, column, severity, message]) => ({ file, line: Number(line), column: Number(column), severity, message }));
}

module.exports = { run, written, findingsIn, compilerErrors };
