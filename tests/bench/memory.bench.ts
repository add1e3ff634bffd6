import { openSearcher } from '../../plugins/memory/main/search/searcher.ts';
import type { Bench, Row } from './bench.ts';
import { denseTrigrams, sqliteVec } from './memory-baselines.ts';
import { judged, openPlace, type Way } from './memory-place.ts';
import { memorySet, queryKinds } from './memory-set.ts';

const sizes = [
  { count: 1000, questions: 450, recall: 0.95 },
  { count: 10_000, questions: 225, recall: 0.93 },
  { count: 100_000, questions: 225, recall: 0.9 },
] as const;
const ten = 10;

/** Recall and time of the search over memories of nine kinds of question, beside other ways to search. */
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
    return rows;
  },
} satisfies Bench;
