// Findings as the editor's problems.
"use strict";
const path = require("node:path");
const vscode = require("vscode");

const severities = {
    error: vscode.DiagnosticSeverity.Error,
    warning: vscode.DiagnosticSeverity.Warning,
    note: vscode.DiagnosticSeverity.Information,
};

/** The word at a line and column of a file, counted from 1, the column in bytes; without a column, the line. */
async function location(file, line, column) {
    const uri = vscode.Uri.file(file);
    const document = await vscode.workspace.openTextDocument(uri).then((opened) => opened, () => undefined);
    if (!document || line > document.lineCount) return new vscode.Location(uri, new vscode.Range(line - 1, 0, line - 1, 0));
    const { text, range, firstNonWhitespaceCharacterIndex: first } = document.lineAt(line - 1);
    const character = column ? Buffer.from(text).subarray(0, column - 1).toString().length : first;
    const start = new vscode.Position(line - 1, character);
    const word = column ? document.getWordRangeAtPosition(start) : undefined;
    return new vscode.Location(uri, word ?? new vscode.Range(start, range.end));
}

/** The options that show a finding of many runs again; nothing for one of a single run. */
function replay({ choices, schedule, order, occupied }) {
    if (choices) return `--choices ${choices}`;
    return schedule && `--schedule ${schedule} --order ${order}${occupied ? ` --occupied ${occupied}` : ""}`;
}

function text(finding) {
    const { message, details = [], hint, runs } = finding;
    const again = runs && `In ${runs} ${runs === 1 ? "run" : "runs"}; again: scanlab sim ${replay(finding)}`;
    return [message, ...details, hint, again].filter(Boolean).join("\n");
}

async function problem(finding, folder, program) {
    const { file, line, column, other_file: otherFile, other_line: otherLine, other_column: otherColumn } = finding;
    const at = await location(file ? path.resolve(folder, file) : program, line ?? 1, column);
    const diagnostic = new vscode.Diagnostic(at.range, text(finding), severities[finding.severity]);
    diagnostic.source = "Scanlab";
    diagnostic.code = finding.kind;
    if (otherLine && (otherFile !== file || otherLine !== line || otherColumn !== column)) {
        const other = await location(path.resolve(folder, otherFile), otherLine, otherColumn);
        diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(other, "This is the other line of the finding.")];
    }
    return [at.uri, diagnostic];
}

/**
 * Findings, or errors of the compiler, as [uri, diagnostics] pairs of their files. Relative paths begin at `folder`; a finding without a
 * line is shown at the top of `program`.
 */
async function problems(findings, folder, program) {
    const files = new Map();
    for (const [uri, diagnostic] of await Promise.all(findings.map((finding) => problem(finding, folder, program)))) {
        const known = files.get(uri.fsPath) ?? [uri, []];
        known[1].push(diagnostic);
        files.set(uri.fsPath, known);
    }
    return [...files.values()];
}

module.exports = { problems };
