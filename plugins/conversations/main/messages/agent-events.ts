import type { AgentEvent, Entry, ToolOutcome } from '@atelier/agent/contract';
import type { MessageIndex } from './message-index.ts';
import type { Refreshing } from './repair/refresh.ts';
import { type LightEntry, lightEntry } from './store/light-entry.ts';

/** A tool's call is in one of the newest messages. */
const newest = 20;

/** Updates the rows with the agent's events. At the end of a turn they are compared with the file, which decides. */
export function takeEvents({ db, store, texts, live }: MessageIndex, refreshing: Refreshing): (event: AgentEvent) => void {
  /** Reads the file; with `notify`, windows are notified that they must reload. */
  const refresh = (conversation: string, notify: boolean) => void refreshing.run(conversation, { rereadAll: false, notify });
  const ended = (number: number, entry: Entry) => {
    const existing = store.positionOf(number, entry.id);
    const position = existing ?? store.total(number);
    store.put(number, position, lightEntry(entry));
    if (existing !== undefined) texts.changed(number, position);
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
    // Hidden conversations are not indexed.
    if (number === undefined) return undefined;
    const state = live.take(event);
    const isOver = kind === 'turnEnded' || kind === 'failed';
    const isHistoryChanged = kind === 'rewound' || (kind === 'compaction' && event.phase === 'ended');
    const isWritten = (kind === 'messageEnded' && entry !== undefined) || (kind === 'toolEnded' && outcome !== undefined);
    if (isOver || isHistoryChanged || isWritten) state.version += 1;
    if (kind === 'rewound') state.verified = false;
    if (isOver || isHistoryChanged) return refresh(conversation, isHistoryChanged);
    if (!isWritten && (state.verified || kind !== 'turnStarted')) return undefined;
    if (!state.verified) return refresh(conversation, false);
    if (kind === 'messageEnded' && entry !== undefined) db.transaction(() => ended(number, entry));
    else if (tool !== undefined && outcome !== undefined) db.transaction(() => answered(number, tool, outcome));
    return undefined;
  };
}
