import type { Statement } from '@atelier/kernel';
import { byPerson, isHeldFrom } from './making.ts';
import type { Row, RowWriter } from './rows.ts';
import type { Tombstones } from './tombstones.ts';

/** What writing rows as they were came to: how many are history alone, and the others that they ended. */
export interface Brought {
  readonly replaced: number;
  readonly ended: readonly Row[];
}

export interface RestoringParts {
  readonly now: () => number;
  readonly writer: RowWriter;
  readonly tombstones: Tombstones;
  readonly byId: Statement<Row>;
  readonly bySaid: Statement<Row>;
  readonly onTopicOf: (row: Row) => readonly Row[];
  readonly end: (rows: readonly Row[], at: number, by: string) => void;
}

const isOwn = ({ origin, theirs }: Row) => byPerson.includes(origin) || theirs > 0;

/** Brings back what was forgotten, superseded or changed. */
export function openRestoring({ now, writer, tombstones, byId, bySaid, onTopicOf, end }: RestoringParts) {
  /** What holds on the topic of a row that was forgotten and comes back: had it not been, one would have ended the other. */
  const rivalOf = (row: Row, ids: ReadonlySet<string>): Row | undefined =>
    isHeldFrom(null)(row) || byId.get(row.id)?.status !== 'deleted'
      ? undefined
      : onTopicOf(row).find(one => one.kind === row.kind && !ids.has(one.id) && !isHeldFrom(null)(one));
  /**
   * Writes rows as they were, not forgotten any more, of a change to those with `ids`. What was written again meanwhile is not there twice: the
   * former is its history, as is what was said before something else on its topic. Returns how many came back as history alone, and as they
   * were the others that what came back ends.
   */
  return (rows: readonly Row[], ids: ReadonlySet<string>): Brought => {
    const ended: Row[] = [];
    let replaced = 0;
    for (const row of rows) {
      const isActive = row.status === 'active';
      const double = isActive
        ? bySaid
            .all(row.said)
            .find(one => one.status === 'active' && one.kind === row.kind && one.project === row.project && !ids.has(one.id))
        : undefined;
      const rival = isActive && double === undefined ? rivalOf(row, ids) : undefined;
      if (row.status !== 'deleted') tombstones.remove(row.id);
      else tombstones.add(row, row.updated_at);
      if (double !== undefined) end([row], now(), double.id);
      else writer.put(row);
      if (rival === undefined) continue;
      const [first, later] = rival.valid_from >= row.valid_from ? [row, rival] : [rival, row];
      // Nothing that a model found ends what is the person's: both stand until they decide.
      if (isOwn(first) && !isOwn(later)) continue;
      end([first], later.valid_from, later.id);
      if (first === row) replaced += 1;
      else ended.push(first);
    }
    return { replaced, ended };
  };
}
