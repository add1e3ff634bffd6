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

const maxLockAgeMs = 5 * 60_000;
// After the clock was set back, a lock may have a time in the future and would otherwise never become stale.
const clockSlackMs = 60_000;
const codexAddress = 'https://chatgpt.com/backend-api';

/** Creates what is missing in the managed directory and corrects it, step by step. A failed step is reported; the others still run. */
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
  // Run first, because a lock that a crash left would block every file; reported before the last step.
  const locks = await reported('settingsLock', () => removeStaleLocks([places.settings, places.models, places.auth], now()));
  const report: Step[] = [];
  for (const [step, work] of steps) report.push(await reported(step, work));
  report.splice(-1, 0, locks);
  return report;
}

async function reported(step: string, work: () => Promise<Done>): Promise<Step> {
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
  // Another program may have created it meanwhile; then its content is kept.
  const { written } = await file.update(now => (Object.keys(now).length > 0 ? now : content));
  return written ? 'created' : 'kept';
}

/** A sign-in with ChatGPT works only with its own backend; an earlier version wrote the API's address. */
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
    if (age <= maxLockAgeMs && age >= -clockSlackMs) continue;
    await rm(path, { recursive: true, force: true });
    done = 'changed';
  }
  return done;
}
