// Work that takes long, in several threads of Node.
import os from 'node:os';
import { Worker } from 'node:worker_threads';

const most = Math.min(os.availableParallelism(), 4); // each has a compiler, which takes up to 1 GB

/// Threads that run a script, which answers each message by one. They get what `data()` gives.
export class Pool {
    #waiting = [];
    #idle = [];
    #threads = [];

    constructor(script, data) {
        Object.assign(this, { script, data });
    }

    /// A promise of the answer.
    ask(message) {
        return new Promise((resolve, reject) => {
            this.#waiting.push({ message, resolve, reject });
            this.#begin();
        });
    }

    close() {
        return Promise.all(this.#threads.map((thread) => thread.terminate()));
    }

    #begin() {
        for (let thread; this.#waiting.length > 0 && (thread = this.#idle.pop() ?? this.#start());) {
            thread.task = this.#waiting.shift();
            thread.postMessage(thread.task.message);
        }
    }

    #start() {
        if (this.#threads.length === most) return null;
        this.workerData ??= this.data();
        const thread = new Worker(this.script, { workerData: this.workerData });
        thread.on('error', (error) => thread.task.reject(error)).on('message', (answer) => {
            thread.task.resolve(answer);
            this.#idle.push(thread);
            this.#begin();
        });
        this.#threads.push(thread);
        return thread;
    }
}
