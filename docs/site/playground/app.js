// The playground's page: what is open, and what becomes of it.
import { ask, busyButtons, chooseFile, count, download, html, pictureFrame } from "./dom.js";
import { Editor } from "./editor.js";
import { callTable, costsOfLines, costTable } from "./costs.js";
import { ExerciseCard, withMain } from "./exercise.js";
import { Collected, errorList, findingList, marksOf, marksOfErrors, sameFile } from "./findings.js";
import { from_fragment, to_fragment } from "./link.js";
import { Options, schedules, smallest, usesHarness } from "./options.js";
import markup from "./page.html";
import { rules } from "./rules.js";
import { isOwn, kept } from "./storage.js";
import { script } from "./unpacked.js";
import { verdictOf, verdictOfMany } from "./verdict.js";
import { chooseVersion } from "./versions.js";
import { nameOfZip, workOf, zipOf } from "./work_file.js";
import { Cancelled, Workers } from "./workers.js";

const newProgram = `#include <cstdio>

__global__ void kernel(int* values) {
    values[threadIdx.x] = threadIdx.x;
}

int main() {
    constexpr int n = 32;
    int* values;
    cudaMalloc(&values, n * sizeof *values);
    kernel<<<1, n>>>(values);
    int results[n];
    cudaMemcpy(results, values, sizeof results, cudaMemcpyDeviceToHost);
    for (int result : results) std::printf("%d ", result);
    std::printf("\\n");
    cudaFree(values);
}
`;
const problems = {
    full: "This browser has no more room for what you change. Save the program as a file, or all of your work, before you leave.",
    refused: "This browser keeps nothing of this page. Save the program as a file before you leave.",
    damaged: "Something that this browser had kept is damaged. It is put aside, and comes along when you save all of your work.",
};
const manyOrders = 24;
const compiling = "Compiling …";
const drawing = script("draw.js");
const folder = new URL(".", import.meta.url);
const megabytes = (bytes) => (bytes / 1e6).toFixed(0);

class App {
    #made; // the latest program that was compiled: { text, program, files }
    #busy = false;
    #showBusy;
    #isKept = true;
    #mirrors = false; // whether the editor is getting what another tab wrote
    #seen; // what the browser had of the open program when this tab last looked

