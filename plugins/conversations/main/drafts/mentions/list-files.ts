import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '../../errors.ts';
import { harmlessGit, quietly } from '../../records/harmless-git.ts';

export interface FileList {
  /** Relative to the folder, separated by /. */
  readonly paths: readonly string[];
  /** Whether there are more files than are listed. */
  readonly more: boolean;
}

const most = 200_000;
const maxBytes = 64 * 1024 * 1024;
const skipped = new Set(['.git', 'node_modules', '.hg', '.svn']);

const git = [...harmlessGit, 'ls-files', '--cached', '--others', '--exclude-standard', '-z'];

/** The files of a folder that can be mentioned: without those that Git ignores. */
export async function listFiles(folder: string, signal: AbortSignal): Promise<FileList> {
  await checkFolder(folder);
  return (await filesOfGit(folder, signal)) ?? (await walk(folder, signal));
}

export async function checkFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isThere) throw errors['conversations/folder-gone']({ folder });
}

/** Undefined if the folder is in no repository, or Git is not installed. */
function filesOfGit(folder: string, signal: AbortSignal): Promise<FileList | undefined> {
  return new Promise(resolve => {
    const env = { ...process.env, ...quietly };
    const child = spawn('git', git, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'], signal });
    const pieces: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length > maxBytes) child.kill();
    });
    child.once('error', () => resolve(undefined));
    child.once('close', code => {
      const isWhole = code === 0;
      if (!isWhole && length <= maxBytes) return resolve(undefined);
      // A file in conflict is listed once per side; a nested repository is listed with a / at its end.
      const names = Buffer.concat(pieces).toString('utf8').split('\0');
      if (!isWhole) names.pop();
      const paths = [...new Set(names)].filter(name => name !== '' && !name.endsWith('/'));
      resolve({ paths: paths.slice(0, most), more: !isWhole || paths.length > most });
    });
  });
}

/** Breadth first, so that the deepest files of a huge folder are left out. Links are not followed. */
async function walk(folder: string, signal: AbortSignal): Promise<FileList> {
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
