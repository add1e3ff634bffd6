import { fold } from '../../plugins/memory/main/search/grams.ts';
import type { Made } from './memory-set.ts';

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
