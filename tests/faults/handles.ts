import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** How many the kernel may have. */
const handles = 400;

/** What rounds without a free handle came to. */
export interface WithoutHandles {
  readonly acknowledged: number;
  /** What was refused meanwhile: in no round nothing, or this would see no want. */
  readonly refused: number;
  readonly wrong: readonly string[];
}

/**
 * Leaves a kernel without handles, again and again, while it is asked for work and its server for connections: by files that it opens
 * itself, or by connections to it, until it takes no more.
 */
export async function withoutHandles(rounds: number, by: 'files' | 'sockets' = 'files'): Promise<WithoutHandles> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-handles-'));
  const program = fileURLToPath(new URL('./handles-subject.ts', import.meta.url));
  const words = [`ulimit -n ${handles}; exec "$@"`, 'sh', process.execPath, '--no-warnings', program, String(rounds), folder, by];
  const kernel = spawn('/bin/sh', ['-c', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const lines = createInterface({ input: kernel.stdout })[Symbol.asyncIterator]();
    const complaint = text(kernel.stderr);
    const first = await lines.next();
    const ended = new Promise<string>(resolve => kernel.once('close', (code, signal) => resolve(String(signal ?? code))));
    const origin = first.done === true ? '' : (JSON.parse(first.value) as { origin: string }).origin;
    const knocking = by === 'sockets' ? undefined : knock(origin, ended);
    const unanswered = by === 'sockets' ? await crowd(rounds, origin, lines) : [];
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
        ...unanswered,
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

/** Connects until something is refused, leaves all connections again, and looks whether the server answers as soon as the kernel says that all is well. */
async function crowd(rounds: number, origin: string, lines: AsyncIterator<string>): Promise<readonly string[]> {
  const wrong: string[] = [];
  const port = Number(new URL(origin).port);
  for (let round = 0; round < rounds; round += 1) {
    const sockets = new Set<Socket>();
    const adding = setInterval(() => {
      for (let one = 0; one < 40 && sockets.size < 2 * handles; one += 1) {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.on('close', () => sockets.delete(socket));
        sockets.add(socket);
      }
    }, 20);
    const refused = await lines.next();
    clearInterval(adding);
    for (const socket of sockets) socket.destroy();
    const fine = await lines.next();
    if (refused.done === true || fine.done === true) return [`the kernel ended in round ${round}`];
    const status = await fetch(`${origin}/__host/boot`).then(
      response => response.status,
      (error: Error) => error.message,
    );
    if (status !== 200) wrong.push(`after round ${round} the server answered with ${status}`);
  }
  return wrong;
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
