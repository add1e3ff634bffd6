import type { ConversationsService } from '@atelier/conversations/contract';
import type { CaptureQueue } from './queue.ts';
import type { Checkpoint } from './reading.ts';
import { everybody, type Span, type Unheard } from './unheard.ts';

const mostParents = 20;

/** A conversation that another one was forked from, and when: what is older than that is in both. */
interface Parent {
  readonly conversation: string;
  readonly forkedAt: number;
}

/** From where on a conversation is read, and which times are left out: a fork holds messages that were read or private where they were said. */
export interface Heard {
  readonly after: Checkpoint | undefined;
  readonly unheard: readonly Span[];
}

export async function heardOf(
  { conversations, queue, unheard }: { conversations: Pick<ConversationsService, 'describe'>; queue: CaptureQueue; unheard: Unheard },
  conversation: string,
): Promise<Heard> {
  const parents = await parentsOf(conversations, conversation);
  const inherited = parents.flatMap(({ conversation: of, forkedAt }) => {
    const there = queue.checkpoint(of);
    // Its entries may have other ids here, so their time decides, to the last of them.
    return there === undefined ? [] : [{ entry: there.entry, at: Math.min(there.at, forkedAt) + 1 }];
  });
  const ofParents = parents.flatMap(({ conversation: of, forkedAt }) => [
    ...unheard.spans(of).map(({ since, until }) => ({ since, until: Math.min(until, forkedAt) })),
    // What became private there afterwards says nothing of an open copy.
    ...unheard.dropped(of).filter(({ until }) => until <= forkedAt),
  ]);
  const ofEverybody = [...unheard.spans(everybody), ...unheard.dropped(everybody)];
  return {
    after: queue.checkpoint(conversation) ?? inherited[0],
    unheard: [...unheard.spans(conversation), ...unheard.dropped(conversation), ...ofEverybody, ...ofParents],
  };
}

/** The nearest first. */
async function parentsOf(conversations: Pick<ConversationsService, 'describe'>, conversation: string): Promise<Parent[]> {
  const parents: Parent[] = [];
  let forkedAt = Number.POSITIVE_INFINITY;
  for (let of = conversation; parents.length < mostParents; ) {
    const found = await conversations.describe(of).catch(() => undefined);
    if (found?.parentId === undefined) return parents;
    forkedAt = Math.min(forkedAt, found.row.createdAt);
    of = found.parentId;
    parents.push({ conversation: of, forkedAt });
  }
  return parents;
}
