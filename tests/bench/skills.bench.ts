import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { tempFolder } from '../../kernel/testing/temp-folder.ts';
import { migrations } from '../../plugins/skills/main/migrations/index.ts';
import { openStore } from '../../plugins/skills/main/store/store.ts';
import type { Bench, Row } from './bench.ts';
import { wordSource } from './conversation-index.ts';
import { timed } from './measure.ts';

const many = 10_000;
const questions = 300;
const quiet = () => undefined;

/** What a search over 10,000 skills takes: words of their descriptions, parts of words, two letters, all filters, and nothing found. */
export default {
  name: 'skills',
  async run() {
    using folder = tempFolder();
    const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    const db = openDatabase(folder.file('skills.sqlite'), migrations, { owner: '@bench/skills', backups: folder.path, log });
    let at = 0;
    const store = openStore(db, () => ++at);
    const source = store.addSource('folder', '/skills');
    const words = wordSource(7);
    const descriptions = Array.from({ length: many }, () => words.text(12));
    store.seen(
      source,
      descriptions.map((description, n) => ({
        key: `/skills/s${n}`,
        path: `/skills/s${n}`,
        skill: {
          head: { name: `s${n}`, description, allowedTools: [], badName: false },
          languages: n % 3 === 0 ? ['bash'] : [],
          integrity: `sha512-${n}`,
        },
      })),
      [],
    );
    const word = (n: number) => descriptions[(n * 37) % many]?.split(' ')[n % 12] ?? '';
    const kinds = {
      'a word': (n: number) => ({ text: word(n) }),
      'two words': (n: number) => ({ text: `${word(n)} ${word(n)}` }),
      'a part of a word': (n: number) => ({ text: word(n).slice(1, 4) }),
      'two letters': (n: number) => ({ text: word(n).slice(0, 2) }),
      'a word and filters': (n: number) => ({ text: word(n), languages: ['bash' as const], sort: 'rating' as const }),
      'nothing, the first page': () => ({}),
      'a word that is nowhere': (n: number) => ({ text: `zzqx${n}` }),
    };
    const rows: Row[] = [];
    for (const [what, question] of Object.entries(kinds)) {
      const times: number[] = [];
      for (let n = 0; n < questions; n += 1) times.push(await timed(() => store.list(question(n))));
      times.sort((a, b) => a - b);
      rows.push({ what: `p95 of ${what}`, value: times[Math.floor(questions * 0.95)] ?? 0, unit: 'ms', limit: 20 });
    }
    db.close();
    return rows;
  },
} satisfies Bench;
