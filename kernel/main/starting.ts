import { dirname } from 'node:path';
import type { Decisions } from './decisions.ts';
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
import { atomicWrite, makePrivateFolder, privateFile } from './storage/atomic-write.ts';
import { version } from './version.ts';

interface WakeParts {
  readonly extensions: KnownExtensions;
  readonly lifecycle: Lifecycle;
}

interface IndexParts {
  readonly decisions: Decisions;
  readonly log: AppLog;
  readonly notices: Notices;
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

/** Wakes every extension that taps a hook. */
export async function wakeTappers(
  { plan, extensions, lifecycle }: WakeParts & { readonly plan: CurrentPlan },
  hook: string,
): Promise<void> {
  // A tap whose extension cannot wake is skipped: its state says why, and the others must not wait for it.
  for (const id of plan.tappersOf(hook)) {
    if (extensions.get(id)?.state === 'dormant') await lifecycle.wake(id, hook).catch(() => undefined);
  }
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
