import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomFrom } from './kill.ts';
import { type Kind, verifierOf } from './rounds.ts';

/** What a series of cuts came to. */
export interface PowerCuts {
  /** How much was acknowledged before each cut. */
  readonly acknowledged: readonly number[];
  /** Empty when the claim holds. */
  readonly wrong: readonly string[];
  /** In how many cuts what nobody had synced was lost: in all of them, or this would see no loss at all. */
  readonly unsyncedLost: number;
}

/**
 * Cuts the power of a disk under a writer. The disk is a file: what the writer wrote and did not sync is in the memory of the system
 * alone, so a copy of that file is what a machine would find that went dark at this moment.
 */
export async function powerCuts(kind: Kind, cuts: number, place: string, seed: number): Promise<PowerCuts> {
  const random = randomFrom(seed);
  const image = join(place, 'disk.img');
  const told = join(place, 'told');
  execFileSync('truncate', ['-s', '96M', image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  const copies: { readonly image: string; readonly acknowledged: number }[] = [];
  {
    // Nothing is written out by the clock, nor as a kindness to whoever renames: what is on the disk was synced.
    using disk = mounted(image, join(place, 'disk'), 'commit=300,noauto_da_alloc');
    writeFileSync(join(disk.path, 'unsynced'), 'x'.repeat(5000));
    mkdirSync(join(disk.path, 'work'));
    const writer = spawn(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        fileURLToPath(new URL('./writer.ts', import.meta.url)),
        kind,
        join(disk.path, 'work'),
        'halting',
      ],
      { stdio: ['ignore', openSync(told, 'w'), 'inherit'] },
    );
    const ended = once(writer, 'close');
    const isAlive = () => writer.exitCode === null;
    try {
      for (let cut = 0; cut < cuts; cut += 1) {
        for (let write = 1 + Math.floor(random() * 10); write > 0; write -= 1) {
          const before = lastIn(told);
          writer.kill('SIGCONT');
          await until(() => lastIn(told) > before && isStopped(writer.pid ?? 0), isAlive);
        }
        // Half of them right after it was told, half in the midst of what comes next.
        if (cut % 2 === 1) await interrupt(writer, Math.floor(random() * 200), isAlive);
        const copy = { image: join(place, `cut-${cut}.img`), acknowledged: lastIn(told) };
        copyFileSync(image, copy.image);
        copies.push(copy);
      }
    } finally {
      writer.kill('SIGKILL');
      await ended;
    }
  }
  const wrong: string[] = [];
  let unsyncedLost = 0;
  for (const [cut, copy] of copies.entries()) {
    using disk = mounted(copy.image, join(place, `cut-${cut}`), 'rw');
    if ((statSync(join(disk.path, 'unsynced'), { throwIfNoEntry: false })?.size ?? 0) === 0) unsyncedLost += 1;
    const found = await verifierOf(
      kind,
      join(disk.path, 'work'),
    )(copy.acknowledged).catch((error: unknown) => [`it does not start again: ${error}`]);
    wrong.push(...found.map(what => `${kind}, cut ${cut}, seed ${seed}: ${what}`));
    rmSync(copy.image);
  }
  return { acknowledged: copies.map(({ acknowledged }) => acknowledged), wrong, unsyncedLost };
}

/** Whether a disk of one's own can be made here: it needs root, and a loop device. */
export function canCutPower(place: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('truncate', ['-s', '4M', join(place, 'try.img')]);
    execFileSync('mkfs.ext4', ['-q', '-F', join(place, 'try.img')], { stdio: 'ignore' });
    using _disk = mounted(join(place, 'try.img'), join(place, 'try'), 'rw');
    return true;
  } catch {
    return false;
  }
}

function mounted(image: string, path: string, option: string): Disposable & { readonly path: string } {
  mkdirSync(path);
  execFileSync('mount', ['-o', `loop,${option}`, image, path], { stdio: 'ignore' });
  return { path, [Symbol.dispose]: () => execFileSync('umount', [path]) };
}

async function interrupt(writer: ChildProcess, turns: number, isAlive: () => boolean): Promise<void> {
  let left = turns;
  writer.kill('SIGCONT');
  await until(() => left-- === 0, isAlive);
  writer.kill('SIGSTOP');
  await until(() => isStopped(writer.pid ?? 0), isAlive);
}

function lastIn(told: string): number {
  return Number(readFileSync(told, 'utf8').split('\n').slice(0, -1).at(-1) ?? 0);
}

/** A thread that still syncs is not stopped before it has. */
function isStopped(pid: number): boolean {
  const stateOf = (thread: string) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.[0];
  return readdirSync(`/proc/${pid}/task`).every(thread => stateOf(thread) === 'T');
}

async function until(isSo: () => boolean, isAlive: () => boolean): Promise<void> {
  while (!isSo()) {
    if (!isAlive()) throw new Error('The writer ended by itself.');
    await new Promise(resolve => setImmediate(resolve));
  }
}
