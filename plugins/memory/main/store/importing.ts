import type { Database, Statement } from '@atelier/kernel';
import type { Draft } from '../../contract/index.ts';
import type { InPieces } from '../pieces.ts';
import type { ReadDraft } from '../taking-along.ts';
import { historyBefore, isHeldFrom, newRow } from './making.ts';
import { type Row, vectorOfRow } from './rows.ts';
import type { Coverage, Tombstones } from './tombstones.ts';

/** So many are made ready in one piece; the app does other things between two of them. */
const piece = 8;

/** What became of an import; the drafts that are like something forgotten wait for the person. */
export interface Taken {
  readonly added: number;
  readonly there: number;
  readonly forgotten: number;
  /** So many of what was added say something else than another one on their topic. */
  readonly beside: number;
  readonly alike: readonly Draft[];
  readonly change?: string;
}

/** A row that is new, and the vector of its words. */
export interface ReadyRow {
  readonly row: Omit<Row, 'number'>;
  readonly vector: Uint8Array;
}

interface Ready extends ReadyRow {
  readonly draft: ReadDraft;
  readonly was: Coverage;
}

interface Importing {
  readonly db: Database;
  /** The rows of these words. */
  readonly bySaid: Statement<Row>;
  /** The active ones of a topic. */
  readonly byTopic: Statement<Row>;
  readonly tombstones: Tombstones;
  placesOf(project: string | null): ReadonlySet<string | null>;
  now(): number;
  changed(numbers: readonly number[]): void;
}

/** Makes drafts ready a piece at a time: what takes long is their vectors and what they have in common with what was forgotten. */
export function openImporting({ db, bySaid, byTopic, tombstones, placesOf, now, changed }: Importing) {
  const graves = db.prepare<{ count: number; at: number | null }>('SELECT count(*) AS count, max(at) AS at FROM tombstones');
  const present = () => JSON.stringify(graves.get());
  const alsoTheirs = db.prepare('UPDATE memories SET stored_by = NULL, theirs = 1 WHERE id = ?');
  return {
    /** For the batches of one import. */
    batches() {
      let [stones, state] = [tombstones.all(), present()];
      const counts = { added: 0, there: 0, forgotten: 0, beside: 0 };
      /** Where something of this import is already. */
      const topics = new Set<string>();
      const alike: Draft[] = [];
      const known = new Set<string>();
      const own = new Set<string>();
      /** What the entries of the document are here, and which of them took the place of what was added. */
      const ids = new Map<string, string>();
      const ended: { readonly id: string; readonly by: string }[] = [];
      // What has no date may have been said before it was forgotten.
      const coverage = (row: ReadyRow['row'], draft: Draft) => tombstones.coverage({ ...row, valid_from: draft.from ?? 0 }, stones);
      /** What an export names a topic and a day of, and was said here since: it is history, as if it had been there before. */
      const asOfNow = (row: ReadyRow['row'], { from, topic }: Draft): ReadyRow['row'] => {
        if (row.status !== 'active' || from === undefined || topic === undefined) return row;
        const here = placesOf(row.project);
        const later = byTopic
          .all(row.topic)
          .find(
            one => one.kind === row.kind && one.valid_from > from && here.has(one.project) && !own.has(one.id) && !isHeldFrom(null)(one),
          );
        return later === undefined ? row : historyBefore(row, later);
      };
      const isBeside = (row: ReadyRow['row']): boolean => {
        const { project, kind, topic, status } = row;
        if (status !== 'active' || topic === '-' || kind === 'summary') return false;
        const place = `${project}\n${kind}\n${topic}`;
        if (topics.has(place)) return true;
        topics.add(place);
        const here = placesOf(project);
        return byTopic.all(topic).some(one => one.kind === kind && here.has(one.project));
      };
      return {
        *ready(drafts: readonly ReadDraft[]): InPieces<readonly Ready[]> {
          const ready: Ready[] = [];
          for (const [at, draft] of drafts.entries()) {
            if (at > 0 && at % piece === 0) yield;
            const row = newRow(draft, now(), tombstones.said(draft.content));
            ready.push({ draft, row, was: coverage(row, draft), vector: vectorOfRow(row) });
          }
          return ready;
        },
        /** Which of them are new, and not there, forgotten, or like something that was. In one go with writing them. */
        sorted(ready: readonly Ready[]): readonly ReadyRow[] {
          // The person may have forgotten something meanwhile.
          const isSame = state === present();
          if (!isSame) [stones, state] = [tombstones.all(), present()];
          const fresh: ReadyRow[] = [];
          for (const { draft, row, was: before, vector } of ready) {
            const was = isSame ? before : coverage(row, draft);
            // A document may hold words that ended once and hold again.
            const key = `${row.project}\n${row.said}\n${row.status === 'active' ? '' : row.valid_from}`;
            const rows = known.has(key) ? [] : bySaid.all(row.said).filter(({ id }) => !own.has(id));
            const there = rows.find(({ project }) => placesOf(row.project).has(project));
            const isNew = !known.has(key) && there === undefined && was === undefined;
            const { former, ...proposed } = draft;
            // What the person imports is theirs too.
            if (there?.theirs === 0) {
              alsoTheirs.run(there.id);
              changed([there.number]);
            }
            if (known.has(key) || there !== undefined) counts.there += 1;
            else if (was === 'same') counts.forgotten += 1;
            else if (was === 'alike') alike.push(proposed);
            else fresh.push({ row: asOfNow(row, draft), vector });
            known.add(key);
            const here = isNew ? row : there;
            if (former !== undefined && here !== undefined) ids.set(former.id, here.id);
            if (isNew && row.status === 'superseded' && former?.by !== undefined) ended.push({ id: row.id, by: former.by });
          }
          counts.added += fresh.length;
          counts.beside += fresh.filter(({ row }) => isBeside(row)).length;
          for (const { row } of fresh) own.add(row.id);
          return fresh;
        },
        /** What took the place of what, once all of it is there. */
        get endings(): readonly { readonly id: string; readonly by: string }[] {
          return ended.flatMap(({ id, by }) => (ids.has(by) ? [{ id, by: ids.get(by) ?? '' }] : []));
        },
        get taken(): Taken {
          return { ...counts, alike };
        },
      };
    },
  };
}
