import type { Database } from '@atelier/kernel';
import type { MemoryRecord, Review } from '../../contract/index.ts';
import { isCount, type Settings } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { fadedBelow, freshness } from './fading.ts';

const weekMs = 7 * 24 * 3600 * 1000;
const mostListed = 50;
const mostFaded = 20;
/** So many are looked at for those that fade. */
const mostLookedAt = 5000;

/** The weekly look at what a model wrote, and at what fades. */
export function openReview(db: Database, store: Store, settings: Settings, now: () => number) {
  const first = db.prepare<{ at: number | null }>('SELECT min(at) AS at FROM unreviewed');
  const waiting = db.prepare<{ memory: string }>('SELECT memory FROM unreviewed ORDER BY at, memory');

  const faded = (): MemoryRecord[] =>
    store
      .oldest(mostLookedAt)
      .map(memory => ({ memory, fresh: freshness(memory, now()) }))
      .filter(({ fresh }) => fresh < fadedBelow)
      .sort((a, b) => a.fresh - b.fresh)
      .slice(0, mostFaded)
      .map(({ memory }) => memory);
  const review = (): Review => {
    const all = waiting.all().map(({ memory }) => store.find(memory));
    const memories = all.filter(memory => memory?.status === 'active') as MemoryRecord[];
    const fading = faded();
    const oldest = memories.length === 0 ? undefined : (first.get()?.at ?? undefined);
    const putOff = settings.read('reviewPutOff', isCount) ?? 0;
    const from = oldest ?? (fading.length > 0 ? 0 : undefined);
    const dueAt = from === undefined ? undefined : Math.max(from, putOff) + weekMs;
    return {
      due: dueAt !== undefined && dueAt <= now(),
      ...(dueAt !== undefined && { dueAt }),
      total: memories.length,
      memories: memories.slice(0, mostListed),
      faded: fading,
    };
  };
  return {
    review,
    putOff(): Review {
      settings.write('reviewPutOff', now());
      return review();
    },
  };
}
