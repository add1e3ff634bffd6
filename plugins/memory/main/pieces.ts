import { setImmediate } from 'node:timers/promises';

/** Work that is long with many memories: it yields where the app may do other things. What is written before a yield is whole by itself. */
export type InPieces<T> = Generator<undefined, T, undefined>;

/** Does it at once. */
export function atOnce<T>(work: InPieces<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Does it a piece at a time; other calls are answered in between. */
export async function inPieces<T>(work: InPieces<T>, pause: () => Promise<unknown> = setImmediate): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    await pause();
  }
}

/** Lets one such work begin when the one before it has ended: two that change many memories would get in each other's way. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return work => {
    const own = last.then(work);
    last = own.catch(() => undefined);
    return own;
  };
}
