import { hash as digest } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import { errors } from '../errors.ts';
import { gramsOfWords } from '../search/grams.ts';
import type { Row } from './rows.ts';
import { formerWordsOf, legible, piecesOf, sentencesOf, tellingOf, tellingWords, wordsOf } from './telling.ts';

const hashes = 64;
/** Of so many of their trigrams in common, two texts may say the same. */
const alike = 0.5;
const leastTelling = 3;
const mostSentences = 20;

/** What was forgotten, without its words: enough to know it again when it is captured once more. */
export type Tombstones = ReturnType<typeof openTombstones>;

/** `same`: these words, or with other small ones. `alike`: perhaps the same thing, which only the person can tell. */
export type Coverage = 'same' | 'alike' | undefined;

export interface Stone {
  readonly said: number;
  readonly telling: number | null;
  readonly told: number | null;
  readonly moment: number | null;
  readonly topic: number | null;
  readonly sketch: Uint8Array;
  readonly at: number;
  readonly held: number;
}

/** Whose it was: the person's or nobody's but a model's; an extension's, which the person had forgotten; or which took it back itself. */
export const held = { no: 0, forgotten: 1, takenBack: 2 } as const;

/** A tombstone, or former words, as they were taken away: with the sketch in hexadecimal. */
export type Lifted = Readonly<Record<'memory' | 'sketch', string> & Record<'said', number>> &
  Readonly<Record<string, string | number | null>>;

const ofStone = ['memory', 'said', 'telling', 'told', 'moment', 'topic', 'at', 'held'];
const ofFormer = ['memory', 'said', 'telling'];

/** HMAC-SHA256 with a key of at most 64 bytes. Of two digests, since the class of Node costs four times as much for a line of text. */
export function hmacOf(key: Uint8Array): (text: string) => Buffer {
  const padded = (pad: number) => Buffer.alloc(64, pad).map((byte, at) => byte ^ (key[at] ?? 0)) as Buffer;
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return text => digest('sha256', Buffer.concat([outer, digest('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')]), 'buffer');
}