    constructor(root, { files, programs }) {
        this.root = root;
        this.programs = new Map(programs.map(({ files: [path, ...included], ...program }) =>
            [path, { ...program, path, source: files[path], included: Object.fromEntries(included.map((name) => [name, files[name]])) }]));
        root.innerHTML = markup;
        const find = (selector) => root.querySelector(selector);
        this.bar = find(".pg-bar").elements;
        this.#showBusy = busyButtons({ run: this.bar.run, cancel: this.bar.cancel, others: [this.bar.draw, this.bar.orders] });
        [this.status, this.progress] = find(".pg-status").children;
        this.notice = find(".pg-notice");
        this.results = find(".pg-results");
        this.options = new Options(find(".pg-options"));
        this.editor = new Editor({ parent: find(".pg-editor"), change: () => this.#changed(), run: () => this.run() });
        this.exercise = new ExerciseCard(find(".pg-exercise"), { check: (look) => this.#do(() => this.#check(look)) });
        this.workers = new Workers(new URL("worker.js", folder));
        find(".pg-bar").addEventListener("submit", (event) => (event.preventDefault(), this.run()));
        find(".pg-options").addEventListener("submit", (event) => (event.preventDefault(), this.run()));
        this.bar.program.addEventListener("change", () => this.open(this.bar.program.value));
        for (const [name, action] of Object.entries({
            cancel: () => this.workers.cancel(), reset: () => this.#reset(), share: () => this.#share(), save: () => this.#save(),
            orders: () => this.#do(() => this.#tryOrders()), draw: () => this.#do(() => this.#draw()),
            begin: () => this.#begin(), load: async () => this.#openFile(await chooseFile(".cu,.cuh,.cpp,.txt,.zip")), remove: () => this.#remove(),
            versions: () => this.#versions(), export: () => this.#export(),
        })) this.bar[name].addEventListener("click", () => (this.#closeMenu(), action()));
        addEventListener("hashchange", () => this.begin());
        addEventListener("storage", ({ key }) => this.program && key === kept.nameOf(this.program.key) && this.#takeOver());
        root.addEventListener("dragover", (event) => event.preventDefault());
        root.addEventListener("drop", (event) => (event.preventDefault(), this.#openFile(event.dataTransfer.files[0])));
        addEventListener("beforeprint", () => root.append(html("pre", { class: "pg-print" }, this.editor.text)));
        addEventListener("afterprint", () => find(".pg-print")?.remove());
        addEventListener("beforeunload", (event) => { if (!this.#isKept) event.preventDefault(); });
        kept.told = (problem) => this.#note(problems[problem]);
    }

    /** What a first visit begins with: a kernel whose barriers can be deleted. */
    get first() {
        const paths = [...this.programs.keys()];
        return paths.find((path) => path.endsWith("hillis_steele_shared.cu")) ?? paths[0];
    }

    /** The choice of programs: one's own, then those of the kit, where a dot stands at those that were changed. */
    #list() {
        const groups = new Map();
        const own = kept.owns.map(({ key, title }) => ({ group: "Yours", title, path: key }));
        for (const { group, title, path } of [...own, ...this.programs.values()]) {
            if (!groups.has(group)) groups.set(group, html("optgroup", { label: group }));
            groups.get(group).append(new Option(!isOwn(path) && kept.text(path) !== undefined ? `${title} •` : title, path));
        }
        this.bar.program.replaceChildren(...groups.values());
        this.bar.program.value = this.program?.key;
    }

    // --- what is open

    #exists(key) { return this.programs.has(key) || kept.own(key) !== undefined; }

    /** A program of the kit by its path, or one's own by its key. */
    open(key, { options = {} } = {}) {
        const own = kept.own(key);
        this.#show(own ? this.#ofOwn(own) : { ...this.programs.get(key), key }, options);
        kept.current = key;
        history.replaceState(null, "", own ? location.pathname + location.search : `#open=${encodeURIComponent(key)}`); // what a reload opens
    }

    /** A program that began as `starter`, which may be a changed file of the kit, and then finds what that includes. */
    #ofOwn({ key, title, path, starter }) {
        return { path: /^[\w-]+\.cu$/.test(title) ? title : "program.cu", included: {}, ...this.programs.get(path), title, key, source: starter };
    }

    #show(program, options) {
        this.program = program;
        this.#seen = kept.text(program.key);
        this.editor.text = this.#seen ?? program.source;
        this.options.values = options;
        this.exercise.show(program);
        this.results.replaceChildren();
        this.bar.remove.disabled = !isOwn(program.key);
        this.#changed();
        this.#list();
        this.#say("");
    }

    /** Also when a page was left and is opened again. */
    async begin() {
        const { current } = kept, last = this.#exists(current) ? current : this.first;
        try {
            const asked = await from_fragment(location.hash);
            if (asked?.open && !this.programs.has(asked.open)) throw new Error("no such program");
            if (asked && !asked.open) await this.#openLinked(asked);
            else this.open(asked?.open ?? last);
        } catch {
            this.open(last);
            this.#say("This link leads to no program: a part of it is missing, or it is of another version. Ask for it again.", "bad");
        }
    }

    /** What a link has brought is a program of one's own from then on. */
    async #openLinked({ path, source, options }) {
        const own = this.#openOwn({ title: `From a link: ${this.programs.get(path)?.title ?? "a program"}`, path, starter: source }, options);
        if (!own || kept.text(own.key) === undefined) return;
        if (await ask("You have changed this program since you opened its link.", { mine: "Go on with yours", link: "Take it as the link has it" }) === "link") this.#replace(source);
    }

    /** Of files that are opened or dropped here. */
    async #openFile(file) {
        if (!file) return;
        if (file.size > 20e6) return this.#say(`${file.name} is too large for a program.`, "bad");
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (file.name.endsWith(".zip")) return this.#import(bytes, file.name);
        this.#openNew(file.name, new TextDecoder().decode(bytes));
    }

    #begin() {
        const titles = new Set(kept.owns.map(({ title }) => title));
        let title = "program.cu";
        for (let number = 2; titles.has(title); ++number) title = `program_${number}.cu`;
        this.#openNew(title, newProgram);
    }

    #openNew(title, starter) { this.#openOwn({ title, path: "", starter }); }

    /** Opens the program of one's own that began like this, and returns it. Where nothing is kept, it is on the page alone, and a link's in the address. */
    #openOwn(begun, options = {}) {
        const own = kept.ownThat(begun);
        if (own) this.open(own.key, { options });
        else this.#show(this.#ofOwn({ key: "own:0", ...begun }), options);
        return own;
    }

    async #remove() {
        const { key, title } = this.program;
        if (await ask(`Delete "${title}" and its versions from this browser?`, { yes: "Delete it", no: "Keep it" }) !== "yes") return;
        kept.remove(key);
        this.open(this.first);
    }

    #changed() {
        const { text } = this.editor, { source } = this.program;
        if (!this.#mirrors) this.#keep(text);
        this.bar.reset.disabled = text === source;
        this.options.suit(text);
    }

    #keep(text) {
        const { key, source } = this.program;
        if (kept.text(key) !== this.#seen) {
            kept.addVersion(key, kept.text(key) ?? source);
            this.#note("Another tab has changed this program, too. Its text is among the versions.");
        }
        const wasChanged = this.#seen !== undefined;
        if (text === source) kept.forget(key);
        this.#isKept = text === source || kept.keep(key, text);
        this.#seen = kept.text(key);
        if (wasChanged !== (this.#seen !== undefined)) this.#list();
    }

    /** What another tab has made of the open program. It is not kept again, since the other tab may have gone on. */
    #takeOver() {
        const { key, source } = this.program, text = kept.text(key) ?? source;
        this.#seen = kept.text(key);
        if (text === this.editor.text) return;
        this.#mirrors = true;
        this.editor.replace(text);
        this.#mirrors = false;
    }

    // --- versions

    #keepVersion() {
        if (this.editor.text !== this.program.source) kept.addVersion(this.program.key, this.editor.text);
    }

    /** What was there is among the versions then. */
    #replace(text) {
        this.#keepVersion();
        this.editor.replace(text);
        this.results.replaceChildren();
    }

    async #reset() {
        const how = { yes: "Start over", no: "Go on" };
        if (await ask("Put back the program as it was opened? Your text stays among its versions.", how) === "yes") this.#replace(this.program.source);
    }

    async #versions() {
        const { key, source } = this.program;
        const chosen = await chooseVersion(this.root, [...kept.versions(key), { title: "As it was opened", text: source }], this.editor.text);
        if (chosen !== undefined) this.#replace(chosen);
    }

