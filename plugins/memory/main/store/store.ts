import type { Database } from '@atelier/kernel';
import type { Correction, Draft, Edit, MemoryRecord, Stored } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { atOnce } from '../pieces.ts';
import { type Before, openChanges } from './changes.ts';
import { openFigures } from './figures.ts';
import {
  alsoBy,
  byModel,
  byPerson,
  editedRow,
  endedBy,
  historyBefore,
  inPlace,
  isAfter,
  isHeldFrom,
  keptFrom,
  newRow,
  ofPerson,
  sure,
  titleOf,
} from './making.ts';
import { openMany, type Restored } from './many.ts';
import { openPlaces } from './places.ts';
import { openProposed, type ProposedRow } from './proposed.ts';
import { openPurge } from './purging.ts';
import { type Brought, openRestoring } from './restoring.ts';
import { columns, type Row, recordOf, recordOrNone, rowWriter } from './rows.ts';
import { openSelecting } from './selecting.ts';
import { type Lifted, openTombstones, refuseForgotten } from './tombstones.ts';

/** How much of the doubt that is left the same words take away. */
const reinforcement = 0.3;
const purgeEvery = 60_000;

export type Store = ReturnType<typeof openStore>;

/** What was done in a transaction. */
export interface Changing {
  readonly before: readonly Row[];
  readonly added: readonly Row[];
  readonly proposals?: readonly ProposedRow[];
  readonly lifted?: readonly Lifted[];
}

const noted = ({ before, added, proposals = [], lifted = [] }: Changing): Before => ({
  ...{ rows: before, proposals, lifted },
  added: added.map(row => row.id),
});

