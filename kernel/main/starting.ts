import { dirname } from 'node:path';
import type { Core } from './core.ts';
import { noticeTexts } from './errors/notice.ts';
import type { Lifecycle } from './lifecycle.ts';
import { kernelId } from './manifest/declared.ts';
import { type Discovery, indexText } from './manifest/discovery.ts';
import type { Plan } from './manifest/plan.ts';
import { reasonOf } from './reason.ts';
import { atomicWrite, makePrivateFolder, privateFile } from './storage/atomic-write.ts';
import { version } from './version.ts';

/** The plan; one that the index remembers holds as long as nothing is switched off. */
export async function firstPlan({ found, order }: Discovery, off: ReadonlySet<string>): Promise<Plan> {
  if (order && off.size === 0) return { order, refusals: [] };
  const { plan } = await import('./manifest/plan.ts');
  return plan(found, version, off);
}

/** Extensions that asked to run at start, then those that asked for idle time, one at a time so that a person's click comes first. */
export async function wakeEarly(core: Core, lifecycle: Lifecycle): Promise<void> {
  // After this turn: whoever called startKernel gets to draw before any extension's code runs.
  await new Promise(resolve => setImmediate(resolve));
  const asking = (activation: 'startup' | 'idle') =>
    [...core.residents.values()]
      .filter(one => one.found.atelier.activation === activation && one.state === 'dormant')
      .map(one => one.found.id);
  for (const phase of ['startup', 'idle'] as const) {
    for (const id of asking(phase)) {
      await lifecycle.wake(id, phase).catch(() => undefined);
      if (phase === 'idle') await new Promise(resolve => setImmediate(resolve));
    }
  }
}

/** Writes the index where the next start can use it: everything was read, and nothing was refused. */
export async function remember(core: Core, discovery: Discovery, first: Plan, index: string): Promise<void> {
  const holds = discovery.unreadable.length === 0 && first.refusals.length === 0 && core.choices.off.size === 0;
  if (discovery.order || !holds) return;
  try {
    makePrivateFolder(dirname(index));
    await atomicWrite(index, Buffer.from(indexText(discovery, first.order)), privateFile);
  } catch (error) {
    const notice = noticeTexts['notice/index-not-written']({ file: index, reason: reasonOf(error) });
    core.log.for(kernelId).warn(notice.message);
    core.notices.raise(notice, undefined);
  }
}