    // --- files and links

    async #share() {
        const { text } = this.editor;
        const address = new URL(location.href);
        address.hash = await to_fragment({ path: this.programs.has(this.program.path) ? this.program.path : "", source: text, options: this.options.values });
        try {
            await navigator.clipboard.writeText(address.href);
            this.#say("The link is copied. It carries the program itself; nothing was sent anywhere.");
        } catch {
            this.#say("Copy the link from here. It carries the program itself.");
            const field = html("input", { value: address.href, readonly: true, "aria-label": "The link" });
            this.results.replaceChildren(html("p", {}, field));
            field.select();
        }
    }

    #save() { download(this.program.path.split("/").pop(), this.editor.text, "text/plain"); }

    #export() { download(nameOfZip(), zipOf(kept.export()), "application/zip"); }

    #import(bytes, name) {
        try {
            const work = workOf(bytes);
            const number = kept.import(work);
            this.open(this.#exists(this.program.key) ? this.program.key : this.first);
            this.#say(`${count(number, "program")} of ${name} came back. Where yours differed, your text is among the versions.`);
        } catch (error) {
            this.#say(`${name} cannot be opened: ${error.message}.`, "bad");
        }
    }

    // --- what is done

    #closeMenu() { this.root.querySelector(".pg-menu").open = false; }

    /** Stays until it is closed. */
    #note(text) {
        this.notice.hidden = false;
        this.notice.replaceChildren(text, " ", html("button", { type: "button", click: () => { this.notice.hidden = true; } }, "Close"));
    }

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

    /** The compiler. Says how far it is, if it has to be fetched and nothing else has been said meanwhile. */
    async load() {
        let shown = false, said = "";
        const say = (text) => { if (["", compiling, said].includes(this.status.textContent)) this.#say(said = text); };
        await this.workers.loadCompiler(({ done, total }) => {
            if (done >= total && !shown) return; // it was here already
            shown = true;
            this.progress.hidden = false;
            Object.assign(this.progress, { max: total, value: done });
            say(`Loading the compiler, which the browser keeps: ${megabytes(done)} of ${megabytes(total)} MB`);
        });
        this.progress.hidden = true;
        if (shown) say(this.#busy ? compiling : "Ready.");
    }

    /** The program of what the editor has, or nothing if it does not compile. */
    async #compile(how = {}) {
        this.#keepVersion();
        const { text } = this.editor, { path: file } = this.program;
        const key = JSON.stringify([file, how, text]);
        if (this.#made?.key === key) return this.#made;
        this.#say(compiling);
        await this.workers.orCancelled(this.load());
        this.#say(compiling);
        const { exercise, included } = this.program;
        const source = exercise ? withMain(text, exercise) : text;
        const made = await this.workers.compile({ [file]: source, ...included }, how);
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
        const { text, good } = verdictOf(ran), [first] = ran.findings;
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
        if (!first) return;
        if (sameFile(first.file, file)) this.editor.show(first.line);
        this.results.firstElementChild.firstElementChild.scrollIntoView({ block: "nearest" });
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
            await this.workers.orCancelled(collected.add(findings, settings));
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
            await this.workers.orCancelled(collected.add(ran.findings, this.options.settings));
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
        const { draw } = await this.workers.orCancelled(drawing());
        const page = await this.workers.orCancelled(draw(ran.recording, made.files));
        this.#showPicture(page, ran, made.file);
    }

    #showPicture(page, { findings }, file) {
        const { text, good } = findings.length ? verdictOf({ exitCode: 3, findings }) : { text: "Drawn from this run. Step through it with the buttons, or with the arrow keys.", good: true };
        this.#say(text, good ? "good" : "bad");
        this.editor.mark(marksOf(findings, file));
        const frame = pictureFrame(page);
        this.results.replaceChildren(html("div", { class: "pg-picture" }, frame), findingList(findings, this.#actions(file)));
        this.results.scrollIntoView({ block: "start" }); // it stands below the editor
    }
}

export async function mount(root) {
    const app = new App(root, await (await fetch(new URL("programs.json", folder))).json());
    await app.begin();
    if (!navigator.connection?.saveData) app.load().catch(() => {}); // said when it is wanted
    return app;
}
