import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What the writer had said before it died. */
export interface Killed {
  /** The last number it acknowledged; undefined when it was killed before the first. */
  readonly acknowledged: number | undefined;
  /** What it wrote to its error output: an own failure, not ours. */
  readonly complaint: string;
}

/** A sequence of numbers from 0 to 1 that a seed repeats. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Starts the writer and kills it, with no chance to clean up, `afterMs` after it acknowledged `acknowledgements` writes. */
export function killWriter(kind: string, folder: string, acknowledgements: number, afterMs: number): Promise<Killed> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./writer.ts', import.meta.url)), kind, folder],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    let complaint = '';
    let planned = false;
    const plan = () => {
      if (planned || output.split('\n').length - 1 < acknowledgements) return;
      planned = true;
      setTimeout(() => child.kill('SIGKILL'), afterMs);
    };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      plan();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    child.on('error', reject);
    child.on('close', () => {
      const last = output.split('\n').slice(0, -1).at(-1);
      resolve({ acknowledged: last === undefined ? undefined : Number(last), complaint });
    });
    plan();
  });
}
