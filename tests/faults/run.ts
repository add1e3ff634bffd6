// node tests/faults/run.ts [--rounds 200] [--seed 7] [parts of names]: kills everything of the table so many times, and says what was lost or did not start again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cameOf, subjects } from './table.ts';

const { values, positionals } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } }, allowPositionals: true });
const rounds = Number(values.rounds ?? 200);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const chosen = subjects.filter(({ name }) => positionals.length === 0 || positionals.some(part => name.includes(part)));
console.log(`${rounds} rounds, seed ${seed}`);

const folder = join(import.meta.dirname, '..', '..', '.build');
mkdirSync(folder, { recursive: true });
const head = ['| What was killed | Kills | Acknowledged | Wrong |', '| --- | ---: | ---: | ---: |'];
const rows: string[] = [];
const tableNow = () => [...head, ...rows, `| **all** | ${sums.kills} | ${sums.acknowledged} | ${sums.wrong} |`].join('\n');
const sums = { kills: 0, acknowledged: 0, wrong: 0 };
for (const subject of chosen) {
  const { kills, acknowledged, wrong } = await cameOf(subject, rounds, seed);
  const row = `| ${subject.name} | ${kills} | ${acknowledged} | ${wrong.length} |`;
  console.log(row);
  for (const what of wrong) console.log(`  ${what}`);
  rows.push(row);
  sums.kills += kills;
  sums.acknowledged += acknowledged;
  sums.wrong += wrong.length;
  // After each row: a run of hours that is ended early has said what it saw.
  writeFileSync(join(folder, 'faults-report.md'), `${rounds} rounds, seed ${seed}\n\n${tableNow()}\n`);
}
console.log(`\n${tableNow()}`);
process.exitCode = sums.wrong === 0 ? 0 : 1;
