import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What rounds without a free handle came to. */
export interface WithoutHandles {
  readonly acknowledged: number;
  /** What was refused meanwhile: in no round nothing, or this would see no want. */
  readonly refused: number;
  readonly wrong: readonly string[];
}

/** Leaves a kernel without handles, again and again, while it is asked for work and its server for connections. */
export async function withoutHandles(rounds: number): Promise<WithoutHandles> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-handles-'));
  const program = fileURLToPath(new URL('./handles-subject.ts', import.meta.url));
  const words = ['ulimit -n 400; exec "$@"', 'sh', process.execPath, '--no-warnings', program, String(rounds), folder];
  const kernel = spawn('/bin/sh', ['-c', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const lines = createInterface({ input: kernel.stdout })[Symbol.asyncIterator]();
    const complaint = text(kernel.stderr);
    const first = await lines.next();
    const ended = new Promise<string>(resolve => kernel.once('close', (code, signal) => resolve(String(signal ?? code))));
    const knocking = first.done === true ? undefined : knock((JSON.parse(first.value) as { origin: string }).origin, ended);
    const last = await lines.next();
    const how = await ended;
    await knocking;
    if (last.done === true || how !== '0')
      return { acknowledged: 0, refused: 0, wrong: [`the kernel's process ended with ${how}: ${(await complaint).slice(-2000)}`] };
    const told = JSON.parse(last.value) as Told;
    return {
      acknowledged: told.acknowledged,
      refused: told.refused,
      wrong: [
        ...told.lost.map(what => `acknowledged and lost: ${what}`),
        ...told.repaired,
        ...(told.answered === 200 ? [] : [`afterwards the server answered with ${told.answered}`]),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Told {
  readonly acknowledged: number;
  readonly refused: number;
  readonly lost: readonly string[];
  readonly repaired: readonly string[];
  readonly answered: number;
}

/** Connects one time after the other until the server has ended. */
async function knock(origin: string, ended: Promise<unknown>): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await fetch(`${origin}/__host/boot`, { signal: AbortSignal.timeout(1000) }).then(
      response => response.text(),
      () => undefined,
    );
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
