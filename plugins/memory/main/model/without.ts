import { randomUUID } from 'node:crypto';
import type { AgentService } from '@atelier/agent/contract';

/** So long the answer is waited for. */
const waitMs = 120_000;

/** When it was made, and what the person said in the message that is to be answered again, where that is known. */
interface Wish {
  readonly at: number;
  readonly text: string | undefined;
}

/** An event of a conversation, as far as it ends a wish. */
interface Happened {
  readonly kind: string;
  readonly conversation: string;
  readonly at: number;
}

/**
 * The answers for which the person wants no memories. A wish holds from when it is made until the turn that it was made for has begun to be
 * answered or has failed: the hook of a turn may run more than once before. The tools that read memories refuse until another turn begins, as
 * one that was cut goes on without a beginning. A wish of a window that was closed means no other message than the one that it was made for.
 */
export function openWithout(now: () => number) {
  const asked = new Map<string, Map<string, Wish>>();
  const running = new Set<string>();
  const take = (conversation: string, isMeant: (name: string, wish: Wish) => boolean): void => {
    const wishes = asked.get(conversation);
    for (const [name, wish] of wishes ?? []) if (isMeant(name, wish)) wishes?.delete(name);
    if (wishes?.size === 0) asked.delete(conversation);
  };
  return {
    /** The name of the wish takes it back: another window may have made one of its own. */
    ask(conversation: string, text?: string): string {
      const name = randomUUID();
      const wishes = asked.get(conversation) ?? new Map<string, Wish>();
      asked.set(conversation, wishes.set(name, { at: now(), text: text?.trim() }));
      return name;
    },
    takeBack: (conversation: string, wish: string): void => take(conversation, name => name === wish),
    /** Whether a turn that begins is one of them. What an extension sends is told no memory anyway. */
    begins({ conversation, by, text = '' }: { readonly conversation: string; readonly by?: string; readonly text?: string }): boolean {
      if (by !== undefined) {
        running.delete(conversation);
        return false;
      }
      take(conversation, (_, { at }) => now() - at >= waitMs);
      const isWithout = [...(asked.get(conversation)?.values() ?? [])].some(wish => wish.text === undefined || wish.text === text.trim());
      if (isWithout) running.add(conversation);
      else running.delete(conversation);
      return isWithout;
    },
    /** What ended before a wish was made says nothing of it, however late it is told. */
    happened({ kind, conversation, at }: Happened): void {
      const isOver = kind === 'turnEnded' || kind === 'failed';
      if (isOver || kind === 'turnStarted') take(conversation, (_, wish) => wish.at <= at && running.has(conversation));
    },
    isOn: (conversation: string): boolean => running.has(conversation),
  };
}

/** What the person said in the message that an answer is for; undefined where that is long ago. */
export async function askedFor(agent: Pick<AgentService, 'transcript'>, conversation: string, answer: string): Promise<string | undefined> {
  const { entries } = await agent.transcript(conversation, { limit: 500 });
  const at = entries.findIndex(({ id }) => id === answer);
  const asked = entries.slice(0, Math.max(0, at)).findLast(({ kind }) => kind === 'user');
  return asked?.parts?.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
}
