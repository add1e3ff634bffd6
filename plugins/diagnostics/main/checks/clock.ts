import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '../errors.ts';

/** Clocks are set a little all the time. */
const toleratedMs = 10 * 60 * 1000;

/** A file of ours from the future: the clock stood wrong when it was written, or does now. */
export async function checkClock(profile: string, now: number): Promise<undefined> {
  const folder = join(profile, 'data');
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const written = (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0;
    if (written - now <= toleratedMs) continue;
    const shown = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
    throw errors['diagnostics/clock']({ now: shown(now), later: shown(written), file: name });
  }
  return undefined;
}
