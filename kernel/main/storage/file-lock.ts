import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { storageErrors } from '../errors/storage.ts';
import { privateFile, privateFolder } from './atomic-write.ts';
import { bootId, isSameBoot } from './boot-id.ts';
import { codeOf } from './driver-errors.ts';

/** A lock that is held. */
export interface FileLock {
  /** False if another process considered the lock stale and broke it; the guarded file must then not be written. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Written beside the lock, never in it: other programs (proper-lockfile) remove a lock with `rmdir`. */
interface Claim {
  readonly pid: number;
  readonly boot: string;
  /** The lock that this process made; absent while it is trying. */
  readonly lock?: string;
}

const staleAfter = 10_000;
const retries = [100, 200, 400];

/**
 * Holds `<file>.lock`, a folder as proper-lockfile makes it, against every other process. Waits 100, 200 and 400 ms for
 * another holder, then throws an AppError that names it. The lock of an Atelier process that died is broken at once, any other
 * lock after ten seconds, and so is a lock from the future (the clock was set back).
 */
export async function lockFile(file: string): Promise<FileLock> {
  const lock = `${file}.lock`;
  const claim: Claim = { pid: process.pid, boot: bootId() };
  const claimFile = claimPath(file, process.pid);
  try {
    let seen: string | undefined;
    for (const wait of [...retries, undefined]) {
      await writeFile(claimFile, JSON.stringify(claim), { mode: privateFile });
      const mine = (await tryLock(lock)) ?? ((await isAbandoned(file, seen)) ? await breakLock(file) : undefined);
      if (mine !== undefined) {
        await writeFile(claimFile, JSON.stringify({ ...claim, lock: mine }), { mode: privateFile });
        await sweepClaims(file);
        return heldLock(lock, mine, claimFile);
      }
      seen = await identity(lock);
      if (wait !== undefined) await pause(wait);
    }
    throw storageErrors['storage/file-locked']({ file, holder: await holderOf(file) });
  } catch (error) {
    await rm(claimFile, { force: true });
    throw error;
  }
}

function heldLock(lock: string, mine: string, claimFile: string): FileLock {
  const isHeld = async () => (await identity(lock)) === mine;
  return {
    isHeld,
    async release() {
      if (await isHeld()) await rmdir(lock);
      await rm(claimFile, { force: true });
    },
  };
}

async function tryLock(lock: string): Promise<string | undefined> {
  try {
    await mkdir(lock, { mode: privateFolder });
    return await identity(lock);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

/** True if no running process can hold the lock. `seen` is the lock at the previous check. */
async function isAbandoned(file: string, seen: string | undefined): Promise<boolean> {
  const found = await stat(`${file}.lock`).catch(() => undefined);
  if (!found) return true;
  if (Math.abs(Date.now() - found.mtimeMs) > staleAfter) return true;
  const current = await identity(`${file}.lock`);
  const claims = await claimsOf(file);
  const holder = claims.find(claim => claim.lock === current);
  if (holder) return !isAlive(holder);
  // A process may die between making the lock and writing its claim. A running process has written it by the second check.
  return (
    current === seen && claims.some(claim => claim.lock === undefined && !isAlive(claim) && Math.abs(claim.time - found.birthtimeMs) < 1000)
  );
}

/** Removes the abandoned lock and makes a new one; undefined if another process was faster. */
async function breakLock(file: string): Promise<string | undefined> {
  const lock = `${file}.lock`;
  const before = await identity(lock);
  const away = `${lock}.broken-${process.pid}`;
  try {
    await rename(lock, away);
    // Between the check and the rename another process may have broken it and made its own.
    if ((await identity(away)) !== before) await rename(away, lock);
    else await rm(away, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return tryLock(lock);
}

async function claimsOf(file: string): Promise<(Claim & { time: number; path: string })[]> {
  const prefix = `${basename(file)}.lock-by-`;
  const names = (await readdir(dirname(file))).filter(name => name.startsWith(prefix));
  const claims = await Promise.all(names.map(name => readClaim(join(dirname(file), name))));
  return claims.filter(claim => claim !== undefined);
}

async function readClaim(path: string): Promise<(Claim & { time: number; path: string }) | undefined> {
  try {
    const pid = Number(/-(\d+)$/.exec(path)?.[1]);
    const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
    // A process that was killed while it wrote leaves an empty claim; its process id is in the name.
    const said: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof said !== 'object' || said === null) return undefined;
    const boot = 'boot' in said && typeof said.boot === 'string' ? said.boot : bootId();
    return { pid, boot, time: mtimeMs, path, ...('lock' in said && typeof said.lock === 'string' ? { lock: said.lock } : {}) };
  } catch {
    return undefined;
  }
}

async function sweepClaims(file: string): Promise<void> {
  const dead = (await claimsOf(file)).filter(claim => !isAlive(claim));
  await Promise.all(dead.map(({ path }) => rm(path, { force: true })));
}

function isAlive({ pid, boot }: Claim): boolean {
  if (!isSameBoot(boot, bootId())) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Identifies a lock among others of the same name: file systems reuse the inode number of a removed folder. */
async function identity(lock: string): Promise<string | undefined> {
  const found = await stat(lock, { bigint: true }).catch(() => undefined);
  return found && `${found.ino}:${found.birthtimeNs}`;
}

async function holderOf(file: string): Promise<string> {
  const current = await identity(`${file}.lock`);
  const holder = (await claimsOf(file)).find(claim => claim.lock === current);
  return holder ? `process ${holder.pid}` : 'another program';
}

function claimPath(file: string, pid: number): string {
  return `${file}.lock-by-${pid}`;
}
