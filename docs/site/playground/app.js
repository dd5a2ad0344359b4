// The playground's page: what is open, and what becomes of it.
import { busyButtons, html, pictureFrame } from "./dom.js";
import { Editor } from "./editor.js";
import { callTable, costsOfLines, costTable } from "./costs.js";
import { ExerciseCard, withMain } from "./exercise.js";
import { Collected, errorList, findingList, marksOf, marksOfErrors } from "./findings.js";
import { from_fragment, to_fragment } from "./link.js";
import { Options, schedules, smallest, usesHarness } from "./options.js";
import markup from "./page.html";
import { rules } from "./rules.js";
import { kept } from "./storage.js";
import { verdictOf, verdictOfMany } from "./verdict.js";
import { Cancelled, Workers } from "./workers.js";

const linked = "linked"; // what a link has brought, which is no file of the kit
const manyOrders = 24;
const folder = new URL(".", import.meta.url);
const megabytes = (bytes) => (bytes / 1e6).toFixed(0);

class App {
    #made; // the latest program that was compiled: { text, program, files }
    #busy = false;
    #showBusy;

    constructor(root, { files, programs }) {
        this.programs = new Map(programs.map(({ files: [path, ...included], ...program }) =>
            [path, { ...program, path, source: files[path], included: Object.fromEntries(included.map((name) => [name, files[name]])) }]));
        root.innerHTML = markup;
        const find = (selector) => root.querySelector(selector);
        this.bar = find(".pg-bar").elements;
        this.#showBusy = busyButtons({ run: this.bar.run, cancel: this.bar.cancel, others: [this.bar.draw, this.bar.orders] });
        [this.status, this.progress] = find(".pg-status").children;
        this.results = find(".pg-results");
        this.options = new Options(find(".pg-options"));
        this.editor = new Editor({ parent: find(".pg-editor"), change: () => this.#changed(), run: () => this.run() });
        this.exercise = new ExerciseCard(find(".pg-exercise"), { check: (look) => this.#do(() => this.#check(look)) });
        this.workers = new Workers(new URL("worker.js", folder));
        this.#list([...this.programs.values()]);
        find(".pg-bar").addEventListener("submit", (event) => (event.preventDefault(), this.run()));
        find(".pg-options").addEventListener("submit", (event) => (event.preventDefault(), this.run()));
        this.bar.program.addEventListener("change", () => this.open(this.bar.program.value));
        for (const [name, action] of Object.entries({
            cancel: () => this.#cancel(), reset: () => this.#reset(), share: () => this.#share(), save: () => this.#save(),
            orders: () => this.#do(() => this.#tryOrders()), draw: () => this.#do(() => this.#draw()),
        })) this.bar[name].addEventListener("click", action);
    }

    /** What a first visit begins with: a kernel whose barriers can be deleted. */
    get first() {
        const paths = [...this.programs.keys()];
        return paths.find((path) => path.endsWith("hillis_steele_shared.cu")) ?? paths[0];
    }

    #list(programs) {
        const groups = new Map();
        for (const { group, title, path } of programs) {
            if (!groups.has(group)) groups.set(group, html("optgroup", { label: group }));
            groups.get(group).append(new Option(title, path));
        }
        this.bar.program.replaceChildren(...groups.values());
    }

    // --- what is open

    open(path, { source, options = {} } = {}) {
        const program = this.programs.get(path) ?? { path: linked, title: "a program", source: "", included: {} };
        if (source !== undefined) this.#addLinked(program);
        const key = source === undefined ? program.path : linked;
        this.program = { ...program, key };
        if (source !== undefined) kept.keep(linked, source);
        this.starter = program.source;
        this.editor.text = kept.text(key) ?? this.starter;
        this.options.values = options;
        this.bar.program.value = key;
        kept.current = key === linked ? JSON.stringify([linked, program.path]) : key;
        this.exercise.show(this.program);
        this.results.replaceChildren();
        this.#changed();
        this.#say("");
    }

    #addLinked({ title }) {
        this.bar.program.querySelector(`option[value=${linked}]`)?.remove();
        this.bar.program.prepend(new Option(`From a link: ${title}`, linked));
    }

    /** Also when a page was left and is opened again. */
    async begin() {
        try {
            const asked = await from_fragment(location.hash);
            if (asked?.open && !this.programs.has(asked.open)) throw new Error("no such program");
            if (asked?.open) return this.open(asked.open);
            if (asked) return this.open(asked.path, asked);
        } catch {
            this.open(this.first);
            return this.#say("This link leads to no program: a part of it is missing, or it is of another version. Ask for it again.", "bad");
        }
        const before = kept.current;
        if (before?.startsWith("[")) this.open(JSON.parse(before)[1], { source: kept.text(linked) ?? "" });
        else this.open(this.programs.has(before) ? before : this.first);
    }

    #changed() {
        const { text } = this.editor, { key } = this.program;
        const isOwn = text !== this.starter;
        if (isOwn || key === linked) kept.keep(key, text);
        else kept.forget(key);
        this.bar.reset.disabled = !isOwn;
        this.options.suit(text);
    }

    #reset() {
        if (!confirm("Put back the file as it was? Your changes to it are lost.")) return;
        this.editor.text = this.starter;
        this.results.replaceChildren();
        this.#changed();
    }

