import type { Database } from '@atelier/kernel';
import type { Person, Refusal } from '../../contract/index.ts';
import { midnightOf } from '../clock.ts';
import type { ThreadPlace } from './threads.ts';

export const mostPeople = 500;
const mostRefusals = 100;

interface PersonRow {
  readonly user: string;
  readonly name: string;
  readonly added_at: number;
  readonly paired: number;
}

export interface People {
  list(channel: string): readonly Person[];
  mayWrite(channel: string, user: string): boolean;
  /** Who of them has written last in a thread. */
  writerIn(place: ThreadPlace): { readonly user: string; readonly name: string } | undefined;
  count(channel: string): number;
  add(channel: string, person: Person): void;
  remove(channel: string, user: string): void;
  refuse(channel: string, user: string, name: string, now: number): void;
  refusals(channel: string): readonly Refusal[];
  refusedToday(channel: string, now: number): number;
}

/** Who may write through a channel, and how often others tried. */
export function openPeople(db: Database): People {
  const list = db.prepare<PersonRow>('SELECT user, name, added_at, paired FROM people WHERE channel = ? ORDER BY name, user');
  const one = db.prepare<{ found: number }>('SELECT 1 AS found FROM people WHERE channel = ? AND user = ?');
  const writer = db.prepare<{ user: string; name: string }>(
    `SELECT user, name FROM messages m WHERE channel = ? AND thread = ? AND direction = 'in'
     AND EXISTS (SELECT 1 FROM people p WHERE p.channel = m.channel AND p.user = m.user) ORDER BY number DESC LIMIT 1`,
  );
  const count = db.prepare<{ count: number }>('SELECT count(*) AS count FROM people WHERE channel = ?');
  const insert = db.prepare('INSERT OR REPLACE INTO people (channel, user, name, added_at, paired) VALUES (?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM people WHERE channel = ? AND user = ?');
  const refuse = db.prepare(
    `INSERT INTO refusals (channel, user, name, count, last_at) VALUES (:channel, :user, :name, 1, :now)
     ON CONFLICT DO UPDATE SET count = count + 1, name = :name, last_at = :now`,
  );
  const forgive = db.prepare('DELETE FROM refusals WHERE channel = ? AND user = ?');
  const trim = db.prepare(
    `DELETE FROM refusals WHERE channel = :channel AND user NOT IN
     (SELECT user FROM refusals WHERE channel = :channel ORDER BY last_at DESC LIMIT ${mostRefusals})`,
  );
  const day = db.prepare(
    'INSERT INTO refused_days (channel, day, count) VALUES (:channel, :day, 1) ON CONFLICT DO UPDATE SET count = count + 1',
  );
  const trimDays = db.prepare('DELETE FROM refused_days WHERE day < ?');
  const refusals = db.prepare<{ user: string; name: string; count: number; last_at: number }>(
    'SELECT user, name, count, last_at FROM refusals WHERE channel = ? ORDER BY last_at DESC',
  );
  const today = db.prepare<{ count: number }>('SELECT count FROM refused_days WHERE channel = ? AND day = ?');
  return {
    list: channel => list.all(channel).map(({ user, name, added_at, paired }) => ({ user, name, addedAt: added_at, paired: paired === 1 })),
    mayWrite: (channel, user) => one.get(channel, user) !== undefined,
    writerIn: ({ channel, thread }) => writer.get(channel, thread),
    count: channel => count.get(channel)?.count ?? 0,
    add(channel, { user, name, addedAt, paired }) {
      db.transaction(() => {
        insert.run(channel, user, name, addedAt, Number(paired));
        forgive.run(channel, user);
      });
    },
    remove: (channel, user) => void remove.run(channel, user),
    refuse(channel, user, name, now) {
      const midnight = midnightOf(now);
      db.transaction(() => {
        refuse.run({ channel, user, name, now });
        trim.run({ channel });
        day.run({ channel, day: midnight });
        trimDays.run(midnight);
      });
    },
    refusals: channel =>
      refusals.all(channel).map(({ user, name, count: times, last_at }) => ({ user, name, count: times, lastAt: last_at })),
    refusedToday: (channel, now) => today.get(channel, midnightOf(now))?.count ?? 0,
  };
}
