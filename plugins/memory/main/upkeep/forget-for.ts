import type { MemoryService, Selection } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { inPieces } from '../pieces.ts';
import type { Shown } from '../store/many.ts';
import type { Store } from '../store/store.ts';
import type { Proposals } from './proposals.ts';

/** So many an extension forgets by itself in a span: what it stored and takes back. */
const mostAlone = 10;
const spanMs = 3600_000;
/** So many are handed to the question to the person. */
const mostAsked = 5000;

export interface ForgetForParts {
  readonly store: Pick<Store, 'choosing' | 'shownOf'>;
  readonly proposals: Pick<Proposals, 'forget' | 'isContested'>;
  forget(selection: Selection, shown: readonly Shown[]): ReturnType<MemoryService['forget']>;
  readonly now: () => number;
  /** The person has something to decide. */
  asked(): void;
}

/** Forgets for an extension: a few memories that it stored and names, and of the rest what the person agrees to. */
export function openForgetFor({ store, proposals, forget, now, asked }: ForgetForParts) {
  const lately = new Map<string, readonly { readonly at: number; readonly count: number }[]>();
  return async (by: string, selection: Selection): ReturnType<MemoryService['forget']> => {
    const numbers = await inPieces(store.choosing(selection));
    const shown = store.shownOf(numbers, mostAsked);
    const recent = (lately.get(by) ?? []).filter(({ at }) => now() - at < spanMs);
    const count = numbers.length + recent.reduce((sum, one) => sum + one.count, 0);
    if (count <= mostAlone && isTakingBack(by, selection, shown) && !proposals.isContested(by, shown)) {
      const own = { at: now(), count: numbers.length };
      lately.set(by, [...recent, own]);
      try {
        return await forget(selection, shown);
      } catch (error) {
        const others = (lately.get(by) ?? []).filter(one => one !== own);
        lately.set(by, others);
        throw error;
      }
    }
    // One answer, whether something fits or not: else an extension that may only write could find out what is remembered, a word at a time.
    if (!proposals.forget(by, shown)) throw errors['memory/not-agreed']({});
    asked();
    throw errors['memory/forget-asked']({ from: by });
  };
}

/** Whether it names memories, says nothing else of them, and all that would go is what it stored. */
function isTakingBack(by: string, { ids = [], ...others }: Selection, shown: readonly Shown[]): boolean {
  if (ids.length === 0 || Object.values(others).some(one => one !== undefined)) return false;
  const there = new Set(shown.map(({ id }) => id));
  return ids.every(id => there.has(id)) && shown.every(one => one.by === by);
}
