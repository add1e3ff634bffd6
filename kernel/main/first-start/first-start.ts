import { existsSync, readdirSync } from 'node:fs';
import type { AppError, Log } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { updateErrors } from '../errors/update.ts';
import { isOlder } from '../manifest/plan.ts';
import { bareReasonOf } from '../reason.ts';
import { copyFolder, copyProfile, demandSpace, freeBytes, keepOnly } from './copy.ts';
import { readRecord, unknownVersion, type VersionRecord, writeRecord } from './record.ts';
import { finishRestore, restoreProfile } from './restore.ts';

export interface FirstStartOptions {
  readonly userData: string;
  /** The version of the program that starts. */
  readonly version: string;
  readonly log: Log;
  /** Tries the migrations of `to` on the copy, and throws where one fails. */
  readonly rehearse: (from: string, to: string) => Promise<void>;
  /** The free bytes on the disk of a folder; asked from the system if left out. */
  readonly freeOf?: (folder: string) => number;
}

/** What to call once the extensions of the start are awake. */
export interface FirstStart {
  /** Marks the data as this version's; undefined if they already were. */
  readonly settle?: () => Promise<void>;
  /** An extension could not migrate its data: the next start tries again, and after several tries the person is offered the way back. */
  readonly failed?: (id: string, reason: unknown) => AppError;
}

/** How many starts may fail at this stage before it is not tried again without the person. */
const maxTries = 2;

/**
 * Call it before any file of the profile is opened. Usually it reads one small file; at the first start of a version it copies
 * what that version may change, tries the migrations on a copy, and only then lets the version use the data.
 */
export async function prepareFirstStart(options: FirstStartOptions): Promise<FirstStart> {
  const { userData, version, log } = options;
  let record = readRecord(userData);
  if (record?.pending?.step === 'restoring') {
    const { version: back, aside } = await finishRestore(userData, record.pending.to);
    log.warn(`The data are again as Atelier ${back} left them; what came after lies in ${aside}.`);
    record = { version: back };
  }
  if (record === undefined && !hasData(userData)) {
    await writeRecord(userData, { version });
    return {};
  }
  const { version: from, pending } = record ?? { version: unknownVersion };
  if (from === version && pending === undefined) return {};
  if (from === version || isOlder(version, from)) return await goBack(options, from, pending?.to);
  return await goForward(options, { version: from, ...(pending && { pending }) });
}

/** The version that used the data before starts again. If another version began to migrate and never started well, the data are restored. */
async function goBack({ userData, version, log }: FirstStartOptions, from: string, to: string | undefined): Promise<FirstStart> {
  if (to === undefined || from !== version) {
    log.warn(`Atelier ${version} is older than ${from}, which had these data last; databases of the newer version are only read.`);
    return {};
  }
  const { step } = readRecord(userData)?.pending ?? {};
  if (step === 'started') {
    const { aside } = await restoreProfile(userData);
    log.warn(`Atelier ${to} never came up, so the data are again as ${version} left them; what it made of them lies in ${aside}.`);
  } else await writeRecord(userData, { version });
  return {};
}

async function goForward(options: FirstStartOptions, record: VersionRecord): Promise<FirstStart> {
  const { userData, version: to, log, rehearse, freeOf = freeBytes } = options;
  const { version: from, pending } = record;
  const isUnderway = pending?.to === to && pending.step === 'started';
  if (isUnderway && pending.tries >= maxTries) {
    throw updateErrors['update/start-failed']({ to, from, tries: pending.tries, copy: copyFolder(userData, to) });
  }
  // A third version takes the data over from the version that last started well, not from one that never did.
  if (pending?.step === 'started' && !isUnderway) await restoreProfile(userData);
  if (!isUnderway) {
    demandSpace(userData, to, freeOf);
    await copyProfile(userData, from, to);
    await writeRecord(userData, { version: from, pending: { to, step: 'copied', tries: 0 } });
    await rehearse(from, to);
  }
  const tries = isUnderway ? pending.tries + 1 : 1;
  await writeRecord(userData, { version: from, pending: { to, step: 'started', tries } });
  log.info(`Atelier ${to} takes over the data of ${from}; they are kept as they were in ${copyFolder(userData, to)}.`);
  return {
    async settle() {
      await writeRecord(userData, { version: to });
      await keepOnly(userData, to).catch(error => log.warn(`Old copies were not cleared away: ${bareReasonOf(error)}`));
    },
    failed: (id, reason) =>
      updateErrors['update/not-settled']({
        to,
        from,
        id,
        reason: isAppError(reason) ? bareReasonOf(reason) : String(reason),
        copy: copyFolder(userData, to),
      }),
  };
}

function hasData(userData: string): boolean {
  const data = pathIn(userData, 'data');
  return existsSync(data) && readdirSync(data).some(name => name.endsWith('.sqlite'));
}
