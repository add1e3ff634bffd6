import type { Bench } from './bench.ts';
import { conversationIndex, never, wordSource } from './conversation-index.ts';
import { median, timed } from './measure.ts';

const conversations = 1000;
const messages = 100;
const questions = 200;

/** Full text over 100,000 messages: p95 of mixed questions, against reading every message for one word. */
export default {
  name: 'conversation-search',
  async run() {
    const index = conversationIndex();
    const source = wordSource(9);
    const { random, words, word } = source;
    for (let n = 0; n < conversations; n += 1)
      index.db.transaction(() =>
        index.fill(
          `c${n}`,
          source.text(4),
          n * 1000_000,
          Array.from({ length: messages }, (_, at) => source.text(at % 2 === 0 ? 20 : 100)),
        ),
      );
    try {
      const build = await timed(() => index.messages.check());
      const { search } = index.messages.calls;
      // Most are asked while they are typed, so that the last word is a piece of one.
      const rare = () => words[Math.floor(random() * words.length)] ?? '';
      const piece = () => word().slice(0, 2 + Math.floor(random() * 4));
      const kinds: Record<string, () => Parameters<typeof search>[0]> = {
        'one common word': () => ({ text: word() }),
        'one rare word': () => ({ text: rare() }),
        'a piece of a word': () => ({ text: piece() }),
        'two words': () => ({ text: `${word()} ${piece()}` }),
        'five words': () => ({ text: `${source.text(4)} ${piece()}` }),
        'with filters': () => ({ text: word(), who: 'assistant', from: 500_000_000, archived: false }),
      };
      const like = index.db.prepare('SELECT number FROM entries WHERE json LIKE ? ORDER BY at DESC LIMIT 20');
      const scans: number[] = [];
      for (let n = 0; n < 5; n += 1) scans.push(await timed(() => like.all(`%${rare()}%`)));
      const scan = median(scans);
      const all: number[] = [];
      // A machine that does something else beside it makes people wait, and says nothing about the search.
      const worked: number[] = [];
      const rows = [];
      for (const [what, ask] of Object.entries(kinds)) {
        const times: number[] = [];
        for (let n = 0; n < questions; n += 1) {
          const question = ask();
          const before = process.cpuUsage();
          times.push(await timed(() => search(question, never)));
          const { user, system } = process.cpuUsage(before);
          worked.push((user + system) / 1000);
        }
        all.push(...times);
        const p95 = percentile(times, 0.95);
        rows.push({ what: `p95, ${what}`, value: p95, unit: 'ms', ratio: p95 / scan });
      }
      const p95 = percentile(all, 0.95);
      return [
        { what: 'LIKE over 100,000 messages', value: scan, unit: 'ms', ratio: 1 },
        ...rows,
        { what: 'p95 of all', value: p95, unit: 'ms', ratio: p95 / scan, ok: p95 < 50 },
        { what: 'p95 of all, the processor’s time', value: percentile(worked, 0.95), unit: 'ms', ok: percentile(worked, 0.95) < 50 },
        { what: 'taking 100,000 messages into the full text', value: build / 1000, unit: 's' },
      ];
    } finally {
      index.close();
    }
  },
} satisfies Bench;

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
