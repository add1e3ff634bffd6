import { createRequire } from 'node:module';
import { join } from 'node:path';
import Driver from 'better-sqlite3';
import { fold } from '../../plugins/memory/main/search/grams.ts';
import type { Made } from './memory-set.ts';
import { havePeer, peers } from './peers.ts';

const dimensions = 256;

/**
 * Every memory as a dense vector of hashed trigrams, kept as JSON the way a database would, and compared one by one: what a plain reading
 * of "local hashed trigram vectors" comes to.
 */
export function denseTrigrams(memories: readonly Made[]): (text: string) => Promise<readonly number[]> {
  const rows = memories.map(({ number, title, content }) => ({ number, json: JSON.stringify([...vectorOf(`${title} ${content}`)]) }));
  return async text => {
    const asked = vectorOf(text);
    const scored = rows.map(({ number, json }) => {
      const vector = JSON.parse(json) as number[];
      let dot = 0;
      for (let at = 0; at < dimensions; at += 1) dot += (asked[at] as number) * (vector[at] as number);
      return { number, dot };
    });
    return scored
      .sort((a, b) => b.dot - a.dot)
      .slice(0, 10)
      .map(({ number }) => number);
  };
}

/** The same vectors in sqlite-vec, which has compiled code for them. Undefined where it is not to be had. */
export function sqliteVec(memories: readonly Made[]): ((text: string) => Promise<readonly number[]>) | undefined {
  if (!havePeer('sqlite-vec')) return undefined;
  const db = new Driver(':memory:');
  try {
    const { load } = createRequire(join(peers, 'package.json'))('sqlite-vec') as { load(into: Driver.Database): void };
    load(db);
  } catch (error) {
    process.stderr.write(`Left out: sqlite-vec has nothing for this machine (${String((error as Error).message)}).\n`);
    return undefined;
  }
  db.exec(`CREATE VIRTUAL TABLE vectors USING vec0(vector float[${dimensions}])`);
  const insert = db.prepare('INSERT INTO vectors (rowid, vector) VALUES (?, ?)');
  const blob = (text: string) => Buffer.from(Float32Array.from(vectorOf(text)).buffer);
  db.transaction(() => {
    for (const { number, title, content } of memories) insert.run(BigInt(number), blob(`${title} ${content}`));
  })();
  const search = db.prepare<[Buffer], { number: number }>('SELECT rowid AS number FROM vectors WHERE vector MATCH ? AND k = 10');
  return async text => search.all(blob(text)).map(({ number }) => number);
}

function vectorOf(text: string): Float64Array {
  const vector = new Float64Array(dimensions);
  const folded = ` ${fold(text)} `;
  for (let at = 0; at + 2 < folded.length; at += 1) {
    let hash = 0x811c9dc5;
    for (let next = at; next < at + 3; next += 1) hash = Math.imul(hash ^ folded.charCodeAt(next), 0x01000193);
    const place = (hash >>> 0) % dimensions;
    vector[place] = (vector[place] as number) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map(value => Math.round((value / length) * 10_000) / 10_000);
}
