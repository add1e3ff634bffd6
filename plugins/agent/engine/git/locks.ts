import { randomUUID } from 'node:crypto';
import { type BigIntStats, renameSync, rmSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitLock } from '../../contract/index.ts';
import { isInside } from '../containment.ts';
import { gitErrors } from './git-errors.ts';
import { lockErrors } from './lock-errors.ts';
import { findRepository, type Repository } from './repository.ts';
import { statsOf } from './stats-of.ts';

/** Where the system shows its processes, if it does. */
const processes = '/proc';

export const indexLock = ({ own }: Pick<Repository, 'own'>): string => join(own, 'index.lock');

/** The locks that a git leaves behind when it is killed; one is removed only if the person says so and nothing works with it. */
export class GitLocks {
  /** Undefined where there is none. */
  async find(folder: string): Promise<GitLock | undefined> {
    const repository = findRepository(folder);
    const stats = repository && statsOf(indexLock(repository));
    if (repository === undefined || stats === undefined) return undefined;
    const path = indexLock(repository);
    const heldBy = await holderOf(path, repository);
    const known = { path, since: Number(stats.mtimeMs), fingerprint: fingerprintOf(stats), canTell: await canTell() };
    return { ...known, ...(heldBy !== undefined && { heldBy }) };
  }

  /** Removes the lock that the person has looked at. The index stays as it is, without what that git had not finished. */
  async remove(folder: string, fingerprint: string): Promise<void> {
    const found = await this.find(folder);
    if (found === undefined) return;
    const { path: lock, heldBy, canTell } = found;
    if (heldBy !== undefined) throw lockErrors['agent/git-lock-held']({ lock, program: heldBy });
    if (!canTell) throw lockErrors['agent/git-lock-unknown']({ lock });
    if (found.fingerprint !== fingerprint) throw lockErrors['agent/git-lock-changed']({ lock });
    const now = statsOf(lock);
    if (now?.isFile() === false) throw gitErrors['agent/git-failed']({ folder, reason: `${lock} is no file` });
    // To tell who works with it takes time.
    if (now === undefined || fingerprintOf(now) !== fingerprint) throw lockErrors['agent/git-lock-changed']({ lock });
    // Taken away first, so that what is removed is what was looked at.
    const away = `${lock}.${randomUUID()}`;
    renameSync(lock, away);
    const taken = statsOf(away);
    if (taken !== undefined && fingerprintOf(taken) === fingerprint) return rmSync(away, { force: true });
    // Moved, since not every disk has files of two names; one that a third git has made meanwhile stays.
    if (statsOf(lock) === undefined) renameSync(away, lock);
    throw lockErrors['agent/git-lock-changed']({ lock });
  }
}

/** Another lock has another one. */
const fingerprintOf = ({ dev, ino, size, mtimeNs }: BigIntStats): string => `${dev}:${ino}:${size}:${mtimeNs}`;

/**
 * The program that may work with a lock: one that has it open, or a git in the repository, since git closes its lock while a hook or an
 * editor runs. A git of which the system does not say where it works counts too.
 */
async function holderOf(lock: string, { top, own, common }: Repository): Promise<string | undefined> {
  const all = await readdir(processes).catch(() => []);
  for (const id of all.filter(name => /^\d+$/.test(name))) {
    const place = join(processes, id);
    const name = (await readFile(join(place, 'comm'), 'utf8').catch(() => '')).trim();
    // A wrapped one is called `.git-wrapped`.
    const isGit = /^\.?git/.test(name);
    const cwd = isGit ? await readlink(join(place, 'cwd')).catch(unlessGone) : undefined;
    const isThere = cwd !== undefined && [top, own, common].some(folder => isInside(cwd, folder, false));
    if (isThere || cwd === '' || (await isOpen(lock, join(place, 'fd')))) return `${name} (${id})`;
  }
  return undefined;
}

/** Whether the system shows the processes of others too. */
async function canTell(): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return await readFile(join(processes, '1/comm')).then(
    () => true,
    () => false,
  );
}

/** Empty if the system does not say it. */
function unlessGone(error: NodeJS.ErrnoException): string | undefined {
  return error.code === 'ENOENT' || error.code === 'ESRCH' ? undefined : '';
}

async function isOpen(file: string, folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const targets = await Promise.all(names.map(name => readlink(join(folder, name)).catch(() => undefined)));
  return targets.includes(file);
}
