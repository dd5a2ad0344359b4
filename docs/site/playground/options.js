// What a run is given: the form below the editor, and what it comes to.

/** As the simulator's settings name them (common/simulator/include/scanlab_sim/settings.hpp). */
export const schedules = ["random", "round-robin", "reversed", "last-block-first", "one-warp-first", "preempt-anywhere"];
export const smallest = 16; // elements in a picture
const blocks = [32, 64, 128, 256, 512, 1024];

/** Whether the lessons' harness runs it; else it has a main of its own. */
export const usesHarness = (source) => /^\s*#\s*include\s*<scanlab\/(lesson|exercise)\.hpp>/m.test(source);

/** Words, as a shell would take them apart: "--n 8 'two words'". */
export const words = (text) =>
    [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain);

export class Options {
    constructor(form) {
        this.form = form;
        form.elements.schedule.append(...schedules.map((name) => new Option(name)));
        form.elements.block.append(...blocks.map((block) => new Option(block)));
    }

    get values() { return Object.fromEntries([...this.form.elements].map(({ name, value }) => [name, value])); }
    set values(values) {
        this.form.reset();
        for (const [name, value] of Object.entries(values)) {
            const field = this.form.elements.namedItem(name);
            if (field) field.value = value;
        }
    }

    /** Shows those that a program of this kind has. */
    suit(source) {
        const kind = usesHarness(source) ? "harness" : "main";
        for (const label of this.form.querySelectorAll("[data-for]")) label.hidden = label.dataset.for !== kind;
    }

    arguments(source) {
        const values = this.values;
        if (!usesHarness(source)) return words(values.arguments);
        return ["n", "block", "case", "seed"].flatMap((name) => (values[name].trim() === "" ? [] : [`--${name}`, values[name].trim()]));
    }

    get settings() {
        const { order, schedule, timeout } = this.values;
        return { order: order.trim() || "1", schedule, timeout: timeout.trim() || "20" };
    }
}
