// What this browser keeps: programs that were changed, what is open, and which exercises are solved.
const prefix = "scanlab.playground.";

function read(name) {
    try {
        return localStorage.getItem(prefix + name);
    } catch {
        return null; // it may be forbidden: then nothing is kept
    }
}
function write(name, text) {
    try {
        if (text === undefined) localStorage.removeItem(prefix + name);
        else localStorage.setItem(prefix + name, text);
    } catch {
        // neither is there room for everything
    }
}

export const kept = {
    get current() { return read("current"); },
    set current(path) { write("current", path); },
    text: (path) => read(`text.${path}`),
    keep: (path, text) => write(`text.${path}`, text),
    forget: (path) => write(`text.${path}`),
    solved: () => new Set(JSON.parse(read("solved") ?? "[]")),
    solve: (name) => write("solved", JSON.stringify([...kept.solved().add(name)].sort())),
};
