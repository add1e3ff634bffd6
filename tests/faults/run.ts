// node tests/faults/run.ts --rounds 200 [--seed 7]: kills writers of each kind so many times and says what was lost or did not start again.
import { parseArgs } from 'node:util';
import { engineKills } from './engine-kills.ts';
import { killRounds } from './rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const rounds = Number(values.rounds ?? 200);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`${rounds} kills of each kind, seed ${seed}`);

let wrong = 0;
for (const kind of ['database', 'json', 'migration', 'kernel'] as const) {
  const outcome = await killRounds(kind, rounds, seed);
  wrong += outcome.wrong.length;
  console.log(`${kind}: ${outcome.kills} kills, ${outcome.acknowledged} acknowledged, ${outcome.wrong.length} wrong`);
  for (const what of outcome.wrong) console.log(`  ${what}`);
}
const engine = await engineKills(Math.ceil(rounds / 2), seed);
wrong += engine.wrong.length;
console.log(`engine: ${engine.kills} kills, ${engine.cut} turns cut, ${engine.resumed} resumed, ${engine.wrong.length} wrong`);
for (const what of engine.wrong) console.log(`  ${what}`);
process.exitCode = wrong === 0 ? 0 : 1;
