import { setImmediate } from 'node:timers/promises';
import type { Statement } from '@atelier/kernel';
import type { Draft } from '../../contract/index.ts';
import { newRow } from './making.ts';
import { type Row, vectorOfRow } from './rows.ts';
import type { Coverage, Stone, Tombstones } from './tombstones.ts';

/** So many are made ready in one piece; the app does other things between two of them. */
const piece = 50;

/** What became of an import; the drafts that are like something forgotten wait for the person. */
export interface Taken {
  readonly added: number;
  readonly there: number;
  readonly forgotten: number;
  readonly alike: readonly Draft[];
  readonly change?: string;
}

/** A row that is new, and the vector of its words. */
export interface ReadyRow {
  readonly row: Omit<Row, 'number'>;
  readonly vector: Uint8Array;
}

interface Ready extends ReadyRow {
  readonly draft: Draft;
  readonly was: Coverage;
}

interface Importing {
  /** The rows of these words. */
  readonly bySaid: Statement<Row>;
  readonly tombstones: Tombstones;
  placesOf(project: string | null): ReadonlySet<string | null>;
  now(): number;
}

/** Makes drafts ready a piece at a time: what takes long is their vectors and what they have in common with what was forgotten. */
export function openImporting({ bySaid, tombstones, placesOf, now }: Importing) {
  return {
    async ready(drafts: readonly Draft[]): Promise<{ readonly all: readonly Ready[]; readonly stones: readonly Stone[] }> {
      const stones = tombstones.all();
      const ready: Ready[] = [];
      for (const [at, draft] of drafts.entries()) {
        if (at % piece === piece - 1) await setImmediate();
        const row = newRow(draft, now(), tombstones.said(draft.content));
        // What has no date may have been said before it was forgotten.
        const was = tombstones.coverage({ ...row, valid_from: draft.from ?? 0 }, stones);
        ready.push({ draft, row, was, vector: vectorOfRow(row) });
      }
      return { all: ready, stones };
    },
    /** Sorts them into those that are new, and those that are there, were forgotten, or are like something that was. In one go with writing them. */
    sorted({ all, stones }: { readonly all: readonly Ready[]; readonly stones: readonly Stone[] }): {
      readonly fresh: readonly ReadyRow[];
      readonly taken: Taken;
    } {
      const counts = { added: 0, there: 0, forgotten: 0 };
      const fresh: ReadyRow[] = [];
      const alike: Draft[] = [];
      const known = new Set<string>();
      const present = tombstones.all();
      // The person may have forgotten something meanwhile.
      const isSame = present.length === stones.length && present.at(-1)?.at === stones.at(-1)?.at;
      for (const { draft, row, was: before, vector } of all) {
        const was = isSame ? before : tombstones.coverage({ ...row, valid_from: draft.from ?? 0 }, present);
        // A document may hold words that ended once and hold again.
        const key = `${row.project}\n${row.said}\n${row.status === 'active' ? '' : row.valid_from}`;
        const rows = known.has(key) ? [] : bySaid.all(row.said);
        if (known.has(key) || (rows.length > 0 && rows.some(({ project }) => placesOf(row.project).has(project)))) counts.there += 1;
        else if (was === 'same') counts.forgotten += 1;
        else if (was === 'alike') alike.push(draft);
        else fresh.push({ row, vector });
        known.add(key);
      }
      return { fresh, taken: { ...counts, added: fresh.length, alike } };
    },
  };
}
