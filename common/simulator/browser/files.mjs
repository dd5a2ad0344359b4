// Trees of files in memory: { folder: { file: Uint8Array or text } }, as the compiler takes and gives them.

/// The tree with a file at this path, whose folders are made.
export function put(tree, path, contents) {
    const names = path.split('/').filter(Boolean);
    const last = names.pop();
    let folder = tree;
    for (const name of names) folder = folder[name] ??= {};
    folder[last] = contents;
    return tree;
}

export function get(tree, path) {
    let found = tree;
    for (const name of path.split('/').filter(Boolean)) found = found?.[name];
    return found;
}

/// One tree of several; where they have the same file, the last one's.
export function merged(...trees) {
    const all = {};
    for (const tree of trees)
        for (const [name, entry] of Object.entries(tree))
            all[name] = isFolder(entry) && isFolder(all[name]) ? merged(all[name], entry) : entry;
    return all;
}

export const isFolder = (entry) => typeof entry === 'object' && !(entry instanceof Uint8Array);
export const asBytes = (contents) => (typeof contents === 'string' ? new TextEncoder().encode(contents) : contents);
export const asText = (contents) => (typeof contents === 'string' ? contents : new TextDecoder().decode(contents));
