import { lstat, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAppError } from '@atelier/kernel';
import type { AgentFiles } from './agent-files.ts';
import { errors } from './errors.ts';
import type { AgentFile, Json } from './files/agent-file.ts';
import { makeFolder } from './files/atomic.ts';
import { objectAt, textAt } from './files/json-text.ts';
import { emptyModels, entriesOf, withEntry } from './files/models-file.ts';
import { defaultSettings } from './files/settings-file.ts';

export interface Step {
  readonly step: string;
  readonly done: 'created' | 'kept' | 'changed' | 'failed';
  readonly why?: string;
}

type Done = Exclude<Step['done'], 'failed'>;

const stalestLockMs = 5 * 60_000;
// A clock that was set back leaves a lock from the future, which would otherwise never grow old.
const clockSlackMs = 60_000;
const codexAddress = 'https://chatgpt.com/backend-api';

/** Brings the managed directory into order, in the product's order. A step that fails says why, and the others go on. */
export async function prepareDirectory(files: AgentFiles, now = Date.now): Promise<readonly Step[]> {
  const { places } = files;
  const steps: readonly (readonly [string, () => Promise<Done>])[] = [
    ['directories', () => makeFolders([dirname(places.directory), places.directory, ...places.folders])],
    ['settings', () => createFile(files.settings, defaultSettings)],
    ['models', () => createFile(files.models, emptyModels)],
    ['auth', () => createFile(files.auth, {})],
    ['keySync', async () => ((await files.normalise()) ? 'changed' : 'kept')],
    ['codexAddress', async () => ((await files.models.update(withCodexAddress)).written ? 'changed' : 'kept')],
    ['workspace', () => makeFolders([dirname(places.workspace), places.workspace])],
  ];
  // Before the rest, since a lock that a crash left would hold up every file; it is reported where the product has it.
  const swept = await told('settingsLock', () => removeStaleLocks([places.settings, places.models, places.auth], now()));
  const report: Step[] = [];
  for (const [step, work] of steps) report.push(await told(step, work));
  report.splice(-1, 0, swept);
  return report;
}

async function told(step: string, work: () => Promise<Done>): Promise<Step> {
  try {
    return { step, done: await work() };
  } catch (error) {
    return { step, done: 'failed', why: isAppError(error) ? error.message : ((error as NodeJS.ErrnoException).code ?? 'unknown') };
  }
}

async function makeFolders(folders: readonly string[]): Promise<Done> {
  let done: Done = 'kept';
  for (const folder of folders) {
    const made = await makeFolder(folder);
    if (made === 'link') throw errors['providers/file-link']({ file: folder });
    if (made !== 'kept' && done !== 'created') done = made;
  }
  return done;
}

async function createFile(file: AgentFile, content: Json): Promise<Done> {
  if ((await file.read()) !== undefined) return 'kept';
  // Another program may have made it in the meantime; then its content stays.
  const { written } = await file.update(now => (Object.keys(now).length > 0 ? now : content));
  return written ? 'created' : 'kept';
}

/** ChatGPT's sign-in works against its own backend only; the API's address there came from an earlier version. */
function withCodexAddress(config: Json): Json {
  let next = config;
  for (const [id, entry] of Object.entries(entriesOf(config))) {
    if (id !== 'openai-codex' && textAt(entry, 'api') !== 'openai-codex-responses') continue;
    const address = textAt(objectAt(objectAt(next, 'providers'), id), 'baseUrl');
    if (address !== undefined && isWrongForCodex(address)) next = withEntry(next, id, { ...entry, baseUrl: codexAddress });
  }
  return next;
}

function isWrongForCodex(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { hostname, pathname } = new URL(address);
  if (hostname === 'api.openai.com') return true;
  return hostname === 'chatgpt.com' && !/^\/backend-api(?:\/codex(?:\/responses)?)?\/?$/.test(pathname);
}

async function removeStaleLocks(files: readonly string[], now: number): Promise<Done> {
  let done: Done = 'kept';
  for (const file of files) {
    const path = `${file}.lock`;
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined) continue;
    const age = now - found.mtimeMs;
    if (age <= stalestLockMs && age >= -clockSlackMs) continue;
    await rm(path, { recursive: true, force: true });
    done = 'changed';
  }
  return done;
}
