import { randomUUID } from 'node:crypto';
import { vectorOf } from '../../plugins/memory/main/search/grams.ts';
import { openStore } from '../../plugins/memory/main/store/store.ts';
import type { Bench, Row } from './bench.ts';
import { alternating } from './measure.ts';
import { openPlace, quiet } from './memory-place.ts';
import { type Made, memorySet } from './memory-set.ts';

/** What it costs to remember one thing. */
export default { name: 'memory-write', run } satisfies Bench;

/** A memory as the store writes it, against a bare insert of its words into one table; each durable. */
async function run(): Promise<Row[]> {
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
