import type { Database } from '@atelier/kernel';
import type { Correction, Draft, Edit, MemoryRecord, Preview, Selection, Stored } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { openChanges, undoMs } from './changes.ts';
import { openFigures } from './figures.ts';
import { openImporting, type Taken } from './importing.ts';
import { newRow, seen, sure, titleOf } from './making.ts';
import { openPlaces } from './places.ts';
import { openProposed, type ProposedRow } from './proposed.ts';
import { columns, type Row, recordOf, rowWriter } from './rows.ts';
import { openSelecting } from './selecting.ts';
import { type Lifted, openTombstones, refuseForgotten } from './tombstones.ts';

/** How much of the doubt that is left the same words take away. */
const reinforcement = 0.3;
const purgeEvery = 60_000;
/** More are counted and not listed. */
const mostShown = 1000;
/** They change so often, or say so little, that what they were before is not kept. */
const inPlace: readonly string[] = ['task_state', 'summary'];

/** Who wrote it down is no person, so the person is shown it. */
const byModel: readonly string[] = ['captured', 'tool'];
/** Nothing that a model found by itself ends it. */
const byPerson: readonly string[] = ['manual', 'import'];

export type Store = ReturnType<typeof openStore>;

interface Changing {
  readonly before: readonly Row[];
  readonly added: readonly Row[];
  readonly proposals?: readonly ProposedRow[];
  readonly lifted?: readonly Lifted[];
}

