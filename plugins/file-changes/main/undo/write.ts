import { createHash } from 'node:crypto';
import { lstat, mkdir, open, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { absent, modeOf, type State, targetOf } from '../content/state.ts';
import { realPath } from '../tracking/paths.ts';

/** Writes a state to a path atomically. */
export async function writeState(path: string, state: State, bytes: Buffer | undefined): Promise<void> {
  const folder = dirname(path);
  // If the folder has become a link since, the file would be written outside of the folder that was changed.
  if ((await realPath(folder)) !== folder) throw new Error('its folder leads elsewhere now');
  if (state === absent) {
    if (await isFolder(path)) throw new Error('a folder stands in its place');
    return await rm(path, { force: true });
  }
  if (await isFolder(path)) throw new Error('a folder stands in its place');
  await mkdir(folder, { recursive: true });
  const temporary = temporaryOf(path);
  try {
    await rm(temporary, { force: true });
    const target = targetOf(state);
    if (target !== undefined) await symlink(target, temporary);
    else {
      if (bytes === undefined) throw new Error('what stood there was not kept');
      await using file = await open(temporary, 'wx', 0o600);
      await file.writeFile(bytes);
      await file.chmod(modeOf(state));
      await file.sync();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes the temporary file of a killed process. */
export async function removeTemporary(path: string): Promise<void> {
  if ((await realPath(dirname(path))) === dirname(path)) await rm(temporaryOf(path), { force: true });
}

/** The same name each time, so that the next start finds the file of a killed process. */
function temporaryOf(path: string): string {
  return join(dirname(path), `.atelier-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`);
}

async function isFolder(path: string): Promise<boolean> {
  return await lstat(path).then(
    stats => stats.isDirectory(),
    () => false,
  );
}
