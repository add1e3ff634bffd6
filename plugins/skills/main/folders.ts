import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { type AppError, isAppError, visibleText } from '@atelier/kernel';
import { errors } from './errors.ts';
import { type ReadSkill, readSkill } from './format/read-skill.ts';
import type { Seen } from './store/store.ts';

const mostSkills = 500;
/** How deep in a source skills are looked for. */
export const depth = 4;
const passed = new Set(['.git', 'node_modules']);

/** What a folder has: its skills, and why others in it were refused. */
export interface Found {
  readonly skills: readonly Seen[];
  readonly refusals: readonly AppError[];
}

const unreadable = (address: string, why: string, cause?: unknown): AppError =>
  errors['skills/source-unreadable']({ address: visibleText(address, 'name').slice(0, 200), why }, cause);

/** What is said of a folder that could not be read, such as one that is gone. */
export const notRead = (folder: string, error: unknown): AppError =>
  isAppError(error) ? error : unreadable(folder, (error as NodeJS.ErrnoException).code ?? String(error), error);

/** The skills of a folder: of itself, or of the folders in it. */
export async function skillsIn(typed: string): Promise<Found & { readonly address: string }> {
  if (!isAbsolute(typed)) throw unreadable(typed, '/…');
  const address = await realpath(typed).catch(error => {
    throw notRead(typed, error);
  });
  if (!(await lstat(address)).isDirectory()) throw unreadable(typed, 'ENOTDIR');
  const [skills, refusals]: [Seen[], AppError[]] = [[], []];
  const look = async (folder: string, left: number): Promise<void> => {
    if (existsSync(join(folder, 'SKILL.md'))) {
      try {
        skills.push({ key: folder, path: folder, skill: await readSkill(folder) });
      } catch (error) {
        refusals.push(notRead(folder, error));
      }
      return;
    }
    if (left === 0) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(error => {
      if (folder === address) throw notRead(folder, error);
      // One that cannot be read keeps no other from being read.
      refusals.push(notRead(folder, error));
      return [];
    });
    for (const entry of entries)
      if (entry.isDirectory() && !passed.has(entry.name) && skills.length < mostSkills) await look(join(folder, entry.name), left - 1);
  };
  await look(address, depth);
  return { address, skills, refusals };
}

/** Where the files of a folder are written before they are all there. */
export const unfinishedOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.new`);

/** Writes a skill's files without execute permission: whole, or not at all. What stood there is replaced. */
export async function writeSkill(folder: string, { files }: Pick<ReadSkill, 'files'>): Promise<void> {
  const fresh = unfinishedOf(folder);
  await rm(fresh, { recursive: true, force: true });
  for (const { path, bytes } of files) {
    await mkdir(dirname(join(fresh, path)), { recursive: true, mode: 0o700 });
    await writeFile(join(fresh, path), bytes, { mode: 0o600, flag: 'wx' });
  }
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}