/** The memories and what becomes of them. `changed` is told the numbers of the rows that another search must find, or not find. */
export function openStore(db: Database, now: () => number, changed: (numbers: readonly number[]) => void) {
  const writer = rowWriter(db);
  const tombstones = openTombstones(db);
  const changes = openChanges(db);
  const places = openPlaces(db);
  const proposed = openProposed(db);
  const figures = openFigures(db);
  const selecting = openSelecting(db, now, places.keysOf, places.placesOf);
  const byId = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE id = ?`);
  const bySaid = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE said = ? AND status <> 'deleted'`);
  const byTopic = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE topic = ? AND status = 'active'`);
  const importing = openImporting({ bySaid, tombstones, placesOf: places.placesOf, now });
  const byNumber = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE number = ? AND status <> 'deleted'`);
  const all = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE status <> 'deleted' ORDER BY number`);
  const remove = db.prepare('DELETE FROM memories WHERE id = ?');
  const purge = db.prepare("DELETE FROM memories WHERE status = 'deleted' AND updated_at <= ?");
  const used = db.prepare<{ number: number }>(
    "UPDATE memories SET times_used = times_used + 1, last_used_at = ? WHERE id = ? AND status <> 'deleted' RETURNING number",
  );
  const anyActive = db.prepare("SELECT 1 FROM memories WHERE status = 'active' LIMIT 1");
  const unreviewed = db.prepare('INSERT OR IGNORE INTO unreviewed (memory, at) VALUES (?, ?)');
  const reviewed = db.prepare('DELETE FROM unreviewed WHERE memory = ?');
  const reviewedOld = db.prepare("DELETE FROM unreviewed WHERE memory NOT IN (SELECT id FROM memories WHERE status = 'active')");
  const oldest = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE status = 'active' AND coalesce(valid_until > ?, 1) ORDER BY number LIMIT ?`,
  );
  const highest = db.prepare<{ number: number }>('SELECT max(number) AS number FROM memories');

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
    for (const row of rows)
      writer.update({ ...row, status: 'superseded', valid_until: Math.max(row.valid_from, at), superseded_by: by, updated_at: now() });
  };
  let purgedAt = 0;
  const purgeOld = (): void => {
    purgedAt = now();
    changes.prune(now());
    purge.run(now() - undoMs);
    reviewedOld.run();
  };
  /** Runs a change as one transaction, notes how to undo it, and tells the search. */
  const change = (what: string, work: (number: number) => Changing): string => {
    const numbers: number[] = [];
    const id = db.transaction(() => {
      if (now() - purgedAt > purgeEvery) purgeOld();
      const own = changes.begin();
      const { before, added, proposals = [], lifted = [] } = work(own);
      for (const { number } of [...before, ...added]) numbers.push(number);
      // A row that has the number is all there is to note: two pages less to write for what is written most.
      if (added[0]?.change !== own) changes.add(own, what, { rows: before, added: added.map(row => row.id), proposals, lifted }, now());
      return String(own);
    });
    changed(numbers);
    return id;
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
  const endedBy = ({ kind }: Pick<Row, 'kind'>, onTopic: readonly Row[]): Row[] =>
    onTopic.filter(row => row.kind === kind || (row.kind === 'summary' && kind !== 'summary'));

  /** Everything but the secrets has been checked by the channel. `agreed`: a model found it, and the person said that it holds. */
  const upsert = (draft: Draft, agreed = false): Stored => {
    let fresh = newRow(draft, now(), tombstones.said(draft.content));
    const { origin, kind, project, said } = fresh;
    const isPerson = origin === 'manual' || agreed;
    const same = hereOf(bySaid.all(said), project);
    const there = same.find(row => row.status === 'active' && row.kind === kind);
    const outdated = same.some(row => row.status === 'superseded' && (row.valid_until ?? 0) > fresh.valid_from);
    const was = isPerson ? undefined : tombstones.coverage(fresh);
    const lifted = isPerson ? tombstones.lift(said) : [];
    if (was === 'same' || there === undefined) refuseForgotten(was);
    if (there !== undefined) return reinforce(there, fresh.confidence, lifted);
    if (!isPerson && outdated) throw errors['memory/outdated']({});
    const onTopic = onTopicOf(fresh);
    const better = onTopic.find(row => row.kind !== 'summary');
    if (kind === 'summary' && better !== undefined) return stored(better, 'kept');
    const earlier = onTopic.filter(row => row.kind === kind);
    // What the person agrees to now holds from now on, whatever was said since.
    if (agreed && (outdated || earlier.some(row => row.valid_from > fresh.valid_from))) fresh = { ...fresh, valid_from: now() };
    const { valid_from: from } = fresh;
    const later = inPlace.includes(kind) ? undefined : earlier.find(row => row.valid_from > from);
    const ended = later === undefined ? endedBy(fresh, onTopic) : [];
    if (origin === 'captured' && !agreed && ended.some(row => byPerson.includes(row.origin))) throw errors['memory/own-words']({});
    const [first] = earlier;
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
    const undo = change('add', own => {
      const made = { ...fresh, change: ended.length + lifted.length === 0 ? own : null };
      // What was said before the present memory came after it: it is history.
      row = add(later === undefined ? made : { ...made, status: 'superseded', valid_until: later.valid_from, superseded_by: later.id });
      end(ended, from, row.id);
      return { before: ended, added: [row], lifted };
    });
    return stored(row as unknown as Row, later === undefined ? 'added' : 'superseded', ended, undo);
  };

  const reinforce = (row: Row, confidence: number, lifted: readonly Lifted[]): Stored => {
    const surer = Math.max(confidence, row.confidence + (1 - row.confidence) * reinforcement);
    const surerRow = { ...row, confidence: surer, updated_at: now() };
    const undo = change('reinforce', () => {
      writer.update(surerRow);
      return { before: [row], added: [], lifted };
    });
    return stored(surerRow, 'reinforced', [], undo);
  };

  /** Ends these rows, and all that say the same words wherever they are, and adds what holds instead. */
  const replace = (what: string, old: readonly Row[], made: Omit<Row, 'number'>, at: number): Stored => {
    const alike = old.flatMap(({ said }) => bySaid.all(said)).filter(row => row.status === 'active');
    const ended = [...new Map([...old, ...alike].map(row => [row.id, row])).values()];
    const isEnded = new Set(ended.map(row => row.id));
    // What says it already in its place is not said twice.
    const there = hereOf(bySaid.all(made.said), made.project).find(
      row => row.status === 'active' && row.kind === made.kind && !isEnded.has(row.id),
    );
    let row: Row | undefined;
    const undo = change(what, () => {
      row = there === undefined ? add(made) : { ...there, confidence: Math.max(there.confidence, made.confidence), updated_at: now() };
      if (there !== undefined) writer.update(row);
      end(ended, at, row.id);
      return there === undefined ? { before: ended, added: [row] } : { before: [...ended, there], added: [] };
    });
    return stored(row as unknown as Row, there === undefined ? 'added' : 'reinforced', ended, undo);
  };

  /** Writes rows as they were, not forgotten any more. What was written again meanwhile is not there twice: the former is its history. */
  const restore = (rows: readonly Row[]): void => {
    const ids = new Set(rows.map(row => row.id));
    for (const row of rows) {
      const double =
        row.status === 'active'
          ? bySaid
              .all(row.said)
              .find(one => one.status === 'active' && one.kind === row.kind && one.project === row.project && !ids.has(one.id))
          : undefined;
      if (row.status !== 'deleted') tombstones.remove(row.id);
      else tombstones.add(row, row.updated_at);
      if (double === undefined) writer.put(row);
      else end([row], now(), double.id);
    }
  };

  return {
    list: selecting.list,
    preview(selection: Selection): Preview {
      const rows = selecting.select(selection);
      return {
        memories: rows.slice(0, mostShown).map(recordOf),
        total: rows.length,
        upTo: highest.get()?.number ?? 0,
        proposals: proposed.fitting(selection).length,
      };
    },
    upsert: (draft: Draft): Stored => upsert(draft),
    keysOf: places.keysOf,
    seenFolder: places.seen,
    /** The salted hash of words. */
    said: (content: string): number => tombstones.said(content),
    /** Whether nothing says it in its place, and it was not forgotten. */
    isNews(draft: Draft): boolean {
      const row = newRow(draft, now(), tombstones.said(draft.content));
      return hereOf(bySaid.all(row.said), row.project).length === 0 && tombstones.coverage(row) !== 'same';
    },
    /** Whether the person forgot something like it. */
    isAlike: (draft: Draft): boolean => tombstones.coverage(newRow(draft, now(), 0)) === 'alike',
    /** What a draft would take the place of. */
    wouldEnd(draft: Draft): MemoryRecord[] {
      const row = newRow(draft, now(), 0);
      return endedBy(row, onTopicOf(row)).map(recordOf);
    },
    /** The person agreed to a draft: it is as sure as what they keep, and waits for no review. */
    agree: (draft: Draft): Stored =>
      db.transaction(() => {
        const stored = upsert({ ...draft, confidence: Math.max(sure, draft.confidence ?? 0) }, true);
        reviewed.run(stored.memory.id);
        return stored;
      }),
    /** It was never stored, and no model is to store it in these words. */
    bury: (id: string, draft: Draft): void => tombstones.addWords(id, draft.content, now()),
    /** Active memories, the oldest first. */
    oldest: (limit: number): MemoryRecord[] => oldest.all(now(), limit).map(recordOf),
    /** The person keeps them. Returns those that were there. */
    keep(ids: readonly string[]): string[] {
      const rows = ids.map(id => byId.get(id)).filter(row => row?.status === 'active') as Row[];
      if (rows.length === 0) return [];
      change('keep', () => {
        for (const row of rows) {
          writer.update({ ...row, confidence: Math.max(sure, row.confidence), updated_at: now() });
          reviewed.run(row.id);
        }
        return { before: rows, added: [] };
      });
      return rows.map(row => row.id);
    },
    /** All that was not forgotten, the oldest first. */
    everything: (): MemoryRecord[] => all.all().map(recordOf),
    numbered: (number: number): MemoryRecord | undefined => recordOrNone(byNumber.get(number)),
    /**
     * Takes drafts in as one change. What is there stays as it is, what was forgotten stays forgotten, and what is like it is handed back.
     */
    async importAll(drafts: readonly Draft[]): Promise<Taken> {
      const { fresh, taken } = importing.sorted(await importing.ready(drafts));
      if (fresh.length === 0) return taken;
      const undo = change('import', () => ({ before: [], added: fresh.map(({ row, vector }) => add(row, vector)) }));
      return { ...taken, change: undo };
    },
    get: (id: string): MemoryRecord => recordOf(find(id)),
    find: (id: string): MemoryRecord | undefined => recordOrNone(byId.get(id)),
    correct({ id, title, content, at, source }: Correction): Stored {
      const old = active(id);
      const moment = at ?? now();
      const { kind, topic, importance, project } = old;
      const named = title !== undefined && title !== old.title ? title : titleOf(old, content);
      const draft = { kind, topic, title: named, content, importance, source, from: moment, confidence: sure };
      const made = newRow({ ...draft, tags: JSON.parse(old.tags) as string[] }, now(), tombstones.said(content));
      refuseForgotten(source.origin === 'manual' ? undefined : tombstones.coverage(made));
      return replace('correct', [old], { ...made, project }, moment);
    },
    edit({ id, was, title, content, kind, tags, importance }: Edit): Stored {
      const old = active(id);
      const present = recordOf(old);
      for (const name of ['title', 'content', 'kind', 'tags', 'importance'] as const)
        if (was?.[name] !== undefined && String(was[name]) !== String(present[name])) throw errors['memory/changed-meanwhile']({});
      const row: Row = {
        ...old,
        ...(title !== undefined && { title: seen(title, 'name') }),
        ...(content !== undefined && { content: seen(content), said: tombstones.said(content) }),
        ...(kind !== undefined && { kind }),
        ...(tags !== undefined && { tags: JSON.stringify(tags.map(tag => seen(tag, 'name'))) }),
        ...(importance !== undefined && { importance }),
        updated_at: now(),
      };
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
      let topic = '';
      for (let nth = 2; topic === '' || byTopic.all(topic).length > 0; nth += 1) topic = `${old.topic.slice(0, 90)}-${nth}`;
      const isActive = old.status === 'active';
      const row: Row = {
        ...{ ...old, topic, status: 'active', superseded_by: null, updated_at: now() },
        valid_until: isActive ? old.valid_until : null,
      };
      const undo = change('separate', () => {
        writer.put(row);
        return { before: [old], added: [] };
      });
      return stored(row, 'updated', [], undo);
    },
    forget(selection: Selection): { forgotten: number; change?: string } {
      const rows = selecting.select(selection);
      const proposals = proposed.fitting(selection, rows);
      if (rows.length + proposals.length === 0) return { forgotten: 0 };
      const undo = change('forget', () => {
        for (const row of rows) {
          writer.update({ ...row, status: 'deleted', updated_at: now() });
          tombstones.add(row, now());
        }
        proposed.remove(proposals);
        return { before: rows, added: [], proposals };
      });
      return { forgotten: rows.length, change: undo };
    },
    /** Takes back that one was forgotten, with what it had taken the place of. */
    putBack(id: string): number {
      const rows = selecting.chain(id).filter(row => row.status === 'deleted');
      if (!rows.some(row => row.id === id)) throw errors['memory/unknown']({});
      change('put back', () => {
        restore(
          rows.map(row => {
            const isPast = row.superseded_by !== null || (row.valid_until !== null && row.valid_until <= now());
            return { ...row, status: isPast ? 'superseded' : 'active' };
          }),
        );
        return { before: rows, added: [] };
      });
      return rows.length;
    },
    undo(id: string | undefined): number {
      const numbers: number[] = [];
      const count = db.transaction(() => {
        const { rows, added, proposals = [], lifted = [] } = changes.take(id, now());
        for (const one of added) {
          const row = byId.get(one);
          if (row !== undefined) numbers.push(row.number);
          remove.run(one);
        }
        restore(rows);
        proposed.putBack(proposals);
        tombstones.layBack(lifted);
        for (const { number } of rows) numbers.push(number);
        return rows.length + added.length;
      });
      changed(numbers);
      return count;
    },
    markUsed(ids: readonly string[]): void {
      const numbers = db.transaction(() => ids.flatMap(id => used.all(now(), id)).map(({ number }) => number));
      changed(numbers);
    },
    /** Whether nothing can be remembered now. */
    isEmpty: (): boolean => anyActive.get() === undefined,
    /** Removes the words of what was forgotten an hour ago. */
    purge: (): void => db.transaction(purgeOld),
    stats: figures,
  };
}

const recordOrNone = (row: Row | undefined) => (row === undefined || row.status === 'deleted' ? undefined : recordOf(row));
