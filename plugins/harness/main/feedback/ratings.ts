import type { Database } from '@atelier/kernel';
import type { Rating } from '../../contract/index.ts';

export interface Thumbs {
  readonly up: number;
  readonly down: number;
}

/** What the person thinks of answers. */
export interface Ratings {
  /** Without a word the one that is there stays, unless it was said of the other thumb. */
  rate(rating: {
    readonly conversation: string;
    readonly entry: string;
    readonly thumb: Rating['thumb'];
    readonly word?: string;
    readonly candidate?: string;
    readonly at: number;
  }): void;
  takeBack(conversation: string, entry: string): void;
  of(conversation: string): Rating[];
  /** Of the conversations that have recorded this candidate. */
  thumbsOf(candidate: string): Thumbs;
  forget(conversation: string): void;
}

export function openRatings(db: Database): Ratings {
  const upsert = db.prepare(`
    INSERT INTO ratings (conversation, entry, thumb, word, candidate, rated_at) VALUES (?, ?, ?, coalesce(?, ''), ?, ?)
    ON CONFLICT DO UPDATE SET thumb = excluded.thumb, word = coalesce(?, iif(thumb = excluded.thumb, word, '')), candidate = excluded.candidate, rated_at = excluded.rated_at
  `);
  const remove = db.prepare('DELETE FROM ratings WHERE conversation = ? AND entry = ?');
  const select = db.prepare<{ entry: string; thumb: number; word: string }>(
    'SELECT entry, thumb, word FROM ratings WHERE conversation = ? ORDER BY rated_at, entry',
  );
  const count = db.prepare<Thumbs>(
    'SELECT count(*) FILTER (WHERE thumb = 1) AS up, count(*) FILTER (WHERE thumb = -1) AS down FROM ratings WHERE candidate = ?',
  );
  const forget = db.prepare('DELETE FROM ratings WHERE conversation = ?');
  return {
    rate: ({ conversation, entry, thumb, word = null, candidate = null, at }) =>
      void upsert.run(conversation, entry, thumb === 'up' ? 1 : -1, word, candidate, at, word),
    takeBack: (conversation, entry) => void remove.run(conversation, entry),
    of: conversation => select.all(conversation).map(({ entry, thumb, word }) => ({ entry, word, thumb: thumb === 1 ? 'up' : 'down' })),
    thumbsOf: candidate => count.get(candidate) ?? { up: 0, down: 0 },
    forget: conversation => void forget.run(conversation),
  };
}

/** The most that thumbs add to a score, or take from it. */
export const mostBonus = 0.1;
/** So many thumbs are as if somebody had no opinion: few thumbs say little. */
const doubt = 5;

/** What thumbs add to a score between 0 and 1. */
export function bonusOf({ up, down }: Thumbs): number {
  return (mostBonus * (up - down)) / (up + down + doubt);
}
