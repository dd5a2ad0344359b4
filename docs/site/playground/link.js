// A link that carries a program: in its fragment, which browsers send to no server.
const through = async (bytes, transform) =>
    new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(transform)).arrayBuffer());

const to_base64 = (bytes) =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const from_base64 = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** "#program=…" of an object of texts and numbers. */
export async function to_fragment(shared) {
    const bytes = new TextEncoder().encode(JSON.stringify(shared));
    return `#program=${to_base64(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

/** What a fragment asks for: { open: path }, or the object that it was made of; nothing if it asks for nothing. */
export async function from_fragment(fragment) {
    const [, name, value] = /^#(open|program)=(.+)$/.exec(fragment) ?? [];
    if (name === "open") return { open: decodeURIComponent(value) };
    if (name !== "program") return undefined;
    const text = new TextDecoder().decode(await through(from_base64(value), new DecompressionStream("deflate-raw")));
    const { path, source, options } = JSON.parse(text);
    if (typeof source !== "string") throw new Error("there is no program in it");
    return { path: String(path ?? ""), source, options: options ?? {} };
}
