import { readFileSync } from 'node:fs';
import { openSearcher } from '../../plugins/memory/main/search/searcher.ts';
import type { Bench, Row } from './bench.ts';
import { type Locomo, locomoKinds, readLocomo } from './locomo.ts';
import { openPlace } from './memory-place.ts';

const ten = 10;

/** How much of the evidence for the questions of LoCoMo is among the ten best of its conversation, a turn as a memory. Without a limit. */
export default {
  name: 'memory-locomo',
  async run() {
    const file = process.env.LOCOMO;
    if (file === undefined) {
      process.stderr.write(
        'memory-locomo is not measured: set LOCOMO to the path of locomo10.json, from data/ of github.com/snap-research/locomo.\n',
      );
      return [];
    }
    const conversations = read(file);
    if (conversations === undefined) return [];
    const shares = new Map<string, number[]>();
    for (const { turns, questions } of conversations) {
      using place = openPlace();
      const told = turns.map(({ id, speaker, text, at }) => ({
        title: speaker,
        content: `${speaker}: ${text}`,
        topic: id,
        ...(at !== undefined && { from: at }),
      }));
      await place.fill(told);
      // The same words of two turns are one memory.
      const words = new Map(told.map(({ topic, content }) => [topic, content]));
      const stored = new Map(
        place.db
          .prepare<{ number: number; content: string }>('SELECT number, content FROM memories')
          .all()
          .map(row => [row.number, row.content]),
      );
      const searcher = openSearcher(place.db);
      for (const { kind, text, evidence } of questions) {
        const hits = await searcher.ask({ text, limit: ten, at: Number.MAX_SAFE_INTEGER, now: Date.now() });
        const found = new Set(hits.map(({ number }) => stored.get(number)));
        const share = evidence.filter(one => found.has(words.get(one))).length / evidence.length;
        shares.set(kind, [...(shares.get(kind) ?? []), share]);
      }
      await searcher.end();
    }
    const row = (kind: string, all: readonly number[]): Row => ({
      what: `recall@10 by evidence, ${kind}, ${all.length} questions`,
      value: all.reduce((sum, one) => sum + one, 0) / all.length,
      unit: '',
    });
    const kinds = Object.values(locomoKinds).filter(kind => shares.has(kind));
    return [row('all', [...shares.values()].flat()), ...kinds.map(kind => row(kind, shares.get(kind) ?? []))];
  },
} satisfies Bench;

/** What is no file of LoCoMo is said in one line, and the command fails. */
function read(file: string): Locomo[] | undefined {
  try {
    return readLocomo(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as { code?: string };
    const why = code === undefined ? 'it is not as locomo10.json is published' : `it cannot be read (${code})`;
    process.stderr.write(`memory-locomo is not measured: LOCOMO is ${file}, and ${why}. Nothing is downloaded: its licence is its own.\n`);
    process.exitCode = 1;
    return undefined;
  }
}
