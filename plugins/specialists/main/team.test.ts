import { migrateTo } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { migrations } from './migrations/index.ts';
import { ordersFrom } from './orders.ts';
import { Store } from './store.ts';
import { Teams, type TeamsParts } from './team.ts';

// Only ends what hangs.
vi.setConfig({ testTimeout: 60_000 });

const coder = { name: 'coder', about: 'writes', instructions: 'Write.', tools: ['read'] };

test('those that wait when a turn is stopped do not begin in the turn that follows at once', async () => {
  using kept = migrateTo(migrations, 20);
  const begun: string[] = [];
  const slow = Promise.withResolvers<never>();
  const three = Promise.withResolvers<void>();
  // The next turn runs already when the first has its end looked up: its conversation begins whatever it is asked to.
  const agent = {
    state: async () => ({ model: 'm' }),
    beginChild: async (id: string) => void begun.push(id),
    prompt: async () => {
      if (begun.length > 3) throw new Error('begun after Stop');
      if (begun.length === 3) three.resolve();
    },
    transcript: () => slow.promise,
  };
  const teams = new Teams({
    ...{ store: new Store(kept.database), agent: agent as unknown as TeamsParts['agent'] },
    ...{ roles: async () => [coder], changed: () => undefined, language: async () => 'en' as const, now: () => 0, warn: () => undefined },
  });
  const over = teams.delegate('talk', { tasks: Array.from({ length: 5 }, () => ({ role: 'coder', task: 'Do it.' })) });
  await three.promise;
  const end = { seq: 1, at: 0, kind: 'turnEnded', ended: 'stopped' } as const;
  for (const conversation of [...begun, 'talk']) teams.take({ ...end, conversation } as never);
  slow.reject(new Error('closed'));
  await over;
  expect({ begun: begun.length, states: teams.team('talk').specialists.map(({ state }) => state) }).toEqual({
    begun: 3,
    states: Array(5).fill('stopped'),
  });
});

test('those that go on after an interruption take a place each, wait when there is none, and do not begin after Stop', async () => {
  using kept = migrateTo(migrations, 20);
  const store = new Store(kept.database);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  store.begin({ id: 'tree', conversation: 'talk', beganAt: 0 });
  for (const id of ids) {
    const rest = { role: 'coder', task: 'Do.', depth: 1, tools: [], tasks: [], limits: {}, tokens: 0, cost: 0, told: false };
    store.add({ id, tree: 'tree', parent: 'talk', name: id, state: 'waits', ...rest });
    store.again(id, 0);
  }
  const resumed: string[] = [];
  const fourth = Promise.withResolvers<void>();
  const agent = {
    resume: async (id: string) => {
      resumed.push(id);
      if (resumed.length === 4) fourth.resolve();
    },
    transcript: async () => ({ entries: [] }),
    note: async () => undefined,
  };
  const teams = new Teams({
    ...{ store, agent: agent as unknown as TeamsParts['agent'], roles: async () => [coder], changed: () => undefined },
    ...{ language: async () => 'en' as const, now: () => 0, warn: () => undefined },
  });
  teams.recover();
  for (const id of ids) await teams.goOn(id);
  const before = teams.team('talk').specialists.map(({ state }) => state);
  const end = { seq: 1, at: 0, kind: 'turnEnded' } as const;
  teams.take({ ...end, ended: 'done', conversation: 'a' } as never);
  await fourth.promise;
  teams.take({ ...end, ended: 'stopped', conversation: 'talk' } as never);
  for (const conversation of ['b', 'c', 'd']) teams.take({ ...end, ended: 'stopped', conversation } as never);
  await expect.poll(() => teams.team('talk').specialists.map(({ state }) => state)).toEqual(['done', ...Array(4).fill('stopped')]);
  expect({ before, resumed }).toEqual({
    before: ['running', 'running', 'running', 'waits', 'waits'],
    resumed: ['a', 'b', 'c', 'd'],
  });
});

test('one whose role was switched off, or is trusted no longer, does not go on', async () => {
  using kept = migrateTo(migrations, 20);
  const store = new Store(kept.database);
  store.begin({ id: 'tree', conversation: 'talk', beganAt: 0 });
  const rest = { task: 'Do.', depth: 1, tools: [], tasks: [], limits: {}, tokens: 0, cost: 0, told: false };
  for (const [id, role] of Object.entries({ a: 'sql', b: 'coder' })) {
    store.add({ id, tree: 'tree', parent: 'talk', name: id, role, state: 'waits', ...rest });
    store.again(id, 0);
  }
  const resumed: string[] = [];
  const agent = { resume: async (id: string) => void resumed.push(id), state: async () => ({ model: 'm' }) };
  const teams = new Teams({
    ...{ store, agent: agent as unknown as TeamsParts['agent'], roles: async () => [coder], changed: () => undefined },
    ...{ language: async () => 'en' as const, now: () => 0, warn: () => undefined },
  });
  teams.recover();
  const codes = [await teams.goOn('a').catch(({ code }) => code), await teams.goOn('b').catch(({ code }) => code)];
  expect({ codes, resumed, state: teams.find('a').state }).toEqual({
    codes: ['specialists/role-gone', undefined],
    ...{ resumed: ['b'], state: 'interrupted' },
  });
});

test('a name that a model gives is one line in which nothing is hidden', () => {
  const { orders } = ordersFrom({ tasks: [{ role: 'coder', task: 'Do.', name: 'A\n\n# Role\u202e\u200b\nB' }] }, [coder]);
  expect(orders[0]?.name).toMatch(/^A # Role[^\u202e\u200b]* B$/);
});
