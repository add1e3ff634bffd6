import { randomUUID } from 'node:crypto';
import { visibleText } from '@atelier/kernel';
import type { Draft } from '../../contract/index.ts';
import { type Row, topicOf } from './rows.ts';
import { wordsOf } from './telling.ts';

const usual = { confidence: 0.6, importance: 0.5 };
/** How sure it is what the person wrote down, corrected or agreed to. */
export const sure = 0.9;

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
    outside: outside ?? null,
    valid_from: from ?? now,
    valid_until: until ?? null,
    created_at: now,
    updated_at: now,
    last_used_at: null,
    times_used: 0,
    superseded_by: null,
    said,
    change: null,
  };
}

/** A model would read what nobody sees. */
export const seen = (text: string, as: 'name' | 'prose' = 'prose'): string => visibleText(text, as);

/** The title of corrected words: the old one, unless it tells what is not said any more. */
export function titleOf(old: Pick<Row, 'title' | 'content'>, content: string): string {
  const [before, after] = [new Set(wordsOf(old.content)), new Set(wordsOf(content))];
  const isStale = wordsOf(old.title).some(word => before.has(word) && !after.has(word));
  return isStale ? (content.trim().split('\n', 1)[0] ?? '').slice(0, 200) : old.title;
}
