import type { Database } from '@atelier/kernel';
import type { Suggestion } from '../contract/index.ts';

const maxSuggestions = 4;
const maxLabel = 50;
const maxText = 2000;

export interface Suggestions {
  of(conversation: string): readonly Suggestion[];
  replace(conversation: string, list: readonly Suggestion[]): void;
  /** Returns whether there were any. */
  clear(conversation: string): boolean;
}

/** The latest suggestions of each conversation, stored across restarts. */
export function openSuggestions(db: Database): Suggestions {
  const one = db.prepare<{ list: string }>('SELECT list FROM suggestions WHERE conversation = ?');
  const write = db.prepare(
    'INSERT INTO suggestions (conversation, list) VALUES (?, ?) ON CONFLICT (conversation) DO UPDATE SET list = excluded.list',
  );
  const remove = db.prepare('DELETE FROM suggestions WHERE conversation = ?');
  return {
    of(conversation) {
      const row = one.get(conversation);
      return row === undefined ? [] : (JSON.parse(row.list) as Suggestion[]);
    },
    replace: (conversation, list) => void write.run(conversation, JSON.stringify(list)),
    clear: conversation => remove.run(conversation).changes > 0,
  };
}

/** The valid suggestions in the model's arguments: at most four, without duplicates, each label on one line. */
export function suggestionsFrom(value: unknown): readonly Suggestion[] {
  if (!Array.isArray(value)) return [];
  const found = new Map<string, Suggestion>();
  for (const one of value) {
    const { label, text } = Object(one) as { label?: unknown; text?: unknown };
    if (typeof label !== 'string') continue;
    const shown = singleLine(label).slice(0, maxLabel).trim();
    const message = (typeof text === 'string' ? text.trim() : '') || singleLine(label);
    if (shown !== '' && !found.has(shown)) found.set(shown, { label: shown, text: message.slice(0, maxText) });
  }
  return [...found.values()].slice(0, maxSuggestions);
}

function singleLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
