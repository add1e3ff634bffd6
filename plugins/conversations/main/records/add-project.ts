import { execFile } from 'node:child_process';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, parse } from 'node:path';
import { promisify } from 'node:util';
import { errors } from '../errors.ts';
import { harmlessGit, quietly } from './harmless-git.ts';

const run = promisify(execFile);

/** The folder as the system names it; refused where it is none, or where everything lies under it. */
export function checkedFolder(folder: string): string {
  let real: string;
  try {
    real = realpathSync(folder);
    if (!statSync(real).isDirectory()) throw new Error('no folder');
  } catch (cause) {
    throw errors['conversations/folder-missing']({ folder }, cause);
  }
  const reason =
    real === parse(real).root
      ? { en: 'it is the root of the disk', fr: 'c’est la racine du disque' }
      : real === homedir()
        ? { en: 'it is your home folder, with everything that is yours', fr: 'c’est votre dossier personnel, avec tout ce qui est à vous' }
        : undefined;
  if (reason !== undefined) throw errors['conversations/folder-refused']({ folder, reason });
  return real;
}

/** Whether a folder is inside a Git repository; makes one of it where it is not and Git is there. */
export async function ensureRepository(folder: string): Promise<boolean> {
  if (existsSync(join(folder, '.git'))) return true;
  const options = { env: { ...process.env, ...quietly } };
  try {
    await run('git', [...harmlessGit, '-C', folder, 'rev-parse', '--is-inside-work-tree'], options);
    return true;
  } catch {
    return await run('git', [...harmlessGit, '-C', folder, 'init', '--quiet'], options).then(
      () => true,
      // Without Git a project is only a folder, and everything but worktrees works.
      () => false,
    );
  }
}

export function nameOf(folder: string): string {
  return basename(folder).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ') || folder;
}