/** The memories and what becomes of them. `changed` is told the numbers of the rows that another search must find, or not find. */
export function openStore(db: Database, now: () => number, changed: (numbers: readonly number[]) => void) {
  const writer = rowWriter(db);
  const tombstones = openTombstones(db);
  const changes = openChanges(db);
  const purge = openPurge(db, changes, now);
  const places = openPlaces(db);
  const proposed = openProposed(db);
  const figures = openFigures(db);
  const selecting = openSelecting(db, now, places.keysOf, places.placesOf);
  const byId = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE id = ?`);
  const bySaid = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE said = ? AND status <> 'deleted'`);
  const byTopic = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE topic = ? AND status = 'active'`);
  const byNumber = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE number = ? AND status <> 'deleted'`);
  const used = db.prepare<{ number: number }>(
    "UPDATE memories SET times_used = times_used + 1, last_used_at = ? WHERE id = ? AND status <> 'deleted' RETURNING number",
  );
  const anyActive = db.prepare("SELECT 1 FROM memories WHERE status = 'active' LIMIT 1");
  const unreviewed = db.prepare('INSERT OR IGNORE INTO unreviewed (memory, at) VALUES (?, ?)');
  const reviewed = db.prepare('DELETE FROM unreviewed WHERE memory = ?');
  const oldest = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE status = 'active' AND coalesce(valid_until > ?, 1) ORDER BY number LIMIT ?`,
  );

  const find = (id: string): Row => {
    const row = byId.get(id);
    if (row === undefined || row.status === 'deleted') throw errors['memory/unknown']({});
    return row;
  };
  const active = (id: string): Row => {
    const row = find(id);
    if (row.status !== 'active') throw errors['memory/not-active']({});
    return row;
  };
  const end = (rows: readonly Row[], at: number, by: string): void => {
    for (const row of rows) writer.update(endedBy(row, at, by, now()));
  };
  const touched = (row: Row) => Math.max(now(), row.updated_at);
  let purgedAt = 0;
  /** A piece, so that words go also where the app never rests; the others go by themselves. */
  const purgeOld = (): void => {
    purgedAt = now();
    purge.piece();
  };
  /** Runs a change as one transaction, notes how to undo it, and tells the search. One that only adds a row is whole by itself. */
  const change = (what: string, work: (number: number) => Changing, isOneRow = false): string => {
    const numbers: number[] = [];
    const together = <T>(all: () => T): T => (isOneRow && now() - purgedAt <= purgeEvery ? all() : db.transaction(all));
    const id = together(() => {
      if (now() - purgedAt > purgeEvery) purgeOld();
      const own = changes.begin();
      const done = work(own);
      for (const { number } of [...done.before, ...done.added]) numbers.push(number);
      // A row that has the number is all there is to note: two pages less to write for what is written most.
      if (done.added[0]?.change !== own) changes.add(own, what, noted(done), now());
      return String(own);
    });
    changed(numbers);
    return id;
  };
  /** Does more of a change, in a transaction of its own. */
  const goOn = (id: string, work: () => Changing): void => {
    const { before, added } = db.transaction(() => {
      const done = work();
      changes.addPart(Number(id), noted(done));
      return done;
    });
    changed([...before, ...added].map(({ number }) => number));
  };
  const stored = (row: Row, was: Stored['was'], ended: readonly Row[] = [], undo?: string): Stored => ({
    memory: recordOf(row),
    was,
    ended: ended.map(one => one.id),
    ...(undo !== undefined && { change: undo }),
  });
  const add = (row: Omit<Row, 'number'>, vector?: Uint8Array): Row => {
    if (byModel.includes(row.origin)) unreviewed.run(row.id, now());
    return { ...row, number: writer.add(row, vector) };
  };

  /** Writes other words over a memory; what it said is forgotten with it. */
  const reword = (old: Row, row: Row): void => {
    if (old.said !== row.said) tombstones.addFormer(old);
    writer.put(row);
  };
  const hereOf = (rows: readonly Row[], project: string | null): Row[] => {
    const here = rows.length === 0 ? undefined : places.placesOf(project);
    return rows.filter(row => here?.has(row.project));
  };
  const onTopicOf = ({ topic, project }: Pick<Row, 'topic' | 'project'>) => hereOf(byTopic.all(topic), project);
  /** What a new memory takes the place of. */
  const wouldEndOf = ({ kind }: Pick<Row, 'kind'>, onTopic: readonly Row[]): Row[] =>
    onTopic.filter(row => row.kind === kind || (row.kind === 'summary' && kind !== 'summary'));

  /** One that nothing active is on. */
  const ownTopic = (topic: string): string => {
    for (let nth = 2; ; nth += 1) {
      const own = `${topic.slice(0, 90)}-${nth}`;
      if (byTopic.all(own).length === 0) return own;
    }
  };

  /** `agreed`: a model found it, and the person said that it holds. `shown`: what of their own they were told that it ends. `by`: the extension that stores it. */
  const upsert = (draft: Draft, agreed = false, shown: readonly string[] = [], by: string | null = null): Stored => {
    let fresh = { ...newRow(draft, now(), tombstones.said(draft.content)), stored_by: by, ...(agreed && ofPerson) };
    const { origin, kind, project, said } = fresh;
    const isPerson = origin === 'manual' || agreed;
    const same = hereOf(bySaid.all(said), project);
    const isHeld = isHeldFrom(by);
    const there = same.find(row => row.status === 'active' && row.kind === kind);
    const outdated = same.some(row => !isHeld(row) && row.status === 'superseded' && (row.valid_until ?? 0) > fresh.valid_from);
    const was = isPerson ? undefined : tombstones.coverage(fresh);
    const lifted = isPerson ? tombstones.lift(said) : [];
    if (was === 'same' || there === undefined) refuseForgotten(was);
    if (there !== undefined) return reinforce({ ...there, ...alsoBy(there, fresh) }, there, fresh.confidence, lifted);
    if (!isPerson && outdated) throw errors['memory/outdated']({});
    const onTopic = onTopicOf(fresh);
    const better = onTopic.find(row => row.kind !== 'summary' && !isHeld(row));
    if (kind === 'summary' && better !== undefined) return stored(better, 'kept');
    const earlier = onTopic.filter(row => row.kind === kind);
    // What the person agrees to now holds from now on, whatever was said since.
    if (agreed && (outdated || earlier.some(row => row.valid_from > fresh.valid_from))) fresh = { ...fresh, valid_from: now() };
    const { valid_from: from } = fresh;
    const later = inPlace.includes(kind) ? undefined : earlier.filter(row => !isHeld(row)).find(isAfter(from, draft.from !== undefined));
    const ended = later === undefined ? wouldEndOf(fresh, onTopic) : [];
    if (!isPerson) keepOwn(ended, fresh, shown);
    const first = earlier.find(row => !isHeld(row)) ?? earlier[0];
    if (first !== undefined && inPlace.includes(kind)) {
      const { id, number, created_at, times_used, last_used_at } = first;
      const row: Row = { ...fresh, id, number, created_at, times_used, last_used_at };
      const undo = change('update', () => {
        reword(first, row);
        return { before: [first], added: [], lifted };
      });
      return stored(row, 'updated', [], undo);
    }
    let row: Row | undefined;
    const isAlone = ended.length + lifted.length === 0;
    const adding = (own: number): Changing => {
      const made = { ...fresh, change: isAlone ? own : null };
      // What was said before the present memory came after it: it is history.
      row = add(later === undefined ? made : historyBefore(made, later));
      end(ended, from, row.id);
      return { before: ended, added: [row], lifted };
    };
    const undo = change('add', adding, isAlone && !byModel.includes(origin));
    return stored(row as unknown as Row, later === undefined ? 'added' : 'superseded', ended, undo);
  };

  /** Nothing that the person wrote or kept is ended without their word, nor by an extension what it did not store. */
  const keepOwn = (ended: readonly Row[], by: Pick<Row, 'kind' | 'origin' | 'stored_by'>, shown: readonly string[]): void => {
    const isOwn = (row: Row) => byPerson.includes(row.origin) || (by.origin === 'tool' && row.theirs > 0);
    const isOthers = (row: Row) => by.stored_by !== null && row.stored_by !== by.stored_by;
    if (ended.some(row => !shown.includes(row.id) && (isOwn(row) || isOthers(row)))) throw errors['memory/own-words']({});
  };

  const reinforce = (row: Row, was: Row, confidence: number, lifted: readonly Lifted[]): Stored => {
    const surer = Math.max(confidence, row.confidence + (1 - row.confidence) * reinforcement);
    const surerRow = { ...row, confidence: surer, updated_at: touched(row) };
    const undo = change('reinforce', () => {
      writer.update(surerRow);
      return { before: [was], added: [], lifted };
    });
    return stored(surerRow, 'reinforced', [], undo);
  };

  /** Those that say the same words, wherever they are. */
  const activeOf = ({ said }: Row) => bySaid.all(said).filter(row => row.status === 'active');
  /** Ends these rows, and all that say the same words wherever they are, and adds what holds instead. */
  const replace = (what: string, old: readonly Row[], made: Omit<Row, 'number'>, at: number): Stored => {
    const ended = [...new Map([...old, ...old.flatMap(activeOf)].map(row => [row.id, row])).values()];
    const isEnded = new Set(ended.map(row => row.id));
    // What says it already in its place is not said twice.
    const there = hereOf(bySaid.all(made.said), made.project).find(
      row => row.status === 'active' && row.kind === made.kind && !isEnded.has(row.id),
    );
    let row: Row | undefined;
    const undo = change(what, () => {
      row =
        there === undefined
          ? add(made)
          : {
              ...there,
              ...alsoBy(there, made),
              confidence: Math.max(there.confidence, made.confidence),
              updated_at: touched(there),
            };
      if (there !== undefined) writer.update(row);
      end(ended, at, row.id);
      return there === undefined ? { before: ended, added: [row] } : { before: [...ended, there], added: [] };
    });
    return stored(row as unknown as Row, there === undefined ? 'added' : 'reinforced', ended, undo);
  };

  const restore = openRestoring({ now, writer, tombstones, byId, bySaid, onTopicOf, end });
  const many = openMany({ db, now, changed, writer, tombstones, changes, proposed, selecting, places, change, goOn, add, restore });
  return {
    ...many,
    list: selecting.list,
    upsert: (draft: Draft, shown?: readonly string[], by?: string): Stored => upsert(draft, false, shown, by),
    ...{ keysOf: places.keysOf, seenFolder: places.seen, isShared: places.isShared },
    said: tombstones.said,
    /** Whether nothing says it in its place but what is held, and it was not forgotten. */
    isNews(draft: Draft): boolean {
      const row = newRow(draft, now(), tombstones.said(draft.content));
      return hereOf(bySaid.all(row.said), row.project).every(isHeldFrom(null)) && tombstones.coverage(row) !== 'same';
    },
    /** Whether the person forgot something like it. */
    isAlike: (draft: Draft): boolean => tombstones.coverage(newRow(draft, now(), 0)) === 'alike',
    /** The draft on a topic where it may be: `ask` refuses one that would end what says something else. */
    placed({ onTopic, ...draft }: Draft): Draft {
      if (onTopic === undefined) return draft;
      const row = newRow(draft, now(), tombstones.said(draft.content));
      const other = wouldEndOf(row, onTopicOf(row)).find(one => one.said !== row.said);
      if (other === undefined) return draft;
      if (onTopic === 'ask') throw errors['memory/topic-taken']({ title: other.title, content: other.content.slice(0, 200) });
      return { ...draft, topic: ownTopic(row.topic) };
    },
    /** What a draft would take the place of. */
    wouldEnd(draft: Draft): MemoryRecord[] {
      const row = newRow(draft, now(), 0);
      return wouldEndOf(row, onTopicOf(row)).map(recordOf);
    },
    /** The person agreed to a draft: it is as sure as what they keep, and waits for no review. */
    agree: (draft: Draft): Stored =>
      db.transaction(() => {
        const stored = upsert({ ...draft, confidence: Math.max(sure, draft.confidence ?? 0) }, true);
        reviewed.run(stored.memory.id);
        return stored;
      }),
    /** It was never stored, and no model is to store it in these words. */
    bury: (id: string, { content }: Draft): void => tombstones.addWords(id, content, now()),
    /** Active memories, the oldest first. */
    oldest: (limit: number): MemoryRecord[] => oldest.all(now(), limit).map(recordOf),
    /** The person keeps them. Returns those that were there. */
    keep(ids: readonly string[]): string[] {
      const rows = ids.map(id => byId.get(id)).filter(row => row?.status === 'active') as Row[];
      if (rows.length === 0) return [];
      change('keep', () => {
        for (const row of rows) {
          writer.update({ ...row, confidence: Math.max(sure, row.confidence), updated_at: touched(row), ...keptFrom(row) });
          reviewed.run(row.id);
        }
        return { before: rows, added: [] };
      });
      return rows.map(row => row.id);
    },
    numbered: (number: number): MemoryRecord | undefined => recordOrNone(byNumber.get(number)),
    get: (id: string): MemoryRecord => recordOf(find(id)),
    find: (id: string): MemoryRecord | undefined => recordOrNone(byId.get(id)),
    correct({ id, title, content, at, until, source }: Correction, shown: readonly string[] = [], by: string | null = null): Stored {
      const old = active(id);
      const moment = at ?? now();
      const { kind, topic, importance, project } = old;
      const named = title !== undefined && title !== old.title ? title : titleOf(old, content);
      const draft = { kind, topic, title: named, content, importance, source, from: moment, confidence: sure };
      const end = until === undefined ? {} : { until };
      const fresh = newRow({ ...draft, ...end, tags: JSON.parse(old.tags) as string[] }, now(), tombstones.said(content));
      const made = { ...fresh, project, stored_by: by };
      refuseForgotten(source.origin === 'manual' ? undefined : tombstones.coverage(made));
      // What says the same elsewhere ends with it, in the same words.
      if (source.origin !== 'manual' && !shown.includes(id)) keepOwn([old, ...activeOf(old)], made, shown);
      return replace('correct', [old], made, moment);
    },
    edit(edit: Edit): Stored {
      const { id, was } = edit;
      const old = active(id);
      const present = recordOf(old);
      for (const name of ['title', 'content', 'kind', 'tags', 'importance'] as const)
        if (was?.[name] !== undefined && String(was[name]) !== String(present[name])) throw errors['memory/changed-meanwhile']({});
      const row = { ...editedRow(old, edit, tombstones.said), updated_at: touched(old) };
      const undo = change('edit', () => {
        reword(old, row);
        reviewed.run(id);
        return { before: [old], added: [] };
      });
      return stored(row, 'updated', [], undo);
    },
    merge({ ids, title, content }: { readonly ids: readonly string[]; readonly title: string; readonly content: string }): Stored {
      const rows = [...new Set(ids)].map(active);
      const best = rows.reduce((one, other) => (other.confidence > one.confidence ? other : one));
      const tags = [...new Set(rows.flatMap(row => JSON.parse(row.tags) as string[]))].slice(0, 20);
      const made = newRow(
        { kind: best.kind, topic: best.topic, title, content, tags, source: { origin: 'manual' } },
        now(),
        tombstones.said(content),
      );
      return replace('merge', rows, { ...made, project: best.project }, now());
    },
    /** Makes two true that one topic held apart: this one gets a topic of its own, and holds again if the other ended it. */
    separate(id: string): Stored {
      const old = find(id);
      const topic = ownTopic(old.topic);
      const isActive = old.status === 'active';
      const row: Row = {
        ...{ ...old, topic, status: 'active', superseded_by: null, updated_at: touched(old), ...keptFrom(old) },
        valid_until: isActive ? old.valid_until : null,
      };
      // The person says of both that they hold.
      const by = old.superseded_by === null ? undefined : byId.get(old.superseded_by);
      const heldBy = by?.status === 'active' && by.stored_by !== null ? [by] : [];
      const undo = change('separate', () => {
        writer.put(row);
        for (const other of heldBy) writer.update({ ...other, ...keptFrom(other), updated_at: touched(other) });
        return { before: [old, ...heldBy], added: [] };
      });
      return stored(row, 'updated', [], undo);
    },
    /** Takes back that one was forgotten, with what it had taken the place of. */
    putBack(id: string): Restored {
      const rows = selecting.chain(id).filter(row => row.status === 'deleted');
      if (!rows.some(row => row.id === id)) throw errors['memory/unknown']({});
      let brought: Brought = { replaced: 0, ended: [] };
      change('put back', () => {
        brought = restore(
          rows.map(row => {
            const isPast = row.superseded_by !== null || (row.valid_until !== null && row.valid_until <= now());
            return { ...row, status: isPast ? 'superseded' : 'active' };
          }),
          new Set(rows.map(row => row.id)),
        );
        return { before: [...rows, ...brought.ended], added: [] };
      });
      return { restored: rows.length, replaced: brought.replaced };
    },
    markUsed(ids: readonly string[]): void {
      changed(db.transaction(() => ids.flatMap(id => used.all(now(), id)).map(({ number }) => number)));
    },
    /** Whether nothing can be remembered now. */
    isEmpty: (): boolean => anyActive.get() === undefined,
    ...{ purging: purge.pieces, nextPurgeIn: purge.nextIn },
    purge: (): void => atOnce(purge.pieces()),
    stats: figures,
  };
}
