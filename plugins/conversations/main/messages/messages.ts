import type { AgentEvent, Entry } from '@atelier/agent/contract';
import type { Database, Handlers } from '@atelier/kernel';
import type { Core, Shape } from '../core.ts';
import { errors } from '../errors.ts';

type Calls = Pick<Handlers<Shape>, 'page' | 'image' | 'find' | 'search' | 'indexState' | 'rebuildIndex'>;

export interface MessageParts extends Core {
  readonly db: Database;
  readonly signal: AbortSignal;
}

/** The index of all messages: pages, search, and its own repair. */
export interface Messages {
  readonly calls: Calls;
  /** Follows what happens, so that the index is as new as the session files. */
  take(event: AgentEvent): void;
  /** An entry, and the message of the person's that it answers; itself where it is one. */
  entryOf(conversation: string, entry: string): Promise<{ readonly entry: Entry; readonly asked: Entry } | undefined>;
  forget(conversation: string): void;
  /** Proves that no session file is missing, and repairs what is. */
  check(): void;
}

export function openMessages({ agent }: MessageParts): Messages {
  const usual = 60;
  return {
    calls: {
      async page({ conversation, limit = usual }) {
        const { entries, total, seq } = await agent.transcript(conversation, { limit });
        const first = total - entries.length;
        return { entries: entries.map((entry, index) => ({ ...entry, position: first + index })), first, total, seq };
      },
      async image() {
        throw errors['conversations/entry-missing']({});
      },
      find: async () => ({ places: [], total: 0 }),
      search: async () => ({ hits: [] }),
      indexState: async () => ({ state: 'ready', done: 0, of: 0, problems: [] }),
      rebuildIndex: async () => null,
    },
    take: () => undefined,
    async entryOf(conversation, id) {
      const { entries } = await agent.transcript(conversation);
      const at = entries.findIndex(entry => entry.id === id);
      const entry = entries[at];
      const asked = entries.slice(0, at + 1).findLast(one => one.kind === 'user');
      return entry && asked && { entry, asked };
    },
    forget: () => undefined,
    check: () => undefined,
  };
}
