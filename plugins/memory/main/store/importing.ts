import type { Statement } from '@atelier/kernel';
import type { Draft } from '../../contract/index.ts';
import { newRow } from './making.ts';
import type { Row } from './rows.ts';
import type { Tombstones } from './tombstones.ts';

/** What became of an import; the drafts that are like something forgotten wait for the person. */
export interface Taken {
  readonly added: number;
  readonly there: number;
  readonly forgotten: number;
  readonly alike: readonly Draft[];
  readonly change?: string;
}

interface Importing {
  /** The rows of these words. */
  readonly bySaid: Statement<Row>;
  readonly tombstones: Tombstones;
  placesOf(project: string | null): ReadonlySet<string | null>;
  now(): number;
}

/** Sorts drafts into those that are new, and those that are there, were forgotten, or are like something that was. */
export function openImporting({ bySaid, tombstones, placesOf, now }: Importing) {
  return (drafts: readonly Draft[]): Taken & { readonly fresh: readonly Omit<Row, 'number'>[] } => {
    const counts = { added: 0, there: 0, forgotten: 0 };
    const fresh: Omit<Row, 'number'>[] = [];
    const alike: Draft[] = [];
    const known = new Set<string>();
    const stones = tombstones.all();
    for (const draft of drafts) {
      const row = newRow(draft, now(), tombstones.said(draft.content));
      // A document may hold words that ended once and hold again.
      const key = `${row.project}\n${row.said}\n${row.status === 'active' ? '' : row.valid_from}`;
      const rows = known.has(key) ? [] : bySaid.all(row.said);
      const isThere = known.has(key) || (rows.length > 0 && rows.some(({ project }) => placesOf(row.project).has(project)));
      // What has no date may have been said before it was forgotten.
      const was = isThere ? undefined : tombstones.coverage({ ...row, valid_from: draft.from ?? 0 }, stones);
      if (isThere) counts.there += 1;
      else if (was === 'same') counts.forgotten += 1;
      else if (was === 'alike') alike.push(draft);
      else fresh.push(row);
      known.add(key);
    }
    return { ...counts, alike, fresh };
  };
}
