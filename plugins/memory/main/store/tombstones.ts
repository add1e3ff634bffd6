import { createHmac, createSecretKey } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import { fold, gramsOf } from '../search/grams.ts';
import type { Row } from './rows.ts';

const hashes = 64;
/** Of so many of their trigrams in common, two texts say the same. */
const alike = 0.5;

/** What was forgotten, without its words: enough to know it again when it is captured once more. */
export interface Tombstones {
  /** The salted hash of words, whatever their case, accents and punctuation. */
  said(content: string): number;
  add(row: Pick<Row, 'id' | 'content' | 'topic' | 'message'>, at: number): void;
  /** Stops these words only. */
  addWords(memory: string, content: string, at: number): void;
  remove(memory: string): void;
  /** Removes those of exactly these words: the person has written them down again. */
  removeSaid(content: string): void;
  /**
   * Whether this was forgotten: exactly these words, this topic of this message, or, said before it was forgotten, something alike. What
   * is said later in other words is new.
   */
  covers(draft: Pick<Row, 'content' | 'topic' | 'message' | 'valid_from'>): boolean;
}

export function openTombstones(db: Database): Tombstones {
  const salt = db.prepare<{ value: Uint8Array }>('SELECT value FROM salt').get()?.value ?? new Uint8Array(16);
  // Made once: making it costs more than a hash.
  const key = createSecretKey(salt);
  const insert = db.prepare('INSERT OR REPLACE INTO tombstones (memory, said, told, sketch, at) VALUES (?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM tombstones WHERE memory = ?');
  const removeSaid = db.prepare('DELETE FROM tombstones WHERE said = ?');
  const all = db.prepare<{ said: number; told: number | null; sketch: Uint8Array; at: number }>(
    'SELECT said, told, sketch, at FROM tombstones',
  );

  /** A whole number that a double holds. */
  const hash = (text: string) => createHmac('sha256', key).update(text).digest().readUIntBE(0, 6);
  const said = (content: string) => hash(normal(content));
  const told = (message: string | null, topic: string) => (message === null ? null : hash(`${message}\n${topic}`));
  const sketch = (content: string) => sketchOf(content, salt);
  return {
    said,
    add: ({ id, content, topic, message }, at) =>
      void insert.run(id, said(content), told(message, topic), new Uint8Array(sketch(content).buffer), at),
    addWords: (memory, content, at) => void insert.run(memory, said(content), null, new Uint8Array(), at),
    remove: memory => void remove.run(memory),
    removeSaid: content => void removeSaid.run(said(content)),
    covers({ content, topic, message, valid_from }) {
      const stones = all.all();
      if (stones.length === 0) return false;
      const words = said(content);
      const place = told(message, topic);
      const own = sketch(content);
      return stones.some(
        stone =>
          stone.said === words ||
          (place !== null && stone.told === place) ||
          (valid_from <= stone.at && likeness(own, stone.sketch) >= alike),
      );
    },
  };
}

function normal(content: string): string {
  return fold(content)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The least of each of some salted hashes over the trigrams: as many are equal in two sketches as trigrams are in both texts. */
function sketchOf(content: string, salt: Uint8Array): Uint16Array {
  const least = new Uint16Array(hashes).fill(0xffff);
  const seed = new DataView(salt.buffer, salt.byteOffset).getUint32(0);
  for (const place of gramsOf(content).keys())
    for (let at = 0; at < hashes; at += 1) {
      let mixed = Math.imul(place ^ seed, 0x9e3779b1) + Math.imul(at + 1, 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
      const value = (mixed ^ (mixed >>> 13)) & 0xffff;
      if (value < (least[at] as number)) least[at] = value;
    }
  return least;
}

function likeness(own: Uint16Array, stored: Uint8Array): number {
  if (stored.length === 0) return 0;
  let equal = 0;
  for (let at = 0; at < hashes; at += 1) if (own[at] === ((stored[at * 2] ?? 0) | ((stored[at * 2 + 1] ?? 0) << 8))) equal += 1;
  return equal / hashes;
}
