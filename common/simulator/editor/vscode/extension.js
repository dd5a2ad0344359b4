// Scanlab in VS Code: commands that check the program of a .cu file, and show what was found, drawn or counted.
"use strict";
const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { run, written, findingsIn, compilerErrors } = require("./checker");
const { problems } = require("./problems");
const { costsIn } = require("./costs");

const internalError = 70; // exit code of a checker that has a bug

class Scanlab {
    #output = vscode.window.createOutputChannel("Scanlab");
    #problems = vscode.languages.createDiagnosticCollection("scanlab");
    #decoration = vscode.window.createTextEditorDecorationType({
        after: { margin: "0 0 0 3em", color: new vscode.ThemeColor("editorCodeLens.foreground") },
    });
    #costs = new Map();
    #running = new AbortController();
    disposables = [
        this.#output,
        this.#problems,
        this.#decoration,
        { dispose: () => this.#running.abort() },
        vscode.window.onDidChangeVisibleTextEditors(() => this.#showCosts()),
        vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
            // The costs are of another text now.
            if (contentChanges.length && this.#costs.delete(document.uri.fsPath)) this.#showCosts();
        }),
    ];

    check() { return this.#start("checks", (job) => this.#check(job, [])); }
    explore() { return this.#start("tries all orders of", (job) => this.#check(job, ["--all-orders"])); }
    counters() {
        return this.#start("counts what the kernels do in", async (job) => {
            const file = path.join(job.scratch, "counters.json");
            await this.#check(job, [], { SCANLAB_SIM_COUNTERS: file });
            this.#costs = costsIn((await written(file)) || "[]");
            this.#showCosts();
        });
    }
    draw() { return this.#start("draws", (job) => this.#draw(job)); }
    clear() {
        this.#problems.clear();
        this.#costs.clear();
        this.#showCosts();
    }

    /** Does `work` with the program of the active editor; whatever still runs is ended first. */
    async #start(verb, work) {
        const document = vscode.window.activeTextEditor?.document;
        if (document?.uri.scheme !== "file" || path.extname(document.fileName) !== ".cu")
            return vscode.window.showErrorMessage("Scanlab runs the program of a `.cu` file. Open one, and start the command there.");
        const name = path.basename(document.fileName);
        if (document.isDirty && !(await document.save())) return vscode.window.showErrorMessage(`\`${name}\` cannot be saved, so it was not run.`);
        this.#running.abort();
        const running = (this.#running = new AbortController());
        const scratch = await fs.mkdtemp(path.join(os.tmpdir(), "scanlab-"));
        const progress = { location: vscode.ProgressLocation.Notification, title: `Scanlab ${verb} ${name}`, cancellable: true };
        try {
            await vscode.window.withProgress(progress, (_, token) => {
                token.onCancellationRequested(() => running.abort());
                return work(this.#job(document, scratch, running.signal));
            });
        } catch (error) {
            if (!running.signal.aborted) await this.#refuse(error);
        } finally {
            await fs.rm(scratch, { recursive: true, force: true });
        }
    }

    #job({ uri, fileName }, scratch, signal) {
        const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(fileName);
        const settings = vscode.workspace.getConfiguration("scanlab", uri);
        const given = settings.get("arguments");
        const program = settings.get("path");
        return {
            file: fileName, name: path.basename(fileName), folder, scratch, signal,
            checker: program.includes("/") ? path.resolve(folder, program) : program,
            options: settings.get("options"),
            arguments: given.length ? ["--", ...given] : [],
        };
    }

    /** Runs the checker, whose output is kept; throws if it was cancelled. */
    async #run({ checker, folder, signal }, options, env) {
        signal.throwIfAborted();
        this.#output.appendLine(`> ${[checker, ...options].join(" ")}`);
        const ended = await run(checker, options, { cwd: folder, env, signal, told: (text) => this.#output.append(text) });
        signal.throwIfAborted();
        return ended;
    }

    async #check(job, options, env) {
        const json = path.join(job.scratch, "findings.json");
        const ended = await this.#run(job, ["sim", "--json", json, ...options, ...job.options, job.file, ...job.arguments], env);
        const text = await written(json);
        const findings = text === undefined ? compilerErrors(ended.lines) : findingsIn(text);
        await this.#showProblems(job, findings);
        if (text === undefined || ended.code === internalError) throw refusal(`\`${job.name}\` was not checked`, ended);
        vscode.window.setStatusBarMessage(verdict(job.name, findings.length, ended.code), 10000);
    }

    async #draw(job) {
        const picture = path.join(job.scratch, "picture.html");
        const ended = await this.#run(job, ["draw", job.file, "--out", picture, ...job.arguments]);
        const html = await written(picture);
        if (ended.code !== 0 || html === undefined) {
            const errors = compilerErrors(ended.lines);
            if (errors.length) await this.#showProblems(job, errors);
            throw refusal(`\`${job.name}\` was not drawn`, ended);
        }
        const panel = vscode.window.createWebviewPanel("scanlab.picture", job.name, vscode.ViewColumn.Beside, { enableScripts: true });
        panel.webview.html = html;
    }

    async #showProblems(job, findings) {
        const pairs = await problems(findings, job.folder, job.file);
        this.#problems.clear();
        this.#problems.set(pairs);
    }

    #showCosts() {
        for (const editor of vscode.window.visibleTextEditors) {
            const { document } = editor;
            const lines = [...(this.#costs.get(document.uri.fsPath) ?? [])].filter(([line]) => line <= document.lineCount);
            editor.setDecorations(this.#decoration, lines.map(([line, contentText]) =>
                ({ range: document.lineAt(line - 1).range, renderOptions: { after: { contentText } } })));
        }
    }

    async #refuse(error) {
        if (!["ENOENT", "EACCES"].includes(error.code)) return this.#complain(error.message);
        const settings = "Open Settings";
        const message = `The checker \`${error.path}\` cannot be started. Install Scanlab, or name the program in the setting \`scanlab.path\`.`;
        if ((await vscode.window.showErrorMessage(message, settings)) === settings)
            await vscode.commands.executeCommand("workbench.action.openSettings", "scanlab.path");
    }

    async #complain(message) {
        const show = "Show Output";
        if ((await vscode.window.showErrorMessage(message, show)) === show) this.#output.show();
    }
}

/** Says why the checker has ended without a result: the program does not compile, or its last line. */
function refusal(what, { code, lines }) {
    const isWrong = compilerErrors(lines).some(({ severity }) => severity === "error");
    const why = isWrong ? "it does not compile. The errors are among the problems" : (lines.at(-1) ?? endOf(code, "the checker"));
    return new Error(`${what}: ${why}`);
}

const endOf = (code, program) => (code === null ? `a signal has ended ${program}` : `${program} has ended with exit code ${code}`);

function verdict(name, findings, code) {
    const number = findings === 1 ? "1 finding" : `${findings || "no"} findings`;
    return `Scanlab: ${number} in ${name}${findings || code === 0 ? "" : `, but ${endOf(code, "it")}`}`;
}

function activate(context) {
    const scanlab = new Scanlab();
    context.subscriptions.push(...scanlab.disposables);
    for (const command of ["check", "explore", "counters", "draw", "clear"])
        context.subscriptions.push(vscode.commands.registerCommand(`scanlab.${command}`, () => scanlab[command]()));
}

module.exports = { activate };
