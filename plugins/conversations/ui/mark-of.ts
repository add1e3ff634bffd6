import type { Row, State } from '../contract/index.ts';

const marks: Partial<Record<State, string>> = { needsYou: 'needs', running: 'running', queued: 'queued', failed: 'failed', done: 'done' };

/** The state mark of a conversation; undefined when it is idle. Running, needs you, queued and failed have priority over unread. */
export function markOf({ state, unread }: Pick<Row, 'state' | 'unread'>): string | undefined {
  return unread && (state === 'idle' || state === 'done') ? 'unread' : marks[state];
}
