import type { SlashCommand } from '@atelier/conversations/contract';
import { type Row, skillOf } from './store/store.ts';

const longestTitle = 80;

/** What the composer offers after a /: each skill by its name, with what it is for. */
export function suggestionsOf(rows: readonly Row[]): readonly SlashCommand[] {
  return rows
    .map(skillOf)
    .filter(({ name }) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    .map(({ name, description }) => ({
      name,
      title: cut(description.replace(/\s+/g, ' ').trim() || name),
      inserts: `/skill:${name} `,
      icon: 'book-open',
      order: 200,
    }));
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > longestTitle
    ? `${characters
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