export function openTombstones(db: Database) {
  const salt = db.prepare<{ value: Uint8Array }>('SELECT value FROM salt').get()?.value ?? new Uint8Array(16);
  const hmac = hmacOf(salt);
  const insert = db.prepare(
    'INSERT OR REPLACE INTO tombstones (memory, said, telling, told, moment, topic, sketch, at, held) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM tombstones WHERE memory = ?');
  const lifting = (table: string, names: readonly string[], where: string) =>
    db.prepare<Lifted>(`DELETE FROM ${table} WHERE ${where} RETURNING ${names.join(', ')}, hex(sketch) AS sketch`);
  const laying = (table: string, names: readonly string[]) =>
    db.prepare(
      `INSERT OR IGNORE INTO ${table} (${names.join(', ')}, sketch) VALUES (${names.map(name => `:${name}`).join(', ')}, unhex(:sketch))`,
    );
  const liftSaid = lifting('tombstones', ofStone, 'said = ?');
  const [layStone, layFormer] = [laying('tombstones', ofStone), laying('former_words', ofFormer)];
  const insertFormer = db.prepare('INSERT OR IGNORE INTO former_words (memory, said, telling, sketch) VALUES (?, ?, ?, ?)');
  const liftFormer = lifting('former_words', ofFormer, 'said = ? AND memory IN (SELECT memory FROM tombstones)');
  const isKept = db.prepare<{ 1: 1 }>(
    'SELECT 1 FROM tombstones WHERE said = :words UNION ALL SELECT 1 FROM former_words WHERE said = :words LIMIT 1',
  );
  // The newest tombstone is the last one.
  const all = db.prepare<Stone>(
    `SELECT f.said, f.telling, NULL AS told, NULL AS moment, NULL AS topic, f.sketch, t.at, t.held FROM tombstones t JOIN former_words f ON f.memory = t.memory
     UNION ALL SELECT said, telling, told, moment, topic, sketch, at, held FROM tombstones`,
  );

  /** Where nothing was ever forgotten nothing is looked for. */
  let isAny = db.prepare('SELECT 1 FROM tombstones LIMIT 1').get() !== undefined;

  /** A whole number that a double holds. */
  const hash = (text: string) => hmac(text).readUIntBE(0, 6);
  const ofWords = (all: readonly string[]) => hash(all.join(' '));
  const ofTelling = (all: readonly string[]) => {
    const words = tellingOf(all).join(' ');
    return words === '' ? null : hash(`telling ${words}`);
  };
  const said = (content: string) => {
    const words = wordsOf(content);
    // Signs alone are told apart by the signs.
    return words.length === 0 ? hash(`signs ${content.trim()}`) : ofWords(words);
  };
  const telling = (content: string) => ofTelling(wordsOf(content));
  const about = (topic: string) => hash(`topic ${topic}`);
  const told = (message: string | null, topic: string) => (message === null ? null : hash(`${message}\n${topic}`));
  const moment = (message: string | null, from: number) => (message === null ? null : hash(`moment ${from}`));
  const sketched = (content: string) => new Uint8Array(sketchOf(content, salt).buffer);
  return {
    /** The salted hash of words, whatever their case, accents and punctuation. */
    said,
    add({ id, content, topic, message, valid_from, stored_by }: Row, at: number, by?: string | null): void {
      isAny = true;
      const place = [told(message, topic), moment(message, valid_from), about(topic)];
      const whose = stored_by === null ? held.no : stored_by === by ? held.takenBack : held.forgotten;
      insert.run(id, said(content), telling(content), ...place, sketched(content), at, whose);
      // One of several sentences says something by itself, unless it is a word or two.
      const sentences = sentencesOf(content).filter(sentence => tellingWords(sentence).length >= leastTelling);
      for (const one of sentences.slice(0, mostSentences)) insertFormer.run(id, said(one), telling(one), sketched(one));
    },
    /** What a memory said until now: forgotten with it, should that be. */
    addFormer: ({ id, content, said: words }: Row): void => void insertFormer.run(id, words, telling(content), sketched(content)),
    /** Stops these words only. */
    addWords(memory: string, content: string, at: number): void {
      isAny = true;
      insert.run(memory, said(content), telling(content), null, null, null, new Uint8Array(), at, held.no);
    },
    remove: (memory: string): void => void remove.run(memory),
    /** Takes away those of exactly these words, by their hash: the person has written them down again. Returns them. */
    lift: (words: number): readonly Lifted[] =>
      // Reading takes no lock to write.
      !isAny || isKept.get({ words }) === undefined ? [] : [...liftFormer.all(words), ...liftSaid.all(words)],
    /** The person takes back that they wrote them down. */
    layBack: (lifted: readonly Lifted[]): void => {
      isAny ||= lifted.length > 0;
      // A former version noted none that was held.
      for (const one of lifted) (one.at === undefined ? layFormer : layStone).run({ held: held.no, ...one });
    },
    all: (): readonly Stone[] => all.all(),
    /**
     * Whether this was forgotten. Of its words nothing comes back. What says them among others, in its title or a tag, what is of its message and
     * topic or of a message of that moment, or was said before, on its topic or in words that are alike, may be another fact about the same
     * thing: no trigram tells a brother from a sister. Only words of the person, or the date of a document, tell that it was said since. What was
     * an extension's alone is another's than what the person says: it is proposed to them, and what the extension took back itself says nothing.
     */
    coverage({ title, content, tags, topic, message, valid_from, origin, quote }: Covered, given: readonly Stone[] = all.all()): Coverage {
      const isTold = quote !== null || origin === 'import';
      const isHeld = isTold && given.some(stone => stone.held !== held.no);
      const stones = isHeld ? given.filter(stone => stone.held !== held.takenBack) : given;
      if (stones.length === 0) return undefined;
      const isOf = (known: ReadonlySet<number | null>) => (words: readonly string[]) =>
        known.has(ofWords(words)) || known.has(ofTelling(words) ?? -1);
      const isSame = isOf(knownOf(isHeld ? stones.filter(stone => stone.held === held.no) : stones));
      if (isSame(wordsOf(content)) || isSame(formerWordsOf(content))) return 'same';
      const isKnown = isOf(knownOf(stones));
      const pieces = [title, topic, ...(JSON.parse(tags) as string[]), ...(isHeld ? [content] : []), ...piecesOf(content)];
      if (pieces.some(piece => isKnown(wordsOf(piece)))) return 'alike';
      const [place, when, subject] = [told(message, topic), moment(message, valid_from), about(topic)];
      const sketch = sketchOf(content, salt);
      const isAlike = (stone: Stone) =>
        (place !== null && stone.told === place) ||
        (when !== null && stone.moment === when) ||
        ((!isTold || valid_from <= stone.at) && (stone.topic === subject || likeness(sketch, stone.sketch) >= alike));
      return stones.some(isAlike) ? 'alike' : undefined;
    },
  };
}

const sets = new WeakMap<readonly Stone[], ReadonlySet<number | null>>();

/** The words of stones, made once for all that is compared with the same ones. */
function knownOf(stones: readonly Stone[]): ReadonlySet<number | null> {
  const known = sets.get(stones) ?? new Set(stones.flatMap(stone => [stone.said, stone.telling]));
  sets.set(stones, known);
  return known;
}

/** What was forgotten is not stored by itself. */
export function refuseForgotten(was: Coverage): void {
  if (was === 'same') throw errors['memory/forgotten']({});
  if (was === 'alike') throw errors['memory/alike-forgotten']({});
}

type Covered = Pick<Row, 'title' | 'tags' | 'content' | 'topic' | 'message' | 'valid_from' | 'origin' | 'quote'>;

/** The least of each of some salted hashes over the trigrams: as many are equal in two sketches as trigrams are in both texts. */
function sketchOf(content: string, salt: Uint8Array): Uint16Array {
  const least = new Uint16Array(hashes).fill(0xffff);
  const seed = new DataView(salt.buffer, salt.byteOffset).getUint32(0);
  for (const place of gramsOfWords(legible(content)).keys())
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
