import { type Captured, type CapturingParts, captureOne, holdOf } from './capturing.ts';

const restMs = 600_000;
/** The app starts without it. */
const afterStartMs = 60_000;
const longestWaitMs = 3600 * 1000;
const mostSwept = 200;

export interface CaptureClock {
  /** A turn of a conversation has ended well. */
  completed(conversation: string): void;
  archived(conversation: string): void;
  /** While turns run nothing is captured, so that none waits for it. */
  turn(conversation: string, runs: boolean): void;
  /** What is due is captured now. */
  wake(): void;
  /** What waits for a model or a budget is due. */
  hasten(): void;
  forget(conversation: string): void;
  end(): void;
}

export interface ClockParts extends CapturingParts {
  /** When it was last made sure that every conversation that changed is in the queue. */
  readonly sweptAt: number | undefined;
  recent(limit: number): Promise<readonly { readonly id: string; readonly updatedAt: number }[]>;
  came(captured: Captured): void;
  changed(): void;
}

/** Captures conversations one by one when they are due: when they have rested for ten minutes, or were archived. */
export function startClock(parts: ClockParts): CaptureClock {
  const { queue, now, log, signal } = parts;
  const turns = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  const wait = (ms: number): void => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(run, Math.min(Math.max(0, ms), longestWaitMs));
  };
  const run = (): void => {
    if (isRunning || signal.aborted) return;
    isRunning = true;
    const failed = (error: unknown) => log.warn(`Capture did not go on: ${String((error as Error).message)}`);
    work()
      .catch(failed)
      .then(goOn)
      // The database cannot be read: it is closed, or its disk is away.
      .catch(error => {
        failed(error);
        wait(longestWaitMs);
      });
  };
  const goOn = (): void => {
    isRunning = false;
    if (signal.aborted) return;
    const nextAt = queue.nextAt();
    // What is due and was not captured is held: by a turn that will say when it ends, or by what is looked at again in an hour.
    if (nextAt !== undefined) wait(nextAt > now() ? nextAt - now() : longestWaitMs);
  };
  const work = async (): Promise<void> => {
    for (;;) {
      const due = turns.size > 0 || signal.aborted ? undefined : queue.due(now());
      if (due === undefined || (await holdOf(parts)) !== undefined) return;
      parts.changed();
      const captured = await captureOne(parts, due);
      if (signal.aborted) return;
      parts.came(captured);
      parts.changed();
    }
  };
  const put = (conversation: string, dueAt: number): void => {
    // What is said while capture is off is not read later either.
    if (parts.choices.paused()) return;
    queue.put(conversation, dueAt, now());
    // Put first, so that a kill loses nothing; what is private is not shown as waiting.
    leavePrivate(conversation)
      .then(parts.changed)
      .catch(error => log.warn(String((error as Error).message)));
  };
  const isPrivate = async (conversation: string) => await parts.conversations.isPrivate(conversation).catch(() => false);
  const leavePrivate = async (conversation: string): Promise<void> => {
    if ((await isPrivate(conversation)) && !signal.aborted) queue.remove(conversation);
  };
  /** A kill between the end of a turn and its row in the queue lost the row. */
  const sweep = async (since: number): Promise<void> => {
    if (parts.choices.paused()) return;
    for (const { id, updatedAt } of await parts.recent(mostSwept))
      if (updatedAt > since && !(await isPrivate(id)) && !signal.aborted) queue.put(id, updatedAt + restMs, now());
  };

  queue.recover(now());
  if (parts.sweptAt !== undefined) sweep(parts.sweptAt).catch(error => log.warn(String((error as Error).message)));
  wait(afterStartMs);
  return {
    completed(conversation) {
      put(conversation, now() + restMs);
      if (!isRunning) wait(Math.min(restMs, Math.max(0, (queue.nextAt() ?? 0) - now())));
    },
    archived(conversation) {
      put(conversation, now());
      wait(0);
    },
    turn(conversation, runs) {
      if (runs) turns.add(conversation);
      else if (turns.delete(conversation) && turns.size === 0 && (queue.nextAt() ?? Number.POSITIVE_INFINITY) <= now()) wait(0);
    },
    wake: () => wait(0),
    hasten() {
      queue.hasten(now());
      wait(0);
    },
    forget(conversation) {
      turns.delete(conversation);
      queue.forget(conversation);
    },
    end: () => clearTimeout(timer),
  };
}
