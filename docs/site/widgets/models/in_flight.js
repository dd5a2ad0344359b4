// Little's law: what a memory delivers per second is what is in flight, over the time that it is on its way.
(globalThis.scanlabWidgets ??= {}).inFlight = (() => {
    // An NVIDIA H200. A copy writes as much as it reads, so that reading gets half of the memory's speed.
    const machine = { multiprocessors: 132, threads: 2048, peak: 4814.304 }; // GB/s: docs/results/h200/bench.csv

    // Kernels that copy 2^28 ints: docs/results/h200/ncu_copies.csv. `bytes` is what a thread loads at a time.
    const copies = [
        { name: "copy_of_one", title: "one int per thread", bytes: 4, warpsActive: 70.67, us: 788.26 },
        { name: "copy_of_four", title: "an int4 per thread", bytes: 16, warpsActive: 77.89, us: 500.32 },
        { name: "copy_of_one_17_barriers", title: "one int, and 17 barriers", bytes: 4, warpsActive: 85.17, us: 1130 },
    ];
    const copied = 4 * 2 ** 28;

    /** GB/s that were read in a measured copy. */
    const measured = ({ us }) => copied / us / 1e3;
    /** Bytes in flight at most, if this share of the places for threads is taken. */
    const atMost = ({ share, loads = 1, bytes }) => machine.multiprocessors * machine.threads * share * loads * bytes;
    /** GB/s that this many bytes in flight can read, of a load that takes `latency` nanoseconds. */
    const bandwidth = (bytes, latency) => Math.min(bytes / latency, machine.peak / 2);

    return { machine, copies, measured, atMost, bandwidth };
})();
