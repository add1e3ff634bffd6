import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@atelier/kernel';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import type { Draft } from '../../plugins/memory/contract/index.ts';
import { migrations } from '../../plugins/memory/main/migrations/index.ts';
import { fold } from '../../plugins/memory/main/search/grams.ts';
import { openStore } from '../../plugins/memory/main/store/store.ts';
import type { Made, Query } from './memory-set.ts';

const ten = 10;
export const quiet = () => undefined;

/** A search: the numbers of the ten best. */
export type Way = (text: string) => Promise<readonly number[]>;

/** What a way finds, and how long it takes. */
export async function judged(way: Way, queries: readonly Query[]) {
  for (const { text } of queries.slice(0, 20)) await way(text);
  const times: number[] = [];
  const found = new Map<string, number[]>();
  for (const { kind, text, right } of queries) {
    const began = performance.now();
    const numbers = await way(text);
    times.push(performance.now() - began);
    found.set(kind, [...(found.get(kind) ?? []), numbers.includes(right) ? 1 : 0]);
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    recall: mean([...found.values()].flat()),
    byKind: (kind: string) => mean(found.get(kind) ?? []),
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? Number.NaN,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
  };
}

/** A database of memories in a folder of its own. */
export function openPlace() {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const db = openDatabase(join(folder, 'memory.sqlite'), migrations, { owner: '@bench/memory', backups: folder, log });
  const full = (name: string, tokenizer: string, memories: readonly Made[]) => {
    db.exec(`CREATE VIRTUAL TABLE ${name} USING fts5(text, content='', tokenize="${tokenizer}")`);
    const insert = db.prepare(`INSERT INTO ${name} (rowid, text) VALUES (?, ?)`);
    db.transaction(() => {
      for (const { number, title, content } of memories) insert.run(number, fold(`${title} ${content}`));
    });
    return db.prepare<{ number: number }>(`SELECT rowid AS number FROM ${name} WHERE ${name} MATCH ? ORDER BY rank LIMIT ${ten}`);
  };
  return {
    db,
    /** They get the numbers of their order. */
    async fill(memories: readonly (Omit<Made, 'number'> & Partial<Pick<Draft, 'topic' | 'from' | 'until'>>)[]) {
      const store = openStore(db, Date.now, quiet);
      for (let from = 0; from < memories.length; from += 5000)
        await store.importAll(
          memories.slice(from, from + 5000).map(({ title, content, topic, from: since, until }, at) => ({
            kind: 'fact',
            topic: topic ?? `t${from + at + 1}`,
            title,
            content,
            ...(since !== undefined && { from: since }),
            ...(until !== undefined && { until }),
            source: { origin: 'import' },
          })),
        );
    },
    bytes: () => size(db),
    trigrams(memories: readonly Made[]): Way {
      const search = full('trigrams', 'trigram', memories);
      return async text => {
        const grams = new Set(
          fold(text)
            .split(/\s+/)
            .flatMap(word => Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3))),
        );
        return search.all([...grams].map(gram => `"${gram.replaceAll('"', '""')}"`).join(' OR ')).map(row => row.number);
      };
    },
    prefixes(memories: readonly Made[]): Way {
      const search = full('prefixes', 'porter unicode61', memories);
      return async text => {
        const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
        return search.all(words.map(word => `"${word}"*`).join(' OR ')).map(row => row.number);
      };
    },
    [Symbol.dispose]() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The pages in use, without the list of changes that can be undone, which lasts an hour. */
function size(db: Database): number {
  db.exec('DELETE FROM changes');
  const one = (pragma: string) => Object.values(db.prepare<Record<string, number>>(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0;
  return (one('page_count') - one('freelist_count')) * one('page_size');
}
