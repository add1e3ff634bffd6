import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { migrations } from '../../plugins/usage/main/migrations/index.ts';
import { Prices } from '../../plugins/usage/main/prices/prices.ts';
import { SumsOf } from '../../plugins/usage/main/sums/sums.ts';
import { CatchUp } from '../../plugins/usage/main/taking/catch-up.ts';
import { Records } from '../../plugins/usage/main/taking/records.ts';
import { answerLine, header } from '../../plugins/usage/main/usage.fixture.ts';

const model = 'local/m1';
const conversations = 5;
const conversationOf = (count: number) => `c${count % conversations}`;
const fileOf = (folder: string, conversation: string) => join(folder, `${conversation}.jsonl`);
const filesIn = (folder: string) =>
  Array.from({ length: conversations }, (_, at) => `c${at}`)
    .map(conversation => ({ conversation, file: fileOf(folder, conversation) }))
    .filter(({ file }) => existsSync(file));

/** The answers in the session files; a line that a kill has cut is none. */
function answersIn(folder: string): number {
  const whole = filesIn(folder).flatMap(({ file }) => readFileSync(file, 'utf8').split('\n').slice(1, -1));
  return whole.filter(line => line.includes('"usage"')).length;
}

/** What counts answers, over the usage's own database; the session files stand beside it. */
function usageIn(folder: string) {
  const db = openDatabase(join(folder, 'usage.sqlite'), migrations, {
    ...{ owner: '@test/usage', backups: join(folder, 'backups'), log: keptLog() },
  });
  const catchUp = new CatchUp({
    records: new Records(db),
    agent: {
      rootOf: async () => undefined,
      sessionFile: async conversation => fileOf(folder, conversation),
      sessionFiles: async () => filesIn(folder),
    },
    log: { warn: () => undefined },
    signal: new AbortController().signal,
    price: async answers => answers.map(answer => ({ ...answer, included: false })),
    projectOf: async () => ({ id: 'p', name: 'Project' }),
    counted: () => undefined,
  });
  return { db, catchUp, sums: new SumsOf(db), prices: new Prices(db) };
}

/** Writes answers into session files and counts each; the person corrects the price to the number of the answer. */
export async function countForEver(folder: string, acknowledge: (count: number) => void): Promise<never> {
  const { catchUp, prices } = usageIn(folder);
  for (let count = Math.max(answersIn(folder), priceIn(prices)) + 1; ; count += 1) {
    const conversation = conversationOf(count);
    const file = fileOf(folder, conversation);
    // The engine ends a line that a killed process has cut before it writes on.
    const begun = existsSync(file) ? (readFileSync(file, 'utf8').endsWith('\n') ? '' : '\n') : `${header(conversation)}\n`;
    const at = new Date(Date.UTC(2026, 10, 1) + count * 60_000).toISOString();
    appendFileSync(file, `${begun}${answerLine(`e${count}-${process.pid}`, at, { provider: 'local', model: 'm1' })}\n`);
    await catchUp.conversation(conversation);
    prices.correct(model, { input: count % 100_000, output: 1, cacheRead: 1, cacheWrite: 1 }, count);
    acknowledge(count);
  }
}

const priceIn = (prices: Prices) => prices.all().find(one => one.model === model)?.correctedAt ?? 0;

/** After a kill and one look at the files every answer is counted once, in the sums of its day and conversation too. */
export async function verifyCounted(folder: string, acknowledged = 0): Promise<string[]> {
  const wrong: string[] = [];
  const { db, catchUp, sums, prices } = usageIn(folder);
  try {
    if (db.recovered) wrong.push(`it had to be recovered: ${db.recovered.reason}`);
    const before = sums.total({}).answers;
    if (before < acknowledged) wrong.push(`${acknowledged} were acknowledged, ${before} are counted`);
    if (priceIn(prices) < acknowledged) wrong.push(`the price of ${acknowledged} was acknowledged, that of ${priceIn(prices)} is there`);
    await catchUp.all();
    await catchUp.all();
    const records = Number(db.prepare<{ n: number }>('SELECT count(*) AS n FROM records').get()?.n);
    const byConversation = sums.by('conversation', {}, 100).reduce((sum, { answers }) => sum + answers, 0);
    const counted = { records, total: sums.total({}).answers, byConversation };
    for (const [what, count] of Object.entries(counted))
      if (count !== answersIn(folder)) wrong.push(`${answersIn(folder)} answers are in the files, ${what} has ${count}`);
  } finally {
    db.close();
  }
  return wrong;
}
