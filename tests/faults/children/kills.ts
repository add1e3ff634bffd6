import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What a series of kills of one kind of child came to; `wrong` is empty if the kernel survived, answered and lost nothing. */
export interface ChildKills {
  readonly kills: number;
  readonly acknowledged: number;
  readonly wrong: readonly string[];
}

/** Kills children of one kind, again and again, under a kernel in a process of its own. */
export async function childKills(kind: string, rounds: number, seed: number): Promise<ChildKills> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-children-'));
  const program = fileURLToPath(new URL('./subject.ts', import.meta.url));
  const kernel = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, kind, String(rounds), String(seed), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const ended = new Promise<string>(resolve => kernel.once('close', (code, signal) => resolve(String(signal ?? code))));
    const [said, complaint, how] = await Promise.all([text(kernel.stdout), text(kernel.stderr), ended]);
    const where = `${kind}, seed ${seed}`;
    if (how !== '0')
      return { kills: 0, acknowledged: 0, wrong: [`${where}: the kernel's process ended with ${how}: ${complaint.slice(-2000)}`] };
    const { kills, acknowledged, lost, silent } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as Told;
    return {
      kills,
      acknowledged,
      wrong: [
        ...lost.map(note => `${where}: note ${note} was acknowledged and is lost`),
        ...(silent > 0 ? [`${where}: the kernel gave no answer in ${silent} rounds`] : []),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Told {
  readonly kills: number;
  readonly acknowledged: number;
  readonly lost: readonly string[];
  readonly silent: number;
}
