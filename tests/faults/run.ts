// node tests/faults/run.ts --rounds 200 [--seed 7]: kills writers of each kind so many times and says what was lost or did not start again.
import { parseArgs } from 'node:util';
import { childKills } from './children/kills.ts';
import { childKinds } from './children/kinds.ts';
import { engineKills } from './engine-kills.ts';
import { withoutHandles } from './handles.ts';
import { killRounds, kinds } from './rounds.ts';
import { steeringKills } from './steering-kills.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const rounds = Number(values.rounds ?? 200);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
console.log(`${rounds} kills of each kind, seed ${seed}`);

let wrong = 0;
for (const kind of kinds) {
  // A rebuild is a start of the whole app each time.
  const outcome = await killRounds(kind, kind === 'rebuild' ? Math.ceil(rounds / 10) : rounds, seed);
  wrong += outcome.wrong.length;
  console.log(`${kind}: ${outcome.kills} kills, ${outcome.acknowledged} acknowledged, ${outcome.wrong.length} wrong`);
  for (const what of outcome.wrong) console.log(`  ${what}`);
}
const engine = await engineKills(Math.ceil(rounds / 2), seed);
wrong += engine.wrong.length;
console.log(`engine: ${engine.kills} kills, ${engine.cut} turns cut, ${engine.resumed} resumed, ${engine.wrong.length} wrong`);
for (const what of engine.wrong) console.log(`  ${what}`);
const steering = await steeringKills(Math.ceil(rounds / 2), seed);
wrong += steering.wrong.length;
console.log(
  `messages into running turns: ${steering.kills} kills, ${steering.acknowledged} acknowledged, ${steering.waited} found waiting, ${steering.wrong.length} wrong`,
);
for (const what of steering.wrong) console.log(`  ${what}`);
// As many moments as a kernel in a process of its own, with real children, comes to in a minute or a few.
for (const kind of Object.keys(childKinds)) {
  const children = await childKills(kind, Math.ceil(rounds / 4), seed);
  wrong += children.wrong.length;
  console.log(
    `${kind} under a kernel: ${children.kills} kills, ${children.acknowledged} answers meanwhile, ${children.wrong.length} wrong`,
  );
  for (const what of children.wrong) console.log(`  ${what}`);
}
const handles = await withoutHandles(Math.ceil(rounds / 4));
wrong += handles.wrong.length;
console.log(`without handles: ${handles.acknowledged} acknowledged, ${handles.refused} refused, ${handles.wrong.length} wrong`);
for (const what of handles.wrong) console.log(`  ${what}`);
process.exitCode = wrong === 0 ? 0 : 1;
