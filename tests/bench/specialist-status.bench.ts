import { migrateTo } from '@atelier/kernel/testing';
import { migrations } from '../../plugins/specialists/main/migrations/index.ts';
import { Store } from '../../plugins/specialists/main/store.ts';
import { Teams, type TeamsParts } from '../../plugins/specialists/main/team.ts';
import type { Bench } from './bench.ts';

const [specialists, changes] = [8, 1000] as const;

/** A thousand changes of what specialists do, as the engine tells them: each is stored and makes the state that the page may be sent. */
export default {
  name: 'specialist-status',
  async run() {
    using kept = migrateTo(migrations, 20);
    const store = new Store(kept.database);
    store.begin({ id: 'tree', conversation: 'talk', beganAt: 0 });
    const rest = { role: 'coder', task: 'Do.', depth: 1, tools: [], tasks: [], limits: {}, tokens: 0, cost: 0, told: false };
    for (let at = 0; at < specialists; at += 1) {
      store.add({ id: `s${at}`, tree: 'tree', parent: 'talk', name: `s${at}`, state: 'waits', ...rest });
      store.again(`s${at}`, 0);
    }
    const teams = new Teams({
      ...{ store, agent: {} as TeamsParts['agent'], roles: async () => [], changed: () => undefined },
      ...{ language: async () => 'en' as const, now: Date.now, warn: () => undefined },
    });
    const began = process.cpuUsage();
    for (let at = 0; at < changes; at += 1)
      teams.take({ seq: at, at, conversation: `s${at % specialists}`, kind: 'toolStarted', name: 'read', args: { path: `f${at}` } });
    const { user, system } = process.cpuUsage(began);
    const last = teams.team('talk').specialists.at(-1)?.doing;
    return [
      {
        what: `${changes} changes of ${specialists} specialists, of the processor`,
        value: (user + system) / 1000,
        unit: 'ms',
        limit: 1000,
      },
      {
        what: 'the last one is the right one',
        value: Number(last === `read f${changes - 1}`),
        unit: '',
        ok: last === `read f${changes - 1}`,
      },
    ];
  },
} satisfies Bench;
