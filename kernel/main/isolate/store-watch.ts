/** Told by the store when a call begins and when it is over. */
export interface CallWatch {
  running(): void;
  waiting(): void;
}

/** The program of the watching thread, and what it shares with the store's own. */
export interface WatchSource {
  readonly code: string;
  readonly data: { readonly cells: SharedArrayBuffer; readonly callMs: number };
}

const call = 0;
const asleep = 1;

/**
 * Ends the process when one call runs longer than `callMs`: SQLite keeps its own thread busy then, so another must do it.
 * The watching thread sleeps for good while no call is made.
 */
export function watchCalls(callMs: number, start: (source: WatchSource) => unknown): CallWatch {
  const cells = new SharedArrayBuffer(8);
  const state = new Int32Array(cells);
  start({ code: `(${String(watchingThread)})()`, data: { cells, callMs } });
  return {
    running() {
      Atomics.add(state, call, 1 + (state[call]! % 2));
      if (Atomics.load(state, asleep) === 1) Atomics.notify(state, call);
    },
    waiting() {
      Atomics.add(state, call, state[call]! % 2);
    },
  };
}

// Runs as text in a thread of its own, so it names everything it needs.
function watchingThread(): void {
  const { writeSync } = process.getBuiltinModule('node:fs');
  const { workerData } = process.getBuiltinModule('node:worker_threads');
  const state = new Int32Array(workerData.cells);
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const seen = Atomics.load(state, 0);
    if (seen % 2 === 0) {
      Atomics.store(state, 1, 1);
      Atomics.wait(state, 0, seen);
      Atomics.store(state, 1, 0);
    } else {
      Atomics.wait(never, 0, 0, workerData.callMs);
      if (Atomics.load(state, 0) !== seen) continue;
      writeSync(1, '{"slow":true}\n');
      process.kill(process.pid, 'SIGKILL');
    }
  }
}
