import { setImmediate } from 'node:timers/promises';
import type { EntryStore } from '../store/entry-store.ts';
import { textsOf } from '../store/entry-texts.ts';
import type { LightEntry } from '../store/light-entry.ts';
import { folded } from './fold.ts';

export interface Places {
  readonly places: { entry: string; position: number; count: number }[];
  readonly total: number;
}

const piece = 200;
const maxPlaces = 10_000;

/** Finds a text in one conversation, in order, ignoring case and accents; also in the middle of words. */
export async function findIn(store: EntryStore, conversation: number, text: string, signal: AbortSignal): Promise<Places> {
  const wanted = folded(text.normalize('NFC'));
  const places: Places['places'] = [];
  let total = 0;
  if (wanted.trim() === '') return { places, total };
  for (let from = 0; !signal.aborted && places.length < maxPlaces; from += piece) {
    const entries = store.from(conversation, from, piece);
    for (const { id, position, json } of entries) {
      const { user, assistant, tool } = textsOf(JSON.parse(json) as LightEntry);
      const count = [user, assistant, tool].reduce((sum, one) => sum + countIn(one, wanted), 0);
      if (count === 0) continue;
      places.push({ entry: id, position, count });
      total += count;
    }
    if (entries.length < piece) break;
    await setImmediate();
  }
  return { places, total };
}

function countIn(text: string, wanted: string): number {
  const looked = folded(text.normalize('NFC'));
  let count = 0;
  for (let at = looked.indexOf(wanted); at !== -1; at = looked.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
}
