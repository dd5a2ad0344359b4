/// A function that promises what `load` promises, and calls it again only if that failed: the next time there may be a network.
export function once(load) {
    let loaded;
    return (...args) => loaded ??= load(...args).catch((error) => {
        loaded = undefined;
        throw error;
    });
}
