// All of one's work as a file: a zip with the programs as they are, their versions, and work.json, which brings them back.
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { isOwn } from "./storage.js";

const timeOf = (at) => new Date(at).toISOString().slice(0, 19).replaceAll(":", "");
export const nameOfZip = () => `scanlab_${timeOf(Date.now()).slice(0, 10)}.zip`;

/** The path of a program in the file; names of one's own programs are not always those of files. */
const pathOf = ({ key, title }) => (isOwn(key) ? `yours/${key.replace(/\D/g, "")}_${title.replace(/[^\w.-]+/g, "_").replace(/(\.cu)?$/, ".cu")}` : key);

/** The bytes of a zip, of what Kept.export() gave. */
export function zipOf(work) {
    const files = { "work.json": JSON.stringify(work, null, 1) };
    for (const program of work.programs) {
        const path = pathOf(program);
        files[path] = program.text ?? program.starter ?? "";
        for (const { at, text } of program.versions) files[`versions/${path}/${timeOf(at)}.cu`] = text;
    }
    return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

/** What Kept.import() takes, of a zip's bytes. */
export function workOf(bytes) {
    let work;
    try {
        work = unzipSync(bytes, { filter: ({ name }) => name === "work.json" })["work.json"];
    } catch {
        throw new Error("it is no zip, or a part of it is missing");
    }
    if (!work) throw new Error("it has no work.json, which Save all of your work writes");
    return JSON.parse(strFromU8(work));
}
