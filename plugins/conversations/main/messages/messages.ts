import type { AgentEvent, Entry } from '@atelier/agent/contract';
import type { Database, Handlers } from '@atelier/kernel';
import type { IndexState } from '../../contract/index.ts';
import type { Core, Shape } from '../core.ts';
import { LiveStates } from './live-state.ts';
import { openPages } from './pages.ts';
import { Check } from './repair/check.ts';
import { isSame, stampOf } from './repair/file-stamp.ts';
import { recover } from './repair/recover.ts';
import { Refreshing } from './repair/refreshing.ts';
import { openSearch } from './search/search.ts';
import { openTextIndex } from './search/text-index.ts';
import { openEntryStore } from './store/entry-store.ts';
import { takeEvents } from './taking.ts';

type Calls = Pick<Handlers<Shape>, 'page' | 'image' | 'find' | 'search' | 'indexState' | 'rebuildIndex'>;

export interface MessageParts extends Core {
  readonly db: Database;
  readonly signal: AbortSignal;
  readonly locale: () => Promise<'fr' | 'en'>;
}

/** The index of all messages: pages, search, and its own repair. */
export interface Messages {
  readonly calls: Calls;
  /** Follows what happens, so that the index is as new as the session files. */
  take(event: AgentEvent): void;
  /** An entry, and the message of the person's that it answers; itself where it is one. */
  entryOf(conversation: string, entry: string): Promise<{ readonly entry: Entry; readonly asked: Entry } | undefined>;
  forget(conversation: string): void;
  /** Proves that no session file is missing, and repairs what is: of one conversation, or of all. */
  check(conversation?: string): Promise<void>;
}

export function openMessages(parts: MessageParts): Messages {
  const { db, signal, agent, records, publisher, log, now } = parts;
  const locale = () => parts.locale().catch(() => 'fr' as const);
  const store = openEntryStore(db);
  const texts = openTextIndex(db, store);
  const live = new LiveStates();
  const forgotten = new Set<string>();
  const refreshing = new Refreshing({
    db,
    store,
    texts,
    agent,
    log,
    signal,
    live,
    told: conversation => publisher().emit('entriesChanged', { conversation }),
  });
  const isFresh = async (conversation: string) => {
    const state = live.of(conversation);
    if (state.verified) return true;
    const number = store.numberOf(conversation);
    if (number === undefined) return false;
    const { version } = state;
    const [stamp, indexed] = [await stampOf(agent, conversation), store.indexed(number)];
    // With a problem, the file is the same that could not be read.
    const isFine = (indexed.whole || indexed.problem !== undefined) && isSame(stamp, indexed) && state.version === version;
    if (isFine) {
      state.verified = true;
      texts.touch(number);
    }
    return isFine;
  };
  const refreshed = (conversation: string, anew = false) => refreshing.run(conversation, { anew, tell: false });
  const check = new Check({
    records,
    agent,
    store,
    log,
    signal,
    async isFresh(conversation) {
      const number = store.numberOf(conversation);
      if (number === undefined || !(await isFresh(conversation))) return false;
      // Of what a killed process has kept, the words may be missing.
      await texts.flush(number, signal);
      return true;
    },
    refreshed,
    recover: conversation => recover({ ...parts, store, refreshed, locale }, conversation),
    isForgotten: conversation => forgotten.has(conversation),
    changed: () =>
      void locale()
        .then(language => publisher().emit('indexChanged', stateIn(language)))
        .catch(error => log.warn(String(error))),
  });
  const stateIn = (language: 'fr' | 'en'): IndexState => {
    const { state, done, of, problems } = check.progress;
    return {
      state,
      done,
      of,
      problems: [...store.problems(), ...problems].map(({ conversation, file, problem }) => ({
        conversation,
        file,
        problem: { code: problem.code, message: problem[language] },
      })),
    };
  };
  const pages = openPages({ records, agent, store, live, signal, locale, isFresh, refreshed });
  const search = openSearch(db, now);
  return {
    calls: {
      ...pages.calls,
      async search(question) {
        texts.catchUp();
        return search(question);
      },
      indexState: async () => stateIn(await locale()),
      async rebuildIndex({ conversation }) {
        if (conversation === undefined) {
          texts.empty();
          void check.run(true);
          return null;
        }
        records.get(conversation);
        await refreshing.run(conversation, { anew: true, tell: true });
        return null;
      },
    },
    take: takeEvents({ db, store, texts, live, refresh: (conversation, tell) => void refreshing.run(conversation, { anew: false, tell }) }),
    entryOf: pages.entryOf,
    forget(conversation) {
      live.forget(conversation);
      forgotten.add(conversation);
    },
    async check(conversation) {
      if (conversation === undefined) return await check.run();
      if (!(await isFresh(conversation))) await refreshed(conversation);
    },
  };
}
