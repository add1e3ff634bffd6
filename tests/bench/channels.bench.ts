import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { channelsIn } from '../faults/channels-subject.ts';
import type { Bench } from './bench.ts';

const networks = ['mail', 'matrix', 'plain'] as const;
const messages = 1000;
const most = { minute: 60 } as const;

/** A thousand messages over three bridges: kept, given to an agent that answers at once, and sent, each step in the database before the next. */
export default {
  name: 'channels',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
    const at = channelsIn(folder);
    try {
      at.channels.start();
      const start = performance.now();
      for (let number = 0; number < messages; number += 1)
        await at.receive(networks[number % networks.length] ?? 'mail', Math.floor(number / networks.length));
      const taken = performance.now() - start;
      await at.settled();
      const whole = performance.now() - start;
      const sent = networks.reduce((sum, network) => sum + at.sent(network).length, 0);
      return [
        { what: 'a message is kept', value: taken / messages, unit: 'ms' },
        {
          what: `${messages.toLocaleString('en')} messages are kept, answered and sent`,
          value: whole / 1000,
          unit: 's',
          limit: most.minute,
        },
        { what: 'of them sent', value: sent, unit: '', ok: sent === messages },
      ];
    } finally {
      at.channels.end();
      at.db.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Bench;
