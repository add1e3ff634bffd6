import type { AgentEvent, Entry } from '@atelier/agent/contract';
import type { Database, Handlers } from '@atelier/kernel';
import type { Core, Shape } from '../core.ts';
import { takeEvents } from './agent-events.ts';
import { LiveStates } from './live-state.ts';
import type { MessageIndex } from './message-index.ts';
import { openPages } from './pages.ts';
import { Check } from './repair/check.ts';
import type { Rebuilt } from './repair/rebuilt.ts';
import { Refreshing } from './repair/refresh.ts';
import { openSearch } from './search/search.ts';
import { openTextIndex } from './search/text-index.ts';
import { openEntryStore } from './store/entry-store.ts';

type Calls = Pick<Handlers<Shape>, 'page' | 'image' | 'find' | 'search' | 'indexState' | 'rebuildIndex'>;

/** The index of all messages: pages, search, and its own repair. */
export interface Messages {
  readonly calls: Calls;
  /** Updates the index with an event of the agent. */
  take(event: AgentEvent): void;
  /** An entry and the person's message that it answers; for a message of the person, the same entry twice. */
  entryOf(conversation: string, entry: string): Promise<{ readonly entry: Entry; readonly asked: Entry } | undefined>;
  /** Whether a message of the person has pictures, and this model has not answered since. */
  hasNewPictures(conversation: string, model: string | undefined, before?: string): Promise<boolean>;
  forget(conversation: string): void;
  /** Takes the words of conversations that were deleted for good out of the index. */
  erase(): Promise<void>;
  /** Checks that the index contains every session file, and repairs it: for one conversation, or for all. */
  check(conversation?: string): Promise<void>;
  /** Rebuilds everything from the session files; returns what became of those that had no record. */
  rebuild(): Promise<Rebuilt>;
}

export function openMessages(core: Core, db: Database, signal: AbortSignal): Messages {
  const store = openEntryStore(db);
  const index: MessageIndex = { ...core, db, signal, store, texts: openTextIndex(db, store), live: new LiveStates() };
  const refreshing = new Refreshing(index);
  const check = new Check(index, refreshing);
  const pages = openPages(index, refreshing);
  const search = openSearch(db, core.now);
  return {
    calls: {
      ...pages.calls,
      async search(question) {
        if (core.isWritable) index.texts.catchUp();
        return search(question);
      },
      indexState: () => check.state(),
      async rebuildIndex({ conversation }) {
        if (conversation === undefined) {
          index.texts.empty();
          void check.run(true);
          return null;
        }
        core.records.get(conversation);
        await refreshing.run(conversation, { rereadAll: true, notify: true });
        return null;
      },
    },
    take: takeEvents(index, refreshing),
    entryOf: pages.entryOf,
    hasNewPictures: pages.hasNewPictures,
    forget: conversation => index.live.forget(conversation),
    erase: () => index.texts.erase(signal),
    async rebuild() {
      await check.run(true);
      return check.rebuilt;
    },
    async check(conversation) {
      if (conversation === undefined) return await check.run();
      if (!(await refreshing.isFresh(conversation))) await refreshing.refreshed(conversation);
    },
  };
}
