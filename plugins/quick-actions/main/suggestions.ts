import type { Database } from '@atelier/kernel';
import type { Suggestion } from '../contract/index.ts';

const most = 4;
const longestLabel = 50;
const longestText = 2000;

export interface Suggestions {
  of(conversation: string): readonly Suggestion[];
  replace(conversation: string, list: readonly Suggestion[]): void;
  /** Returns whether there were any. */
  clear(conversation: string): boolean;
}

/** The last suggestions of each conversation, kept over restarts. */
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

/** The valid suggestions of what the model wrote: at most four, each on one line, none twice. */
export function suggestionsFrom(value: unknown): readonly Suggestion[] {
  if (!Array.isArray(value)) return [];
  const found = new Map<string, Suggestion>();
  for (const one of value) {
    const { label, text } = Object(one) as { label?: unknown; text?: unknown };
    if (typeof label !== 'string') continue;
    const shown = visible(label).slice(0, longestLabel).trim();
    const said = (typeof text === 'string' ? text.trim() : '') || visible(label);
    if (shown !== '' && !found.has(shown)) found.set(shown, { label: shown, text: said.slice(0, longestText) });
  }
  return [...found.values()].slice(0, most);
}

function visible(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
