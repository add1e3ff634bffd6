import type { AgentEvent, Entry, ToolOutcome } from '@atelier/agent/contract';
import type { Database } from '@atelier/kernel';
import type { LiveStates } from './live-state.ts';
import type { TextIndex } from './search/text-index.ts';
import type { EntryStore } from './store/entry-store.ts';
import { type LightEntry, lightEntry } from './store/light-entry.ts';

export interface TakingParts {
  readonly db: Database;
  readonly store: EntryStore;
  readonly texts: TextIndex;
  readonly live: LiveStates;
  /** Reads the file; `tell` where windows have to read anew. */
  readonly refresh: (conversation: string, tell: boolean) => void;
}

/** A tool's call is in one of the newest messages. */
const newest = 20;

/** Keeps the rows as new as what happens. At the end of a turn the file has the last word. */
export function takeEvents({ db, store, texts, live, refresh }: TakingParts): (event: AgentEvent) => void {
  const ended = (number: number, entry: Entry) => {
    const there = store.positionOf(number, entry.id);
    const position = there ?? store.total(number);
    store.put(number, position, lightEntry(entry));
    if (there !== undefined) texts.changed(number, position);
    texts.touch(number);
  };
  const answered = (number: number, tool: string, outcome: ToolOutcome) => {
    for (const { position, json } of store.before(number, store.total(number), newest).toReversed()) {
      const entry = JSON.parse(json) as LightEntry;
      if (entry.parts?.some(part => part.tool === tool) !== true) continue;
      const parts = entry.parts.map(part => (part.tool === tool ? { ...part, outcome } : part));
      const { light: wasLight, ...rest } = lightEntry({ ...entry, parts } as Entry);
      store.put(number, position, { ...rest, ...((wasLight || entry.light) && { light: true as const }) });
      texts.changed(number, position);
      return;
    }
  };
  return event => {
    const { conversation, kind, entry, tool, outcome } = event;
    const number = store.numberOf(conversation);
    // Conversations that nobody sees are in no index.
    if (number === undefined) return undefined;
    const state = live.hear(event);
    const isOver = kind === 'turnEnded' || kind === 'failed';
    const isElsewhere = kind === 'rewound' || (kind === 'compaction' && event.phase === 'ended');
    const isWritten = (kind === 'messageEnded' && entry !== undefined) || (kind === 'toolEnded' && outcome !== undefined);
    if (isOver || isElsewhere || isWritten) state.version += 1;
    if (kind === 'rewound') state.verified = false;
    if (isOver || isElsewhere) return refresh(conversation, isElsewhere);
    if (!isWritten && (state.verified || kind !== 'turnStarted')) return undefined;
    if (!state.verified) return refresh(conversation, false);
    if (kind === 'messageEnded' && entry !== undefined) db.transaction(() => ended(number, entry));
    else if (tool !== undefined && outcome !== undefined) db.transaction(() => answered(number, tool, outcome));
    return undefined;
  };
}
