// The small panel of a lesson's page: its kernel, compiled beforehand, as it is and without one of its barriers.
import { callTable } from "./costs.js";
import { busyButtons, html, pictureFrame } from "./dom.js";
import { findingList } from "./findings.js";
import { Options, smallest } from "./options.js";
import markup from "./panel.html";
import { script, unpacked } from "./unpacked.js";
import { verdictOf } from "./verdict.js";
import { Cancelled, Workers } from "./workers.js";

const drawing = script("draw.js");
const folder = new URL(".", import.meta.url);
const known = new Map();

const prebuilt = (name) => unpacked(`../prebuilt/${name}`);
async function program(name) {
    if (!known.has(name)) known.set(name, await prebuilt(`${name}.wasm`));
    return known.get(name);
}

class Panel {
    #busy = false;
    #showBusy;

    constructor(root, lesson) {
        root.innerHTML = markup;
        this.lesson = lesson;
        this.form = root.querySelector("form");
        this.status = root.querySelector("[role=status]");
        this.results = root.querySelector(".pg-results");
        this.options = new Options(this.form);
        this.options.suit(lesson.variants[0].source);
        this.workers = new Workers(new URL("worker.js", folder));
        const { variant, run, cancel, draw } = this.form.elements;
        variant.append(...lesson.variants.map(({ title }, i) => new Option(title, i)));
        variant.closest("label").hidden = lesson.variants.length === 1;
        root.querySelector(".pg-open").href = new URL(`../docs/playground.html#open=${lesson.path}`, folder);
        this.#showBusy = busyButtons({ run, cancel, others: [draw] });
        this.form.addEventListener("submit", (event) => (event.preventDefault(), this.run()));
        cancel.addEventListener("click", () => this.workers.cancel());
        draw.addEventListener("click", () => this.#do(() => this.#draw()));
        variant.addEventListener("change", () => this.#offerPicture());
        this.#offerPicture();
    }

    #say(text, kind = "") {
        this.status.textContent = text;
        this.status.className = kind && `pg-${kind}`;
    }

    get #variant() { return this.lesson.variants[this.form.elements.variant.value]; }

    #offerPicture() { this.form.elements.draw.hidden = !this.#variant.picture; }

    run() { return this.#do(() => this.#run()); }

    async #do(action) {
        if (this.#busy) return;
        this.#showBusy(this.#busy = true);
        this.#say("Running …");
        try {
            await action();
        } catch (error) {
            this.#say(error instanceof Cancelled ? "Stopped." : `This did not work: ${error.message}`, "bad");
        }
        this.#showBusy(this.#busy = false);
    }

    async #run() {
        const { name, source } = this.#variant;
        this.#show(await this.workers.run(await this.workers.orCancelled(program(name)), {
            arguments: [...this.options.arguments(source), "--counters"], settings: this.options.settings, wants: ["report"],
        }));
    }

    #show(ran, picture = "") {
        const { source } = this.#variant, { text, good } = verdictOf(ran);
        this.#say(text, good ? "good" : "bad");
        this.results.replaceChildren(
            picture,
            findingList(ran.findings, { file: this.lesson.path, goTo: (line) => this.#showLine(source, line) }),
            ran.report?.cost ? callTable(ran.report) : "",
            html("details", {}, html("summary", {}, "What it printed"), html("pre", { class: "pg-output" }, ran.output)));
    }

    /** A small run with four lanes per warp, as ./scanlab draw has it. */
    async #draw() {
        const { picture, source } = this.#variant, { files, path } = this.lesson;
        const ran = await this.workers.run(await this.workers.orCancelled(program(picture)), {
            arguments: ["--n", String(smallest), "--record", ".recording"], settings: this.options.settings, wants: ["recording"],
        });
        if (!ran.recording) return this.#show(ran);
        this.#say("Drawing …");
        const { draw } = await this.workers.orCancelled(drawing());
        const page = await this.workers.orCancelled(draw(ran.recording, { ...files, [path]: source }));
        this.#show(ran, html("div", { class: "pg-picture" }, pictureFrame(page)));
    }

    /** The line, between two of its neighbours on either side, below the findings. */
    #showLine(source, line) {
        this.results.querySelector(".pg-excerpt")?.remove();
        const lines = source.split("\n");
        this.results.querySelector(".pg-findings").after(html("pre", { class: "pg-excerpt", tabindex: "-1" }, ...lines.slice(Math.max(0, line - 3), line + 2).map((text, i) => {
            const number = Math.max(1, line - 2) + i;
            return html(number === line ? "mark" : "span", {}, `${String(number).padStart(3)}  ${text}\n`);
        })));
        this.results.querySelector(".pg-excerpt").focus();
    }
}

export async function mount(root, lesson) {
    return new Panel(root, JSON.parse(new TextDecoder().decode(await prebuilt(`${lesson}.json`))));
}
