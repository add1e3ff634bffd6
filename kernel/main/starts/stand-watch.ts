import { startThread, type Thread } from '../../children/threads.ts';

/** How long the kernel may stand still before that is noted. No work of the kernel's own takes a tenth of it. */
export const defaultStillMs = 10_000;
const looks = 10;

/** Runs in a thread: counts how often it looked without the kernel having turned meanwhile, which a sleeping machine does not change. */
const program = `
const { appendFileSync } = require('node:fs');
const { turns, file, line, everyMs, looks } = require('node:worker_threads').workerData;
let seen = -1;
let same = 0;
setInterval(() => {
  const now = Atomics.load(turns, 0);
  same = now === seen ? same + 1 : 0;
  seen = now;
  if (same !== looks) return;
  try {
    appendFileSync(file, line);
  } catch {}
}, everyMs);
`;

/** Has a line added to a file when this process stands still: it cannot do so itself then. */
export class StandWatch {
  readonly #thread: Thread;
  readonly #beat: NodeJS.Timeout;

  constructor(file: string, line: string, stillMs: number) {
    const turns = new Int32Array(new SharedArrayBuffer(4));
    const everyMs = stillMs / looks;
    // Where it cannot run, a start is judged by less; that is no reason to fail.
    this.#thread = startThread(program, {
      workerData: { turns, file, line, everyMs, looks },
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
    });
    this.#beat = setInterval(() => Atomics.add(turns, 0, 1), everyMs / 2);
    this.#beat.unref();
  }

  async end(): Promise<void> {
    clearInterval(this.#beat);
    await this.#thread.end();
  }
}
