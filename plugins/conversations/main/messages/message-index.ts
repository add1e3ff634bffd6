import type { Database } from '@atelier/kernel';
import type { Core } from '../core.ts';
import type { LiveStates } from './live-state.ts';
import type { TextIndex } from './search/text-index.ts';
import type { EntryStore } from './store/entry-store.ts';

/** The parts of the message index: its rows, its full text, and the live state that keeps them up to date. */
export interface MessageIndex extends Core {
  readonly db: Database;
  readonly store: EntryStore;
  readonly texts: TextIndex;
  readonly live: LiveStates;
  readonly signal: AbortSignal;
}
