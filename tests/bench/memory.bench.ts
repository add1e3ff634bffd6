import { randomUUID } from 'node:crypto';
import { vectorOf } from '../../plugins/memory/main/search/grams.ts';
import { openSearcher } from '../../plugins/memory/main/search/searcher.ts';
import { openStore } from '../../plugins/memory/main/store/store.ts';
import type { Bench, Row } from './bench.ts';
import { alternating } from './measure.ts';
import { denseTrigrams, sqliteVec } from './memory-baselines.ts';
import { judged, openPlace, quiet, type Way } from './memory-place.ts';
import { type Made, memorySet, queryKinds } from './memory-set.ts';

const sizes = [
  { count: 1000, questions: 450, recall: 0.95 },
  { count: 10_000, questions: 225, recall: 0.93 },
  { count: 100_000, questions: 225, recall: 0.9 },
] as const;
const ten = 10;

/** Recall and time of the search over memories of nine kinds of question, beside other ways to search, and what a write costs. */
export default {
  name: 'memory',
  async run() {
    const rows: Row[] = [];
    for (const { count, questions, recall } of sizes) {
      using place = openPlace();
      const { memories, queries } = memorySet(count, questions);
      await place.fill(memories);
      const searcher = openSearcher(place.db);
      const ours: Way = async text =>
        (await searcher.ask({ text, limit: ten, at: Number.MAX_SAFE_INTEGER, now: Date.now() })).map(hit => hit.number);
      let longest = 0;
      let last = performance.now();
      // Each round begins when the app could do something else.
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      });
      const began = performance.now();
      await ours('ready');
      const ready = performance.now() - began;
      clearInterval(watch);
      const result = await judged(ours, queries);
      const at = `at ${count.toLocaleString('en')}`;
      rows.push({ what: `recall@10 ${at}`, value: result.recall, unit: '', ok: result.recall >= recall });
      for (const kind of queryKinds) rows.push({ what: `  ${kind} ${at}`, value: result.byKind(kind), unit: '' });
      rows.push(
        { what: `p50 ${at}`, value: result.p50, unit: 'ms', ...(count === 100_000 && { limit: 5 }) },
        { what: `p95 ${at}`, value: result.p95, unit: 'ms' },
        { what: `index ready ${at}`, value: ready, unit: 'ms', ...(count === 10_000 && { limit: 200 }) },
        // It begins with the first question, so no window waits for it.
        { what: `  the app is held at most ${at}`, value: longest, unit: 'ms', ...(count === 10_000 && { limit: 50 }) },
        { what: `bytes a memory ${at}`, value: place.bytes() / count, unit: 'B', limit: 1024 },
      );
      // The full scan of 100,000 takes a second a question.
      const few = count === 100_000 ? queries.slice(0, 27) : queries;
      const dense = denseTrigrams(memories);
      const vec = count === 10_000 ? sqliteVec(memories) : undefined;
      const others: Record<string, Way> = {
        'a full scan of dense trigram vectors': dense,
        'FTS5 trigram, an OR of trigrams': place.trigrams(memories),
        ...(vec && { 'sqlite-vec, the same dense vectors': vec }),
        'FTS5 porter, an OR of prefixes': place.prefixes(memories),
      };
      for (const [name, way] of Object.entries(others)) {
        const other = await judged(way, few);
        const ratio = result.p95 / other.p95;
        const limit =
          count !== 10_000 ? {} : name.startsWith('a full') ? { limit: 1 / 20 } : /trigram|sqlite-vec/.test(name) ? { limit: 1 } : {};
        rows.push(
          { what: `recall@10 of ${name} ${at}`, value: other.recall, unit: '' },
          { what: `p95 of ${name} ${at}; ours against it`, value: other.p95, unit: 'ms', ratio, ...limit },
        );
      }
      await searcher.end();
    }
    rows.push(...(await write()));
    return rows;
  },
} satisfies Bench;

/** A memory as the store writes it, against a bare insert of its words into one table; each durable. */
async function write(): Promise<Row[]> {
  using place = openPlace();
  place.db.exec('CREATE TABLE bare (number INTEGER PRIMARY KEY, title TEXT NOT NULL, content TEXT NOT NULL) STRICT');
  const insert = place.db.prepare('INSERT INTO bare (title, content) VALUES (?, ?)');
  // As large as a memory's row, with the indices that it has: what of a write is SQLite's.
  const table = (name: string, indices: string) => {
    place.db.exec(`CREATE TABLE ${name} (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT, content TEXT, rest TEXT, said INTEGER,
      topic TEXT, grams BLOB) STRICT; ${indices}`);
    return place.db.prepare(`INSERT INTO ${name} (id, title, content, rest, said, topic, grams) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  };
  const rest = 'x'.repeat(180);
  const grams = new Uint8Array(270);
  const rowOf = ({ title, content }: Made, n: number) => [
    randomUUID(),
    title,
    content,
    rest,
    Math.floor(((n * 0.618_033_988_7) % 1) * 2 ** 45),
    `t${n}`,
    grams,
  ];
  const whole = table('whole', '');
  const indexed = table('indexed', 'CREATE INDEX by_topic ON indexed (topic, said); CREATE INDEX by_said ON indexed (said)');
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
  const measured = await alternating(40, {
    ours: each(({ title, content }, n) =>
      store.upsert({ kind: 'fact', topic: `t${n}`, title, content: `${content} ${n}`, source: { origin: 'manual' } }),
    ),
    bare: each(({ title, content }) => insert.run(title, content)),
    'three rows': each(({ title, content }) =>
      place.db.transaction(() => {
        for (let row = 0; row < 3; row += 1) insert.run(title, content);
      }),
    ),
    whole: each((memory, n) => whole.run(...rowOf(memory, n))),
    indexed: each((memory, n) => indexed.run(...rowOf(memory, n))),
    vector: each(({ title, content }) => {
      vectorOf([`${title} ${content}`]);
    }),
  });
  const row = (what: string, name: 'ours' | 'vector' | 'three rows' | 'whole' | 'indexed', more: Partial<Row> = {}): Row => ({
    what,
    value: measured.time(name),
    unit: 'ms',
    ratio: measured.ratio(name, 'bare'),
    ...more,
  });
  return [
    { what: 'a bare insert', value: measured.time('bare'), unit: 'ms' },
    row('a write, against a bare insert', 'ours', { limit: 1.5 }),
    row('  of it its vector', 'vector'),
    row('a bare insert of a row of its size, with an id', 'whole'),
    row('the same with indices for its words and topic', 'indexed'),
    row('three bare inserts in one transaction', 'three rows'),
  ];
}
