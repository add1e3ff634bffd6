import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitService, ListedFiles } from '@atelier/agent/contract';
import { errors } from '../../errors.ts';

/** What is used of git. */
export type ListingGit = Pick<GitService, 'files'>;

const most = 200_000;
const skipped = new Set(['.git', 'node_modules', '.hg', '.svn']);

/** The files of a folder that can be mentioned: without those that Git ignores. */
export async function listFiles(folder: string, git: ListingGit, signal: AbortSignal): Promise<ListedFiles> {
  await checkFolder(folder);
  return (await git.files(folder)) ?? (await walk(folder, signal));
}

export async function checkFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isThere) throw errors['conversations/folder-gone']({ folder });
}

/** Breadth first, so that the deepest files of a huge folder are left out. Links are not followed. */
async function walk(folder: string, signal: AbortSignal): Promise<ListedFiles> {
  const paths: string[] = [];
  const folders = [''];
  for (let at = 0; at < folders.length && !signal.aborted; at++) {
    const under = folders[at]!;
    // A folder that cannot be read is skipped.
    const entries = await readdir(join(folder, under), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (skipped.has(entry.name)) continue;
      const path = under === '' ? entry.name : `${under}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (paths.length === most) return { paths, more: true };
      else paths.push(path);
    }
  }
  return { paths, more: false };
}
