import { manyCalls } from '../../plugins/agent/main/access/replay/calls.fixture.ts';
import type { Bench } from './bench.ts';

const count = 10_000;

/** Ten thousand different calls replayed under a rule that is not saved, and how long another timer waited meanwhile, which on a busy machine is not its doing alone. */
export default {
  name: 'rule-simulation',
  async run() {
    const at = await manyCalls(count);
    let longest = 0;
    let isOver = false;
    const others = (async () => {
      for (let last = performance.now(); !isOver; ) {
        // A turn of the timers, so that waiting costs nothing.
        await new Promise(resolve => setTimeout(resolve, 1));
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
    })();
    const began = process.cpuUsage();
    await at.simulate({ pattern: 'npm run *' });
    const { user, system } = process.cpuUsage(began);
    isOver = true;
    await others;
    return [
      { what: `${count} calls, of the processor`, value: (user + system) / 1000, unit: 'ms', limit: 1000 },
      { what: 'the longest that another timer waited', value: longest, unit: 'ms' },
    ];
  },
} satisfies Bench;
