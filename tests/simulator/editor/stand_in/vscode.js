// A stand-in for the editor: the part of VS Code's interface that the extension calls. Documents are files; whatever the extension
// shows or asks is kept in `seen`, where a test reads it. `answer` is the button that the user chooses next.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
    constructor(start, end, endLine, endCharacter) {
        this.start = typeof start === "number" ? new Position(start, end) : start;
        this.end = typeof start === "number" ? new Position(endLine, endCharacter) : end;
    }
}
class Location { constructor(uri, range) { Object.assign(this, { uri, range }); } }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
class DiagnosticRelatedInformation { constructor(location, message) { Object.assign(this, { location, message }); } }
class ThemeColor { constructor(id) { this.id = id; } }
const Uri = { file: (fsPath) => ({ scheme: "file", fsPath, toString: () => `file://${fsPath}` }) };

function document(file) {
    const texts = fs.readFileSync(file, "utf8").split("\n");
    return {
        uri: Uri.file(file),
        fileName: file,
        lineCount: texts.length,
        isDirty: false,
        save: async () => false,
        lineAt(line) {
            if (!(line in texts)) throw new Error("Illegal value for `line`");
            const text = texts[line];
            return { text, range: new Range(line, 0, line, text.length), firstNonWhitespaceCharacterIndex: text.search(/\S|$/) };
        },
        getWordRangeAtPosition({ line, character }) {
            const word = [...texts[line].matchAll(/\w+/g)].find(({ index, 0: { length } }) => index <= character && character < index + length);
            return word && new Range(line, word.index, line, word.index + word[0].length);
        },
    };
}

const seen = { errors: [], status: [], output: "", outputShown: 0, progress: [], panels: [], commands: new Map(), executed: [], diagnostics: new Map() };
const settings = { path: "scanlab", options: [], arguments: [] };
const listeners = { editors: [], text: [], cancel: [] };
const event = (list) => (listener) => { list.push(listener); return { dispose() {} }; };
const disposable = { dispose() {} };

const stand = {
    seen,
    settings,
    listeners,
    answer: undefined,
    /** Opens a file as the active editor. */
    open(file) {
        const editor = { document: document(file), decorations: [], setDecorations: (_, all) => (editor.decorations = all) };
        stand.window.activeTextEditor = editor;
        stand.window.visibleTextEditors = [editor];
        return editor;
    },

    Position, Range, Location, Diagnostic, DiagnosticRelatedInformation, ThemeColor, Uri,
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    ProgressLocation: { Notification: 15 },
    ViewColumn: { Beside: -2 },
    commands: {
        registerCommand: (name, command) => { seen.commands.set(name, command); return disposable; },
        executeCommand: async (...words) => { seen.executed.push(words); },
    },
    languages: {
        createDiagnosticCollection: () => ({
            clear: () => seen.diagnostics.clear(),
            set: (pairs) => pairs.forEach(([uri, all]) => seen.diagnostics.set(uri.fsPath, all)),
            dispose() {},
        }),
    },
    window: {
        activeTextEditor: undefined,
        visibleTextEditors: [],
        createOutputChannel: () => ({
            append: (text) => { seen.output += text; },
            appendLine: (text) => { seen.output += `${text}\n`; },
            show: () => ++seen.outputShown,
            dispose() {},
        }),
        createTextEditorDecorationType: () => disposable,
        createWebviewPanel: (type, title, column, options) => {
            const panel = { type, title, column, options, webview: { html: "" } };
            seen.panels.push(panel);
            return panel;
        },
        onDidChangeVisibleTextEditors: event(listeners.editors),
        setStatusBarMessage: (text) => { seen.status.push(text); return disposable; },
        showErrorMessage: async (text, ...buttons) => {
            seen.errors.push(text);
            return buttons.find((button) => button === stand.answer);
        },
        withProgress: (options, work) => {
            seen.progress.push(options);
            return work({ report() {} }, { onCancellationRequested: event(listeners.cancel) });
        },
    },
    workspace: {
        openTextDocument: async (uri) => document(uri.fsPath),
        onDidChangeTextDocument: event(listeners.text),
        getWorkspaceFolder: (uri) => (stand.folder && uri.fsPath.startsWith(stand.folder + path.sep) ? { uri: Uri.file(stand.folder) } : undefined),
        getConfiguration: () => ({ get: (name) => settings[name] }),
    },
};
module.exports = stand;