    async #share() {
        const { text } = this.editor;
        const address = new URL(location.href);
        address.hash = await to_fragment({ path: this.program.path, source: text, options: this.options.values });
        history.replaceState(null, "", address);
        try {
            await navigator.clipboard.writeText(address.href);
            this.#say("The link is copied. It carries the program itself; nothing was sent anywhere.");
        } catch {
            this.#say("The link stands in the address bar: copy it from there. It carries the program itself.");
        }
    }

    #save() {
        const name = this.program.path === linked ? "program.cu" : this.program.path.split("/").pop();
        const link = html("a", { href: URL.createObjectURL(new Blob([this.editor.text], { type: "text/plain" })), download: name });
        link.click();
        URL.revokeObjectURL(link.href);
    }

    // --- what is done

    #say(text, kind = "") {
        this.status.textContent = text;
        this.status.className = kind && `pg-${kind}`;
    }

    /** One thing at a time; whatever goes wrong is said. */
    async #do(action) {
        if (this.#busy) return;
        this.#showBusy(this.#busy = true);
        const begun = performance.now();
        try {
            await action();
        } catch (error) {
            if (error instanceof Cancelled) this.#say(`Stopped after ${((performance.now() - begun) / 1000).toFixed(0)} s. Change the program, or run it again.`);
            else this.#say(`This did not work: ${error.message}`, "bad");
        } finally {
            this.#showBusy(this.#busy = false);
            this.progress.hidden = true;
        }
    }

    /** What is waited for ends at once; the compiler, if it is at work, is kept. */
    #cancel() {
        this.workers.cancel();
        this.#abandon?.(new Cancelled());
    }
    #abandon;
    #orCancelled(promise) {
        return Promise.race([promise, new Promise((_, reject) => (this.#abandon = reject))]);
    }

    async load() {
        let shown = false;
        await this.workers.loadCompiler(({ done, total }) => {
            if (done >= total && !shown) return; // it was here already
            shown = true;
            this.progress.hidden = false;
            Object.assign(this.progress, { max: total, value: done });
            this.#say(`Loading the compiler, which the browser keeps: ${megabytes(done)} of ${megabytes(total)} MB`);
        });
        this.progress.hidden = true;
        if (shown) this.#say(this.#busy ? "Compiling …" : "Ready.");
    }

    /** The program of what the editor has, or nothing if it does not compile. */
    async #compile(how = {}) {
        const { text } = this.editor, file = this.program.path === linked ? "program.cu" : this.program.path;
        const key = JSON.stringify([file, how, text]);
        if (this.#made?.key === key) return this.#made;
        this.#say("Compiling …");
        this.loading ??= this.load();
        await this.#orCancelled(this.loading.catch((error) => { this.loading = undefined; throw error; }));
        this.#say("Compiling …");
        const { exercise, included } = this.program;
        const source = exercise ? withMain(text, exercise) : text;
        const made = await this.#orCancelled(this.workers.compile({ [file]: source, ...included }, how));
        if (made.errors) {
            this.#showErrors(made, file);
            return undefined;
        }
        this.#made = { ...made, key, text, file };
        return this.#made;
    }

    #showErrors({ errors, text }, file) {
        this.editor.mark(marksOfErrors(errors, file, "error"));
        this.#say(errors.length === 1 ? "It does not compile: 1 error." : `It does not compile: ${errors.length || "some"} errors.`, "bad");
        this.results.replaceChildren(
            errorList(errors, { file, goTo: (line) => this.editor.goTo(line) }),
            html("details", { open: errors.length === 0 }, html("summary", {}, "All that the compiler says"), html("pre", {}, text)));
    }

    #run(made, { settings = this.options.settings, args = this.options.arguments(made.text), wants, listen = () => {} }) {
        return this.workers.run(made.program, { arguments: args, settings, files: made.files, wants }, listen);
    }

    run() { return this.#do(() => this.#runOnce()); }

    async #runOnce() {
        const made = await this.#compile();
        if (!made) return;
        this.#say("Running …");
        const output = html("pre", { class: "pg-output", tabindex: "0", "aria-label": "What it printed" });
        this.results.replaceChildren(output);
        const isHarness = usesHarness(made.text);
        let room = 200_000;
        const ran = await this.#run(made, {
            args: [...this.options.arguments(made.text), ...(isHarness ? ["--counters"] : [])],
            wants: [isHarness ? "report" : "counters"],
            listen: ({ text }) => { output.append(text.slice(0, room)); room -= Math.min(room, text.length); },
        });
        this.#showRun(made, ran, output);
    }

    #showRun({ file, warnings = [] }, ran, output) {
        const { text, good } = verdictOf(ran);
        const kernels = ran.report?.kernels ?? ran.counters?.kernels ?? ran.counters ?? [];
        this.#say(text, good ? "good" : "bad");
        this.editor.mark([...marksOf(ran.findings, file), ...marksOfErrors(warnings, file, "warning")]);
        this.editor.showCosts(costsOfLines(kernels, (name) => name?.replace(/^\//, "") === file));
        this.results.replaceChildren(
            findingList(ran.findings, this.#actions(file)),
            ran.report?.cost ? html("section", { class: "pg-cost" }, html("h2", {}, "Cost of a call"), callTable(ran.report)) : "",
            kernels.length ? html("details", {}, html("summary", {}, "Cost of each kernel"), costTable(kernels)) : "",
            html("details", { open: ran.findings.length === 0 }, html("summary", {}, "What it printed"), output,
                ran.truncated ? html("p", { class: "pg-quiet" }, "It printed more than a page can show: the rest is left out.") : ""));
    }

    #actions(file) {
        return {
            file,
            goTo: (line) => this.editor.goTo(line),
            replay: ({ order, schedule }) => {
                this.options.values = { ...this.options.values, order, schedule };
                this.run();
            },
        };
    }

    async #tryOrders() {
        const made = await this.#compile();
        if (!made) return;
        const collected = new Collected(rules);
        let wrong = 0;
        for (let order = 1; order <= manyOrders; ++order) {
            this.#say(`Order ${order} of ${manyOrders} …`);
            const settings = { ...this.options.settings, order: String(order), schedule: schedules[order % schedules.length] };
            const { exitCode, findings } = await this.#run(made, { settings, wants: [] });
            wrong += exitCode === 1;
            await collected.add(findings, settings);
        }
        const { findings } = collected, { text, good } = verdictOfMany(findings, manyOrders, wrong);
        this.#say(text, good ? "good" : "bad");
        this.editor.mark(marksOf(findings, made.file));
        this.results.replaceChildren(findingList(findings, this.#actions(made.file)));
    }

    async #check(look) {
        const made = await this.#compile();
        if (!made) return;
        const collected = new Collected(rules);
        const known = new Map(); // several lines look at the same run
        const run = async ({ n, block, counted }) => {
            const key = [n, block, counted].join();
            if (known.has(key)) return known.get(key);
            this.#say(`Checking ${n} elements in blocks of ${block} …`);
            const ran = await this.#run(made, {
                args: ["--n", n, "--block", block, ...(counted ? ["--case", "random", "--counters"] : [])].map(String), wants: counted ? ["report"] : [],
            });
            await collected.add(ran.findings, this.options.settings);
            known.set(key, ran);
            return ran;
        };
        const { text, good } = await look(run, () => collected.findings.length);
        this.#say(text, good ? "good" : "bad");
        this.editor.mark(marksOf(collected.findings, made.file));
        this.results.replaceChildren(findingList(collected.findings, this.#actions(made.file)));
    }

    /** A small run, recorded: with few lanes per warp if the program can have them, as ./scanlab draw has it. */
    async #draw() {
        const isHarness = usesHarness(this.editor.text), lanes = isHarness ? 4 : 32;
        const made = await this.#compile({ picture: lanes });
        if (!made) return;
        this.#say("Recording …");
        const n = Math.min(Number(this.options.values.n) || smallest, smallest);
        const ran = await this.#run(made, isHarness
            ? { args: ["--n", String(n), "--record", ".recording"], wants: ["recording"] }
            : { wants: ["recording"] });
        if (!ran.recording) return this.#showRun(made, ran, html("pre", { class: "pg-output" }, ran.output));
        this.#say("Drawing …");
        const { draw } = await import(new URL("draw.js", folder));
        const page = await draw(ran.recording, made.files);
        this.#showPicture(page, ran, made.file);
    }

    #showPicture(page, { findings }, file) {
        const { text, good } = findings.length ? verdictOf({ exitCode: 3, findings }) : { text: "Drawn from this run. Step through it with the buttons, or with the arrow keys.", good: true };
        this.#say(text, good ? "good" : "bad");
        this.editor.mark(marksOf(findings, file));
        const frame = pictureFrame(page);
        this.results.replaceChildren(html("div", { class: "pg-picture" }, frame), findingList(findings, this.#actions(file)));
    }
}

export async function mount(root) {
    const app = new App(root, await (await fetch(new URL("programs.json", folder))).json());
    await app.begin();
    app.loading = app.load().catch(() => { app.loading = undefined; }); // said when it is wanted
    return app;
}
