import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Hook, ownerOf } from '@atelier/kernel';
import { type AccessParts, mayExtend } from './access/check-access.ts';
import { actingFor } from './access/on-behalf.ts';
import type { Decisions } from './decisions.ts';
import { extensionErrors } from './errors/extension.ts';
import { noticeTexts } from './errors/notice.ts';
import type { KnownExtensions } from './lifecycle/extension-records.ts';
import type { Lifecycle } from './lifecycle/lifecycle.ts';
import type { AppLog } from './log/log.ts';
import type { CurrentPlan } from './manifest/current-plan.ts';
import { kernelId } from './manifest/declared.ts';
import { type Discovery, indexText } from './manifest/discovery.ts';
import type { Plan } from './manifest/plan.ts';
import type { Notices } from './notices.ts';
import { reasonOf } from './reason.ts';
import type { Starts } from './starts/starts.ts';
import { atomicWrite, makePrivateFolder, privateFile } from './storage/atomic-write.ts';
import { version } from './version.ts';

const none: readonly string[] = [];
/** As long as a tap has for its answer. */
const wakingMs = 5000;

interface WakeParts {
  readonly extensions: KnownExtensions;
  readonly lifecycle: Lifecycle;
}

interface KeepOffParts {
  readonly decisions: Decisions;
  readonly extensions: KnownExtensions;
  readonly notices: Notices;
  readonly starts: Starts;
}

interface IndexParts {
  readonly decisions: Decisions;
  readonly log: AppLog;
  readonly notices: Notices;
}

/** Stores which extensions the starts before this one did not get over, and in a safe start keeps all installed ones off. */
export async function keepOff({ decisions, extensions, notices, starts }: KeepOffParts): Promise<void> {
  for (const id of starts.heldBack) {
    const found = extensions.get(id)?.found;
    if (found === undefined) continue;
    await decisions.decide(id, { quarantined: true, heldBack: true });
    notices.raise(extensionErrors['extension/held-back']({ id, version: found.version }), id);
  }
  if (starts.safe === undefined) return;
  decisions.keepOffForNow([...extensions.values()].filter(({ found }) => !found.bundled).map(({ found }) => found.id));
}

/** The plan; the one in the index is valid as long as nothing is disabled. */
export async function firstPlan({ found, order }: Discovery, off: ReadonlySet<string>): Promise<Plan> {
  if (order && off.size === 0) return { order, refusals: [] };
  const { plan } = await import('./manifest/plan.ts');
  return plan(found, version, off);
}

/** Wakes the extensions that run at start, then the idle ones, one at a time so that a person's click comes first. */
export async function wakeEarly({ extensions, lifecycle }: WakeParts): Promise<void> {
  // After this turn of the event loop, so that the caller of startKernel can render before any extension's code runs.
  await new Promise(resolve => setImmediate(resolve));
  const asking = (activation: 'startup' | 'idle') =>
    [...extensions.values()].filter(one => one.found.atelier.activation === activation && one.state === 'dormant').map(one => one.found.id);
  for (const phase of ['startup', 'idle'] as const) {
    for (const id of asking(phase)) {
      await lifecycle.wake(id, phase).catch(() => undefined);
      if (phase === 'idle') await new Promise(resolve => setImmediate(resolve));
    }
  }
}

/**
 * Wakes every extension that taps a hook, and waits for those that are about to run. For a hook that protects something, returns those that may tap it and do not run, except
 * those that the person switched off: a guard must not be lost by a crash, a refusal or a block, and the person may end it.
 */
export async function wakeTappers(parts: WakeParts & AccessParts & { readonly plan: CurrentPlan }, hook: Hook): Promise<readonly string[]> {
  const { plan, extensions, lifecycle, decisions } = parts;
  const { key } = hook;
  for (const id of plan.tappersOf(key)) {
    const { state } = extensions.get(id) ?? {};
    if (state === 'dormant') await lifecycle.wake(id, key).catch(() => undefined);
    // Not for one whose start is what runs the hook, and not for ever: the start may wait for it in a way that is not seen here.
    else if (state === 'waking' && !actingFor().includes(id)) await atMost(wakingMs, lifecycle.wake(id, key));
  }
  if (hook.kind !== 'first' || hook.onFailure === undefined) return none;
  const missing: string[] = [];
  for (const [id, { found, state }] of extensions) {
    if (state === 'active' || !found.atelier.taps?.includes(key) || decisions.isSwitchedOff(id)) continue;
    if (mayExtend(parts, id, ownerOf(key), key)) missing.push(id);
  }
  return missing;
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const done = new AbortController();
  const settled = work.catch(() => undefined).finally(() => done.abort());
  await Promise.race([settled, wait(milliseconds, undefined, { ref: false, signal: done.signal }).catch(() => undefined)]);
}

/** Writes the index if the next start can use it: everything was read, and nothing was refused. */
export async function writeIndex({ decisions, log, notices }: IndexParts, discovery: Discovery, first: Plan, index: string): Promise<void> {
  const holds = discovery.unreadable.length === 0 && first.refusals.length === 0 && decisions.off.size === 0;
  if (discovery.order || !holds) return;
  try {
    makePrivateFolder(dirname(index));
    await atomicWrite(index, Buffer.from(indexText(discovery, first.order)), privateFile);
  } catch (error) {
    const notice = noticeTexts['notice/index-not-written']({ file: index, reason: reasonOf(error) });
    log.for(kernelId).warn(notice.message);
    notices.raise(notice, undefined);
  }
}
