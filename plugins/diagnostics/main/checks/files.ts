import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '../errors.ts';

const folders = ['.', 'data', 'logs'];

/** Writes into each folder of the profile, and takes it away again. */
export async function checkFolders(profile: string): Promise<undefined> {
  for (const folder of folders) {
    const path = join(profile, folder);
    const probe = join(path, `.probe-${randomUUID()}`);
    try {
      await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw errors['diagnostics/folder']({ path, reason: reasonOf(error) }, error);
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
  }
  return undefined;
}

/** What the person switched off and allowed; a profile that is new has no such file. */
export async function checkChoices(profile: string): Promise<undefined> {
  const path = join(profile, 'extensions.json');
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof content !== 'object' || content === null) throw errors['diagnostics/choices']({ path, reason: typeof content });
  } catch (error) {
    const code = reasonOf(error);
    if (code === 'ENOENT') return undefined;
    // A message of the parser quotes the file.
    throw errors['diagnostics/choices']({ path, reason: error instanceof SyntaxError ? 'JSON' : code }, error);
  }
  return undefined;
}

/** The shortest that tells one failure from another. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return (error as NodeJS.ErrnoException).code ?? error.message;
}
