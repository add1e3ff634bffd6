// `npm run soak [-- --minutes 60]`: a scripted day in the built app. Says what was lost and what has grown.
import { parseArgs } from 'node:util';
import { soak } from './day.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string' } } });
const until = Date.now() + Number(values.minutes ?? 60) * 60_000;
const { hours, sent, early, late, wakings, wrong } = await soak(
  () => Date.now() > until,
  line => console.log(line),
);
console.log(`${hours} rounds, ${sent} messages sent; ${wakings} wakings a second at rest`);
console.table({ 'first third': early, 'last third': late });
for (const what of wrong) console.log(`wrong: ${what}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
