import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../contract/index.ts';
import { isFolder, sessionFilesIn } from './import/walk.ts';

/** Where programs keep their sessions below a home directory, unless their own variables say otherwise. */
const known: readonly (readonly [source: Place['source'], variable: string, base: readonly string[], inside: readonly string[]])[] = [
  ['claude-code', 'CLAUDE_CONFIG_DIR', ['.claude'], ['projects']],
  ['codex', 'CODEX_HOME', ['.codex'], ['sessions']],
  ['pi', 'PI_CODING_AGENT_DIR', ['.pi', 'agent'], ['sessions']],
];

/** The places that are there and hold something. Nothing in them is opened. */
export async function localPlaces(home: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const [source, variable, base, inside] of known) {
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
