import type { Database, Statement } from '@atelier/kernel';
import type { Kind, MemoryRecord, Origin, Status } from '../../contract/index.ts';
import { fold, vectorOf } from '../search/grams.ts';

/** A memory as its table has it, but for its vector. */
export interface Row {
  readonly number: number;
  readonly id: string;
  readonly project: string | null;
  readonly kind: Kind;
  readonly topic: string;
  readonly title: string;
  readonly content: string;
  /** A JSON list. */
  readonly tags: string;
  readonly status: Status;
  readonly confidence: number;
  readonly importance: number;
  readonly origin: Origin;
  readonly conversation: string | null;
  readonly message: string | null;
  readonly quote: string | null;
  readonly outside: string | null;
  readonly valid_from: number;
  readonly valid_until: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly last_used_at: number | null;
  readonly times_used: number;
  readonly superseded_by: string | null;
  /** A salted hash of the words. */
  readonly said: number;
  /** The number of the change that did nothing but add it. */
  readonly change: number | null;
  /** The extension that stored it, or several with `, ` between them, as long as nobody but extensions wrote, confirmed or said the same. */
  readonly stored_by: string | null;
  /** 1 where the person wrote, mended or kept it, whoever found it; 2 where they mended the words and the title is still that of who found it. */
  readonly theirs: number;
}

const names: readonly (keyof Omit<Row, 'number'>)[] = [
  ...(['id', 'project', 'kind', 'topic', 'title', 'content', 'tags', 'status', 'confidence', 'importance'] as const),
  ...(['origin', 'conversation', 'message', 'quote', 'outside', 'valid_from', 'valid_until', 'created_at', 'updated_at'] as const),
  ...(['last_used_at', 'times_used', 'superseded_by', 'said', 'change', 'stored_by', 'theirs'] as const),
];
const later = new Uint8Array();
/** What the vector is made of. */
const worded: readonly string[] = ['topic', 'title', 'content', 'tags'];
export const columns = ['number', ...names].join(', ');

/** Writes whole rows, with the vector that belongs to their words. */
export interface RowWriter {
  /** Returns the number of the new row. A vector that is not at hand is made by the search, which needs it first: a write waits for none. */
  add(row: Omit<Row, 'number'>, vector?: Uint8Array): number;
  /** Writes a row with its number, whether it is there or not. */
  put(row: Row): void;
  /** The same for one whose words are as they were. */
  update(row: Row): void;
}

export function rowWriter(db: Database): RowWriter {
  const values = names.map(name => `:${name}`).join(', ');
  // By their order: what is written most binds no names.
  const added: Statement<{ number: number }> = db.prepare(
    `INSERT INTO memories (${names.join(', ')}, grams) VALUES (${names.map(() => '?').join(', ')}, ?) RETURNING number`,
  );
  const put = db.prepare(`INSERT OR REPLACE INTO memories (number, ${names.join(', ')}, grams) VALUES (:number, ${values}, :grams)`);
  const others = names.filter(name => !worded.includes(name));
  const update = db.prepare(`UPDATE memories SET ${others.map(name => `${name} = :${name}`).join(', ')} WHERE number = :number`);
  const withoutWords = ({ title, content, tags, topic, ...row }: Row) => row;
  return {
    update: row => void update.run(withoutWords(row)),
    add: (row, vector = later) => added.get(...names.map(name => row[name]), vector)?.number ?? 0,
    put: row => void put.run({ ...row, grams: vectorOfRow(row) }),
  };
}

export function vectorOfRow({ title, content, tags, topic }: Pick<Row, 'title' | 'content' | 'tags' | 'topic'>): Uint8Array {
  const ofTopic = fold(title).includes(topic.replaceAll('-', ' ')) ? '' : topic;
  return vectorOf([title, content, tags === '[]' ? ofTopic : `${(JSON.parse(tags) as string[]).join(' ')} ${ofTopic}`]);
}

/** The topic of words: folded, joined by hyphens. */
export function topicOf(words: string): string {
  const topic = fold(words)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 96);
  return topic.replace(/^-|-$/g, '') || '-';
}

export function recordOf(row: Row): MemoryRecord {
  const { project, conversation, message, quote, outside } = row;
  return {
    id: row.id,
    scope: project === null ? 'global' : 'project',
    ...(project !== null && { project }),
    kind: row.kind,
    topic: row.topic,
    title: row.title,
    content: row.content,
    tags: JSON.parse(row.tags) as string[],
    status: row.status,
    confidence: row.confidence,
    importance: row.importance,
    source: {
      origin: row.origin,
      ...(conversation !== null && { conversation }),
      ...(message !== null && { message }),
      ...(quote !== null && { quote }),
      ...(outside !== null && { outside }),
    },
    from: row.valid_from,
    ...(row.valid_until !== null && { until: row.valid_until }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    timesUsed: row.times_used,
    ...(row.superseded_by !== null && { supersededBy: row.superseded_by }),
    ...(row.stored_by !== null && { storedBy: row.stored_by }),
    ...(row.theirs === 2 && { modelTitle: true }),
  };
}

/** Nothing of what was forgotten. */
export const recordOrNone = (row: Row | undefined) => (row === undefined || row.status === 'deleted' ? undefined : recordOf(row));
