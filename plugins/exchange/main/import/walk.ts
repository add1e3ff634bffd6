import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../../contract/index.ts';
import { errors } from '../errors.ts';

const maxDepth = 8;
const maxFiles = 100_000;

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}

/** The `.jsonl` files in a folder and its subfolders, sorted by path. Links are not followed. */
export async function sessionFilesIn(
  folder: string,
  signal: AbortSignal,
): Promise<readonly { readonly file: string; readonly size: number }[]> {
  const files: { file: string; size: number }[] = [];
  let seen = 0;
  const walk = async (at: string, depth: number): Promise<void> => {
    signal.throwIfAborted();
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    seen += entries.length;
    if (seen > maxFiles) throw errors['exchange/too-many-files']({ file: folder, limit: maxFiles });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < maxDepth) await walk(path, depth + 1);
      else if (entry.isFile() && entry.name.endsWith('.jsonl')) files.push({ file: path, size: (await stat(path)).size });
    }
  };
  await walk(folder, 0);
  return files;
}

/** The session folders of programs in the home directory, which environment variables can override. */
const sessionFolders: readonly (readonly [
  source: Place['source'],
  variable: string,
  base: readonly string[],
  inside: readonly string[],
])[] = [
  ['claude-code', 'CLAUDE_CONFIG_DIR', ['.claude'], ['projects']],
  ['codex', 'CODEX_HOME', ['.codex'], ['sessions']],
  ['pi', 'PI_CODING_AGENT_DIR', ['.pi', 'agent'], ['sessions']],
];

/** The session folders that exist and are not empty. No file is opened. */
export async function localPlaces(home: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const [source, variable, base, inside] of sessionFolders) {
    const path = join(environment[variable] || join(home, ...base), ...inside);
    if (!(await isFolder(path))) continue;
    const files = await sessionFilesIn(path, signal).catch(() => []);
    signal.throwIfAborted();
    if (files.length > 0) places.push({ source, path, files: files.length });
  }
  const opencode = join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode');
  const hasDatabase = await stat(join(opencode, 'opencode.db')).then(
    found => found.isFile(),
    () => false,
  );
  if (hasDatabase || (await isFolder(join(opencode, 'storage', 'session')))) places.push({ source: 'opencode', path: opencode, files: 0 });
  return places;
}
