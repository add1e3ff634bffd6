import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@atelier/kernel';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { migrations } from '../../plugins/memory/main/migrations/index.ts';
import { fold } from '../../plugins/memory/main/search/grams.ts';
import { openSearcher } from '../../plugins/memory/main/search/searcher.ts';
import { openStore } from '../../plugins/memory/main/store/store.ts';
import type { Bench, Row } from './bench.ts';
import { alternating } from './measure.ts';
import { denseTrigrams } from './memory-baselines.ts';
import { type Made, memorySet, type Query, queryKinds } from './memory-set.ts';

const sizes = [
  { count: 1000, questions: 450, recall: 0.95 },
  { count: 10_000, questions: 225, recall: 0.93 },
  { count: 100_000, questions: 225, recall: 0.9 },
] as const;
const ten = 10;
const quiet = () => undefined;

/** A search: the numbers of the ten best. */
type Way = (text: string) => Promise<readonly number[]>;

/** Recall and time of the search over memories of nine kinds of question, beside other ways to search, and what a write costs. */
export default {
  name: 'memory',
  async run() {
    const rows: Row[] = [];
    for (const { count, questions, recall } of sizes) {
      using place = openPlace();
      const { memories, queries } = memorySet(count, questions);
      place.fill(memories);
      const searcher = openSearcher(place.db);
      const ours: Way = async text =>
        (await searcher.ask({ text, limit: ten, at: Number.MAX_SAFE_INTEGER, now: Date.now() })).map(hit => hit.number);
      const began = performance.now();
      await ours('ready');
      const ready = performance.now() - began;
      const result = await judged(ours, queries);
      const at = `at ${count.toLocaleString('en')}`;
      rows.push({ what: `recall@10 ${at}`, value: result.recall, unit: '', ok: result.recall >= recall });
      for (const kind of queryKinds) rows.push({ what: `  ${kind} ${at}`, value: result.byKind(kind), unit: '' });
      rows.push(
        { what: `p50 ${at}`, value: result.p50, unit: 'ms', ...(count === 100_000 && { limit: 5 }) },
        { what: `p95 ${at}`, value: result.p95, unit: 'ms' },
        { what: `index ready ${at}`, value: ready, unit: 'ms', ...(count === 10_000 && { limit: 200 }) },
        { what: `bytes a memory ${at}`, value: place.bytes() / count, unit: 'B', limit: 1024 },
      );
      // The full scan of 100,000 takes a second a question.
      const few = count === 100_000 ? queries.slice(0, 27) : queries;
      const dense = denseTrigrams(memories);
      const others: Record<string, Way> = {
        'a full scan of dense trigram vectors': dense,
        'FTS5 trigram, an OR of trigrams': place.trigrams(memories),
        'FTS5 porter, an OR of prefixes': place.prefixes(memories),
      };
      for (const [name, way] of Object.entries(others)) {
        const other = await judged(way, few);
        const ratio = result.p95 / other.p95;
        const limit = count !== 10_000 ? {} : name.startsWith('a full') ? { limit: 1 / 20 } : name.includes('trigram') ? { limit: 1 } : {};
        rows.push(
          { what: `recall@10 of ${name} ${at}`, value: other.recall, unit: '' },
          { what: `p95 of ${name} ${at}; ours against it`, value: other.p95, unit: 'ms', ratio, ...limit },
        );
      }
      await searcher.end();
    }
    rows.push(await write());
    return rows;
  },
} satisfies Bench;

async function judged(way: Way, queries: readonly Query[]) {
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

/** A memory as the store writes it, against a bare insert of its words into one table; each durable. */
async function write(): Promise<Row> {
  using place = openPlace();
  place.db.exec('CREATE TABLE bare (number INTEGER PRIMARY KEY, title TEXT NOT NULL, content TEXT NOT NULL) STRICT');
  const insert = place.db.prepare('INSERT INTO bare (title, content) VALUES (?, ?)');
  const store = openStore(place.db, Date.now, quiet);
  const { memories } = memorySet(4000, 0, 5);
  let next = 0;
  const each = (work: (memory: Made, n: number) => void) => () => {
    const began = performance.now();
    for (let n = 0; n < 50; n += 1) {
      const memory = memories[next % memories.length] as Made;
      work(memory, next);
      next += 1;
    }
    return (performance.now() - began) / 50;
  };
  const measured = await alternating(15, {
    ours: each(({ title, content }, n) =>
      store.upsert({ kind: 'fact', topic: `t${n}`, title, content: `${content} ${n}`, source: { origin: 'manual' } }),
    ),
    bare: each(({ title, content }) => insert.run(title, content)),
  });
  return {
    what: 'a write, against a bare insert',
    value: measured.time('ours'),
    unit: 'ms',
    ratio: measured.ratio('ours', 'bare'),
    limit: 1.5,
  };
}

function openPlace() {
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
    fill(memories: readonly Made[]) {
      const store = openStore(db, Date.now, quiet);
      for (let from = 0; from < memories.length; from += 5000)
        store.importAll(
          memories.slice(from, from + 5000).map(({ number, title, content }) => ({
            kind: 'fact',
            topic: `t${number}`,
            title,
            content: content,
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
