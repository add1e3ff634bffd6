import { sql } from 'kysely';
import { inParts, type Store } from './store.ts';

/** What happened, at its place in a stream. */
export interface Happened {
  readonly stream: string;
  /** From 1, without a gap. */
  readonly seq: number;
  readonly ts: number;
  readonly type: string;
  readonly data: unknown;
}

/** Longer ago, a client reads the whole again instead. */
const keptMs = 30 * 24 * 3_600_000;

/** Adds to a stream, in the transaction of what happened: the number is given where it is written, so no two have one. */
export async function append(store: Store, { stream, ts, type, data }: Omit<Happened, 'seq'>): Promise<Happened> {
  const { last_seq: seq } = await store
    .insertInto('streams')
    .values({ id: stream, last_seq: 1 })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ last_seq: sql`streams.last_seq + 1` }))
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  await store
    .deleteFrom('events')
    .where('stream', '=', stream)
    .where('ts', '<', ts - keptMs)
    .execute();
  await store
    .insertInto('events')
    .values({ stream, seq, ts, type, body: JSON.stringify(data) })
    .execute();
  return { stream, seq, ts, type, data };
}

export async function eventsAfter(store: Store, stream: string, after: number, limit: number): Promise<readonly Happened[]> {
  const rows = await store
    .selectFrom('events')
    .selectAll()
    .where('stream', '=', stream)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ body, ...row }) => ({ ...row, data: JSON.parse(body) as unknown }));
}

/** The first event that is still kept, and the last that there was; 0 where nothing is. */
export async function spanOf(store: Store, stream: string): Promise<{ readonly oldest: number; readonly last: number }> {
  const { last = 0 } = (await store.selectFrom('streams').select('last_seq as last').where('id', '=', stream).executeTakeFirst()) ?? {};
  const { oldest } = await store
    .selectFrom('events')
    .select(eb => eb.fn.min('seq').as('oldest'))
    .where('stream', '=', stream)
    .executeTakeFirstOrThrow();
  return { oldest: oldest ?? 0, last };
}

/** How far each of these streams is. */
export async function lastOf(store: Store, streams: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await inParts(streams, some => store.selectFrom('streams').selectAll().where('id', 'in', some).execute());
  return new Map(rows.map(({ id, last_seq }) => [id, last_seq]));
}

/** Takes away what is kept no more, also of streams in which nothing happens. */
export async function dropOldEvents(store: Store, now: number): Promise<void> {
  await store
    .deleteFrom('events')
    .where('ts', '<', now - keptMs)
    .execute();
}
