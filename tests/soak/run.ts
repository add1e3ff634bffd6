// `npm run soak [-- --minutes 60 | --rounds 40]`: a scripted day in the built app. Says what was lost and what has grown.
import { parseArgs } from 'node:util';
import { soak } from './day.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' }, rounds: { type: 'string' } } });
const rounds = Number(values.rounds);
const until = Date.now() + Number(values.minutes ?? 60) * 60_000;
const { hours, sent, early, late, wakings, wrong } = await soak(
  hour => (values.rounds === undefined ? Date.now() > until : hour >= rounds),
  line => console.log(line),
);
console.log(`${hours} rounds, ${sent} messages sent`);
console.table({ 'first third': early, 'last third': late });
const all = wakings.reduce((sum, [, times]) => sum + times, 0);
console.log(`${all.toFixed(1)} wakings a second at rest: ${wakings.map(([thread, times]) => `${thread} ${times}`).join(', ')}`);
for (const what of wrong) console.log(`wrong: ${what}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
