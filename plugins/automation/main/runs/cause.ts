import { AsyncLocalStorage } from 'node:async_hooks';

/** The run of which something comes, and what that run itself came of. */
interface Cause {
  readonly rule: string;
  readonly by: Cause | undefined;
  endedAt: number | undefined;
}

/** So long after its end something may still come of a run; what a run opened and others use later is theirs. */
const afterMs = 60_000;

const causes = new AsyncLocalStorage<Cause>();

/** Does the work of a run, so that what comes of it is known to. */
export async function asRunOf(rule: string, now: () => number, work: () => Promise<void>): Promise<void> {
  const cause: Cause = { rule, by: causes.getStore(), endedAt: undefined };
  try {
    await causes.run(cause, work);
  } finally {
    cause.endedAt = now();
  }
}

/** Whether what happens now comes of a run of this rule, however many other runs lie between. */
export function comesOf(rule: string, now: number): boolean {
  for (let cause = causes.getStore(); cause !== undefined; cause = cause.by) {
    if (cause.endedAt !== undefined && Math.abs(now - cause.endedAt) > afterMs) return false;
    if (cause.rule === rule) return true;
  }
  return false;
}
