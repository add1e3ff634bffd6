import { setImmediate } from 'node:timers/promises';
import { killAt } from './kill-at.ts';

/** Fills a profile with memories and forgets most of them, or starts it two hours later: then what was forgotten goes, until a kill. */
const [profile, steps, when] = process.argv.slice(2) as [string, string, 'before' | 'after'];
const isLater = steps !== 'fill';
if (isLater) {
  killAt('memory.sqlite', steps, when);
  const now = Date.now;
  Date.now = () => now() + 2 * 3600_000;
}

const { MemoryChannel } = await import('@atelier/memory/contract');
const { testKernel } = await import('@atelier/kernel/testing');
const kernel = await testKernel({ plugins: ['@atelier/conversations', '@atelier/memory'], profile });
const memory = kernel.client(MemoryChannel);
const waiting = async () => (await memory.call('list', { statuses: ['deleted'], limit: 1 })).memories.length;
if (isLater) while ((await waiting()) > 0) await setImmediate();
else {
  const text = Array.from({ length: 700 }, (_, n) => `- The boat number ${n} was called vqtesselornikamp.`).join('\n');
  await memory.call('importAll', { text: `${text}\n- What stays.` });
  await memory.call('forget', { text: 'boat' });
}
console.log(JSON.stringify({ active: (await memory.call('stats', {})).active, waiting: await waiting() }));
await kernel.close();
process.exit(0);
