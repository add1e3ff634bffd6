import { randomUUID } from 'node:crypto';

/** So long the answer is waited for. */
const waitMs = 120_000;

/** An event of a conversation, as far as it ends a wish. */
interface Happened {
  readonly kind: string;
  readonly conversation: string;
  readonly at: number;
}

/**
 * The answers for which the person wants no memories. A wish holds from when it is made until the turn that it was made for has begun to be
 * answered or has failed: the hook of a turn may run more than once before. The tools that read memories refuse until another turn begins, as
 * one that was cut goes on without a beginning.
 */
export function openWithout(now: () => number) {
  const asked = new Map<string, Map<string, number>>();
  const running = new Set<string>();
  const take = (conversation: string, isMeant: (wish: string, at: number) => boolean): void => {
    const wishes = asked.get(conversation);
    for (const [wish, at] of wishes ?? []) if (isMeant(wish, at)) wishes?.delete(wish);
    if (wishes?.size === 0) asked.delete(conversation);
  };
  return {
    /** The name of the wish takes it back: another window may have made one of its own. */
    ask(conversation: string): string {
      const wish = randomUUID();
      asked.set(conversation, (asked.get(conversation) ?? new Map()).set(wish, now()));
      return wish;
    },
    takeBack: (conversation: string, wish: string): void => take(conversation, one => one === wish),
    /** Whether a turn that begins is one of them. What an extension sends is told no memory anyway. */
    begins({ conversation, by }: { readonly conversation: string; readonly by?: string }): boolean {
      if (by !== undefined) {
        running.delete(conversation);
        return false;
      }
      take(conversation, (_, at) => now() - at >= waitMs);
      const isWithout = asked.has(conversation);
      if (isWithout) running.add(conversation);
      else running.delete(conversation);
      return isWithout;
    },
    /** What ended before a wish was made says nothing of it, however late it is told. */
    happened({ kind, conversation, at }: Happened): void {
      const isOver = kind === 'turnEnded' || kind === 'failed';
      if (isOver || kind === 'turnStarted') take(conversation, (_, since) => since <= at && running.has(conversation));
    },
    isOn: (conversation: string): boolean => running.has(conversation),
  };
}
