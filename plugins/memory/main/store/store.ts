import { randomUUID } from 'node:crypto';
import { type Database, visibleText } from '@atelier/kernel';
import type { Correction, Draft, Edit, MemoryRecord, Selection, Stats, Stored } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { openChanges, undoMs } from './changes.ts';
import { columns, type Row, recordOf, rowWriter, topicOf } from './rows.ts';
import { openSelecting } from './selecting.ts';
import { openTombstones } from './tombstones.ts';

const usual = { confidence: 0.6, importance: 0.5 };
/** What the person wrote down or corrected. */
const sure = 0.9;
/** How much of the doubt that is left the same words take away. */
const reinforcement = 0.3;
const purgeEvery = 60_000;
/** They change so often, or say so little, that what they were before is not kept. */
const inPlace: readonly string[] = ['task_state', 'summary'];

/** Who wrote it down is no person, so the person is shown it. */
const byModel: readonly string[] = ['captured', 'tool'];

export type Store = ReturnType<typeof openStore>;

/** The memories and what becomes of them. `changed` is told the numbers of the rows that another search must find, or not find. */
export function openStore(db: Database, now: () => number, changed: (numbers: readonly number[]) => void) {
  const writer = rowWriter(db);
  const tombstones = openTombstones(db);
  const changes = openChanges(db);
  const selecting = openSelecting(db, now);
  const byId = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE id = ?`);
  const bySaid = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE said = ? AND status <> 'deleted'`);
  const byTopic = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE topic = ? AND project IS ? AND status = 'active'`);
  const byNumber = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE number = ? AND status <> 'deleted'`);
  const all = db.prepare<Row>(`SELECT ${columns} FROM memories WHERE status <> 'deleted' ORDER BY number`);
  const remove = db.prepare('DELETE FROM memories WHERE id = ?');
  const purge = db.prepare("DELETE FROM memories WHERE status = 'deleted' AND updated_at <= ?");
  const used = db.prepare<{ number: number }>(
    "UPDATE memories SET times_used = times_used + 1, last_used_at = ? WHERE id = ? AND status <> 'deleted' RETURNING number",
  );
  const counted = db.prepare<{ status: string; kind: string; project: number; count: number }>(
    'SELECT status, kind, project IS NOT NULL AS project, count(*) AS count FROM memories GROUP BY 1, 2, 3',
  );
  const anyActive = db.prepare("SELECT 1 FROM memories WHERE status = 'active' LIMIT 1");
  const unreviewed = db.prepare('INSERT OR IGNORE INTO unreviewed (memory, at) VALUES (?, ?)');
  const reviewed = db.prepare('DELETE FROM unreviewed WHERE memory = ?');
  const reviewedOld = db.prepare("DELETE FROM unreviewed WHERE memory NOT IN (SELECT id FROM memories WHERE status = 'active')");
  const oldest = db.prepare<Row>(
    `SELECT ${columns} FROM memories WHERE status = 'active' AND coalesce(valid_until > ?, 1) ORDER BY number LIMIT ?`,
  );
  const graves = db.prepare<{ count: number }>('SELECT count(*) AS count FROM tombstones');

  const find = (id: string): Row => {
    const row = byId.get(id);
    if (row === undefined || row.status === 'deleted') throw errors['memory/unknown']({ id });
    return row;
  };
  const active = (id: string): Row => {
    const row = find(id);
    if (row.status !== 'active') throw errors['memory/not-active']({ id });
    return row;
  };
  const end = (rows: readonly Row[], at: number, by: string): void => {
    for (const row of rows)
      writer.put({ ...row, status: 'superseded', valid_until: Math.max(row.valid_from, at), superseded_by: by, updated_at: now() });
  };
  let purgedAt = 0;
  const purgeOld = (): void => {
    purgedAt = now();
    changes.prune(now());
    purge.run(now() - undoMs);
    reviewedOld.run();
  };
  /** Runs a change as one transaction, notes how to undo it, and tells the search. */
  const change = (what: string, work: () => { readonly before: readonly Row[]; readonly added: readonly Row[] }): string => {
    const numbers: number[] = [];
    const id = db.transaction(() => {
      if (now() - purgedAt > purgeEvery) purgeOld();
      const { before, added } = work();
      numbers.push(...[...before, ...added].map(row => row.number));
      return changes.add(what, { rows: before, added: added.map(row => row.id) }, now());
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
  const add = (row: Omit<Row, 'number'>): Row => {
    if (byModel.includes(row.origin)) unreviewed.run(row.id, now());
    return { ...row, number: writer.add(row) };
  };

  /** Everything but the secrets has been checked by the channel. */
  const upsert = (draft: Draft): Stored => {
    const fresh = newRow(draft, now(), tombstones.said(draft.content));
    const { origin, kind, project, topic, said, valid_from: from } = fresh;
    const same = bySaid.all(said).filter(row => row.project === project);
    if (origin === 'manual') tombstones.removeSaid(draft.content);
    else if (tombstones.covers(fresh)) throw errors['memory/forgotten']({});
    const there = same.find(row => row.status === 'active' && row.kind === kind);
    if (there !== undefined) return reinforce(there, fresh.confidence);
    if (origin !== 'manual' && same.some(row => row.status === 'superseded' && (row.valid_until ?? 0) > from))
      throw errors['memory/outdated']({});
    const onTopic = byTopic.all(topic, project);
    const better = onTopic.find(row => row.kind !== 'summary');
    if (kind === 'summary' && better !== undefined) return stored(better, 'kept');
    const earlier = onTopic.filter(row => row.kind === kind);
    const [first] = earlier;
    if (first !== undefined && inPlace.includes(kind)) {
      const { id, number, created_at, times_used, last_used_at } = first;
      const row: Row = { ...fresh, id, number, created_at, times_used, last_used_at };
      const undo = change('update', () => {
        writer.put(row);
        return { before: [first], added: [] };
      });
      return stored(row, 'updated', [], undo);
    }
    const later = earlier.find(row => row.valid_from > from);
    const ended = later === undefined ? [...earlier, ...(kind === 'summary' ? [] : onTopic.filter(row => row.kind === 'summary'))] : [];
    let row: Row | undefined;
    const undo = change('add', () => {
      // What was said before the present memory came after it: it is history.
      row = add(later === undefined ? fresh : { ...fresh, status: 'superseded', valid_until: later.valid_from, superseded_by: later.id });
      end(ended, from, row.id);
      return { before: ended, added: [row] };
    });
    return stored(row as unknown as Row, later === undefined ? 'added' : 'superseded', ended, undo);
  };

  const reinforce = (row: Row, confidence: number): Stored => {
    const surer = Math.max(confidence, row.confidence + (1 - row.confidence) * reinforcement);
    const surerRow = { ...row, confidence: surer, updated_at: now() };
    const undo = change('reinforce', () => {
      writer.put(surerRow);
      return { before: [row], added: [] };
    });
    return stored(surerRow, 'reinforced', [], undo);
  };

  /** Ends these rows, and all that say the same words wherever they are, and adds what holds instead. */
  const replace = (what: string, old: readonly Row[], made: Omit<Row, 'number'>, at: number): Stored => {
    const alike = old.flatMap(({ said }) => bySaid.all(said)).filter(row => row.status === 'active');
    const ended = [...new Map([...old, ...alike].map(row => [row.id, row])).values()];
    let row: Row | undefined;
    const undo = change(what, () => {
      row = add(made);
      end(ended, at, row.id);
      return { before: ended, added: [row] };
    });
    return stored(row as unknown as Row, 'added', ended, undo);
  };

  return {
    list: selecting.list,
    preview: (selection: Selection): MemoryRecord[] => selecting.select(selection).map(recordOf),
    upsert,
    /** The salted hash of words. */
    said: (content: string): number => tombstones.said(content),
    /** Whether nothing says it in its place, and it was not forgotten. */
    isNews(draft: Draft): boolean {
      const row = newRow(draft, now(), tombstones.said(draft.content));
      return !bySaid.all(row.said).some(one => one.project === row.project) && !tombstones.covers(row);
    },
    /** The person agreed to a draft: it is as sure as what they keep, and waits for no review. */
    agree: (draft: Draft): Stored =>
      db.transaction(() => {
        const stored = upsert({ ...draft, confidence: Math.max(sure, draft.confidence ?? 0) });
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
          writer.put({ ...row, confidence: Math.max(sure, row.confidence), updated_at: now() });
          reviewed.run(row.id);
        }
        return { before: rows, added: [] };
      });
      return rows.map(row => row.id);
    },
    /** All that was not forgotten, the oldest first. */
    everything: (): MemoryRecord[] => all.all().map(recordOf),
    numbered: (number: number): MemoryRecord | undefined => {
      const row = byNumber.get(number);
      return row && recordOf(row);
    },
    /** Takes drafts in as one change. What is there stays as it is, and what was forgotten stays forgotten. */
    importAll(drafts: readonly Draft[]): { added: number; there: number; forgotten: number; change?: string } {
      const counts = { added: 0, there: 0, forgotten: 0 };
      const fresh: Omit<Row, 'number'>[] = [];
      const known = new Set<string>();
      for (const draft of drafts) {
        const row = newRow(draft, now(), tombstones.said(draft.content));
        // What has no date may have been said before it was forgotten.
        const since = draft.from ?? 0;
        // A document may hold words that ended once and hold again.
        const key = `${row.project}\n${row.said}\n${row.status === 'active' ? '' : row.valid_from}`;
        if (known.has(key) || bySaid.all(row.said).some(one => one.project === row.project)) counts.there += 1;
        else if (tombstones.covers({ ...row, valid_from: since })) counts.forgotten += 1;
        else fresh.push(row);
        known.add(key);
      }
      if (fresh.length === 0) return counts;
      const undo = change('import', () => ({ before: [], added: fresh.map(add) }));
      return { ...counts, added: fresh.length, change: undo };
    },
    get: (id: string): MemoryRecord => recordOf(find(id)),
    find: (id: string): MemoryRecord | undefined => {
      const row = byId.get(id);
      return row === undefined || row.status === 'deleted' ? undefined : recordOf(row);
    },
    correct({ id, title, content, at, source }: Correction): Stored {
      const old = active(id);
      const moment = at ?? now();
      const { kind, topic, importance, project } = old;
      const draft = { kind, topic, title: title ?? old.title, content, importance, source, from: moment, confidence: sure };
      const made = newRow({ ...draft, tags: JSON.parse(old.tags) as string[] }, now(), tombstones.said(content));
      return replace('correct', [old], { ...made, project }, moment);
    },
    edit({ id, title, content, kind, tags, importance }: Edit): Stored {
      const old = active(id);
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
        writer.put(row);
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
    forget(selection: Selection): { forgotten: number; change?: string } {
      const rows = selecting.select(selection);
      if (rows.length === 0) return { forgotten: 0 };
      const undo = change('forget', () => {
        for (const row of rows) {
          writer.put({ ...row, status: 'deleted', updated_at: now() });
          tombstones.add(row, now());
        }
        return { before: rows, added: [] };
      });
      return { forgotten: rows.length, change: undo };
    },
    undo(id: string | undefined): number {
      const numbers: number[] = [];
      const count = db.transaction(() => {
        const { rows, added } = changes.take(id, now());
        for (const one of added) {
          const row = byId.get(one);
          if (row !== undefined) numbers.push(row.number);
          remove.run(one);
        }
        for (const row of rows) {
          writer.put(row);
          tombstones.remove(row.id);
          numbers.push(row.number);
        }
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
    stats(): Stats {
      const rows = counted.all();
      const count = (keep: (row: (typeof rows)[number]) => boolean) => rows.filter(keep).reduce((sum, row) => sum + row.count, 0);
      const live = rows.filter(row => row.status === 'active');
      const kinds = new Set(live.map(row => row.kind));
      return {
        active: count(row => row.status === 'active'),
        superseded: count(row => row.status === 'superseded'),
        deleted: graves.get()?.count ?? 0,
        byKind: Object.fromEntries([...kinds].map(kind => [kind, count(row => row.status === 'active' && row.kind === kind)])),
        global: count(row => row.status === 'active' && row.project === 0),
        project: count(row => row.status === 'active' && row.project === 1),
      };
    },
  };
}

function newRow({ source, from, until, ...draft }: Draft, now: number, said: number): Omit<Row, 'number'> {
  const { origin, conversation, message, quote, outside } = source;
  return {
    id: randomUUID(),
    project: draft.project ?? null,
    kind: draft.kind,
    topic: topicOf(draft.topic ?? draft.title),
    title: seen(draft.title, 'name'),
    content: seen(draft.content),
    tags: JSON.stringify((draft.tags ?? []).map(tag => seen(tag, 'name'))),
    status: until !== undefined && until <= now ? 'superseded' : 'active',
    confidence: draft.confidence ?? (origin === 'manual' ? sure : usual.confidence),
    importance: draft.importance ?? usual.importance,
    origin,
    conversation: conversation ?? null,
    message: message ?? null,
    quote: quote === undefined ? null : seen(quote),
    outside: outside ?? null,
    valid_from: from ?? now,
    valid_until: until ?? null,
    created_at: now,
    updated_at: now,
    last_used_at: null,
    times_used: 0,
    superseded_by: null,
    said,
  };
}

/** A model would read what nobody sees. */
const seen = (text: string, as: 'name' | 'prose' = 'prose'): string => visibleText(text, as);
