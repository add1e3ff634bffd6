import { randomUUID } from 'node:crypto';
import { visibleText } from '@atelier/kernel';
import type { Draft, Edit } from '../../contract/index.ts';
import { type Row, topicOf } from './rows.ts';
import { wordsOf } from './telling.ts';

const usual = { confidence: 0.6, importance: 0.5 };
/** They change so often, or say so little, that what they were before is not kept. */
export const inPlace: readonly string[] = ['task_state', 'summary'];
/** Who wrote it down is no person, so the person is shown it. */
export const byModel: readonly string[] = ['captured', 'tool'];
/** Nothing that a model found by itself ends it. */
export const byPerson: readonly string[] = ['manual', 'import'];
/** How sure it is what the person wrote down, corrected or agreed to. */
export const sure = 0.9;

/** The person wrote, mended or kept it. */
export const ofPerson = { stored_by: null, theirs: 1 };

/** The person keeps it as it is. */
export const keptFrom = ({ theirs }: Row) => ({ stored_by: null, theirs: Math.max(1, theirs) });

/** Who else says it makes it theirs too. What extensions alone say stays held, under the names of all of them. */
export function alsoBy({ stored_by, theirs }: Row, also: Pick<Row, 'stored_by' | 'theirs'>): Pick<Row, 'stored_by' | 'theirs'> {
  const by = stored_by === null || also.stored_by === null ? null : [...new Set([...stored_by.split(', '), also.stored_by])].join(', ');
  return { stored_by: by, theirs: Math.max(theirs, also.theirs) };
}

/** Whether a row is held from who writes: an extension stored it, and to them it says nothing, since nobody has kept it. */
export const isHeldFrom =
  (by: string | null) =>
  (row: Row): boolean =>
    row.stored_by !== null && row.stored_by !== by;

export function newRow({ source, from, until, ...draft }: Draft, now: number, said: number): Omit<Row, 'number'> {
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
    outside: outside === undefined ? null : seen(outside, 'name'),
    valid_from: from ?? now,
    valid_until: until ?? null,
    created_at: now,
    updated_at: now,
    last_used_at: null,
    times_used: 0,
    superseded_by: null,
    said,
    change: null,
    stored_by: null,
    theirs: byPerson.includes(origin) ? 1 : 0,
  };
}

/** Whether it held when it was last written, and is not only planned: then it holds now, whatever the clock says. */
const hasBegun = ({ valid_from, updated_at }: Pick<Row, 'valid_from' | 'updated_at'>): boolean => valid_from <= updated_at;

/** A row that another one ends. What ends now has ended for good: its `updated_at` is not before its end then, also where the clock was set back. */
export function endedBy(row: Row, at: number, by: string, now: number): Row {
  const until = Math.max(row.valid_from, at);
  return { ...row, status: 'superseded', valid_until: until, superseded_by: by, updated_at: at <= now ? Math.max(now, until) : now };
}

/** What is said without a time is said now, and comes before nothing but what is planned. */
export const isAfter = (from: number, isDated: boolean) => (row: Row) => row.valid_from > from && (isDated || !hasBegun(row));

/** What was said before another one that holds, or is planned. */
export function historyBefore(row: Omit<Row, 'number'>, later: Row): Omit<Row, 'number'> {
  const until = later.valid_from;
  const updated = hasBegun(later) ? Math.max(row.updated_at, until) : row.updated_at;
  return { ...row, status: 'superseded', valid_until: until, superseded_by: later.id, updated_at: updated };
}

/** A model would read what nobody sees. */
export const seen = (text: string, as: 'name' | 'prose' = 'prose'): string => visibleText(text, as);

/** The title of corrected words: the old one, unless it tells what is not said any more. */
export function titleOf(old: Pick<Row, 'title' | 'content'>, content: string): string {
  const [before, after] = [new Set(wordsOf(old.content)), new Set(wordsOf(content))];
  const isStale = wordsOf(old.title).some(word => before.has(word) && !after.has(word));
  return isStale ? (content.trim().split('\n', 1)[0] ?? '').slice(0, 200) : old.title;
}

/** What the person makes of a memory. Other words are their own; a title that they did not change stays that of who gave it. */
export function editedRow(old: Row, { title, content, kind, tags, importance }: Edit, said: (content: string) => number): Row {
  const isMended = content !== undefined && content !== old.content;
  const isOthers = old.theirs === 2 || (isMended && !byPerson.includes(old.origin));
  return {
    ...old,
    ...(title !== undefined && { title: seen(title, 'name') }),
    ...(content !== undefined && { content: seen(content), said: said(content), ...(isMended && { origin: 'manual' }) }),
    ...(kind !== undefined && { kind }),
    ...(tags !== undefined && { tags: JSON.stringify(tags.map(tag => seen(tag, 'name'))) }),
    ...(importance !== undefined && { importance }),
    stored_by: null,
    theirs: isOthers && (title === undefined || title === old.title) ? 2 : 1,
  };
}
