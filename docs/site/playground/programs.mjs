// The programs that the playground offers: lessons, warm-ups, exercises and the planted bugs, with what they include.
import fs from "node:fs";
import path from "node:path";

const read = (root, name) => fs.readFileSync(path.join(root, name), "utf8");
const folder = (root, name) => (fs.existsSync(path.join(root, name)) ? fs.readdirSync(path.join(root, name)).sort() : []);

/** Puts a program into `files`, and all files of the kit that it includes by a path of its own. Returns their names. */
function with_includes(root, name, files, names = []) {
    if (names.includes(name) || !fs.existsSync(path.join(root, name))) return names;
    names.push(name);
    files[name] = read(root, name);
    for (const [, included] of files[name].matchAll(/^\s*#\s*include\s*"([^"]+)"/gm))
        with_includes(root, path.posix.join(path.posix.dirname(name), included), files, names);
    return names;
}

const escaped = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** What hints are written with. */
const html_of = (markdown) => markdown.trim().split(/\n\s*\n/).map((paragraph) =>
    paragraph.startsWith("```")
        ? `<pre><code>${escaped(paragraph.replace(/^```.*\n|\n```$/g, ""))}</code></pre>`
        : `<p>${escaped(paragraph)
            .replace(/`([^`]+)`/g, "<code>$1</code>")
            .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
            .replace(/\*\*?([^*]+)\*\*?/g, "<em>$1</em>")}</p>`).join("");

/** The hints of an exercise, from its page: [{ title, html }]. */
function hints_of(page, exercise) {
    const section = page.split(/^## /m).find((part) => part.startsWith(`${exercise}:`)) ?? "";
    const hints = section.split(/^### Hint .*$/m).slice(1).join(""); // before them, a solution's picture may be folded, too
    return [...hints.matchAll(/<details><summary>(.*?)<\/summary>\n([\s\S]*?)<\/details>/g)]
        .map(([, title, body]) => ({ title: html_of(title).replace(/^<p>|<\/p>$/g, ""), html: html_of(body) }));
}

const is_visible = ({ visibility = "visible" }) => visibility === "visible";

/** What ./scanlab check counts, of those lines that students may see. */
function rubric_of(rubric, exercise) {
    return [...rubric.every, ...(rubric.exercises[exercise] ?? [])].filter((line) => is_visible(line) && line.kind !== "time");
}

const two_digits = (number) => String(number).padStart(2, "0");

/** { files: their texts by name, programs: [{ group, title, files: the program and what it includes, exercise }] } */
export function programs(root) {
    const all = [], files = {};
    const catalogue = Object.fromEntries(
        JSON.parse(read(root, "common/grading/exercises/exercises.json")).map((entry) => [entry.name, entry]));
    const rubric = JSON.parse(read(root, "common/grading/exercises/rubric.json"));
    for (const lesson of folder(root, "lessons").filter((name) => /^\d\d_/.test(name))) {
        const at = `lessons/${lesson}`, main = `${lesson.slice(3)}.cu`;
        const title = /^# Lesson (.*)$/m.exec(read(root, `${at}/README.md`))?.[1].replaceAll("`", "") ?? lesson;
        for (const name of folder(root, at).filter((file) => file.endsWith(".cu"))) {
            const program = { files: with_includes(root, `${at}/${name}`, files) };
            const exercise = catalogue[name.replace(/_exercise\.cu$/, "")];
            if (name === main) all.push({ ...program, group: "Lessons", title });
            else if (exercise?.kind === "warm-up" && !exercise.runs)
                all.push({ ...program, group: "Warm-ups", title: `${two_digits(exercise.number)}: ${exercise.title}`, exercise });
            else if (exercise && !exercise.runs)
                all.push({
                    ...program, group: "Exercises", title: `${two_digits(exercise.number)}: ${exercise.title}`,
                    exercise: {
                        ...exercise,
                        hints: hints_of(read(root, `${at}/exercises.md`), exercise.name),
                        rubric: rubric_of(rubric, exercise.name),
                    },
                });
            else {
                const [, plain, own] = /^(.*?)(_exercise)?\.cu$/.exec(name); // a program of its own
                all.push({ ...program, group: own ? "Exercises" : "Lessons", title: `${lesson.slice(0, 2)}: ${plain.replaceAll("_", " ")}` });
            }
        }
    }
    for (const name of folder(root, "tests/simulator/planted_bugs").filter((file) => file.endsWith(".cu"))) {
        const title = name.replace(/\.cu$/, "").replaceAll("_", " ");
        all.push({ files: with_includes(root, `tests/simulator/planted_bugs/${name}`, files), group: "Planted bugs", title });
    }
    const order = ["Lessons", "Warm-ups", "Exercises", "Planted bugs"];
    return { files, programs: all.sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group)) };
}

/** A lesson's source as it is, and without its first, its second … barrier: [{ title, source }]. Lines keep their numbers. */
export function variantsOf(source) {
    const barrier = "__syncthreads();";
    const variants = [{ title: "as it is", source }];
    for (let at = source.indexOf(barrier); at >= 0; at = source.indexOf(barrier, at + 1)) {
        const before = source.slice(0, at), after = source.slice(at + barrier.length);
        const why = /^ *\/\/ *(.*)/.exec(after)?.[1];
        variants.push({ title: `without the barrier in line ${before.split("\n").length}${why ? `: ${why}` : ""}`, source: before + after });
    }
    return variants;
}
