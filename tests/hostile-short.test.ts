import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits } from '../kernel/main/isolate/isolate-limits.ts';
import { attacksOf } from './hostile/attack.ts';
import { openHostileKernel } from './hostile/hostile-kernel.ts';
import { letLoose } from './hostile/let-loose.ts';
import { bench } from './hostile/support.ts';
import { openWorld } from './hostile/world.ts';
import { lacks } from './support/needing.ts';

const machine = vi.hoisted(() => ({ sandboxed: true }));
vi.mock(import('../kernel/main/isolate/os-sandbox.ts'), async importOriginal => {
  const original = await importOriginal();
  return { ...original, osSandbox: () => (machine.sandboxed ? original.osSandbox() : undefined) };
});
const { osSandbox } = await import('../kernel/main/isolate/os-sandbox.ts');
const hasSandbox = osSandbox() !== undefined;

// A machine under load starts a process in seconds; how long anything takes is no claim of these tests.
vi.setConfig({ testTimeout: 120_000 });

/** One of each kind that is over soon; `npm run hostile` lets all of them loose, as two users, on two kinds of machine. */
const short: Readonly<Record<string, readonly string[]>> = {
  files: ['read-absolute', 'grant-itself'],
  storage: ['attach-neighbour', 'ask-neighbour-secret'],
  processes: ['start-shell', 'load-addon'],
  network: ['fetch-undeclared', 'fetch-other-host'],
  floods: ['flood-notifications', 'answer-deep'],
  bridge: ['pollute-by-key', 'throw-forged'],
  identities: ['take-command', 'take-our-word', 'be-kernel'],
};

describe('a short round of hostile extensions', () => {
  test.for([
    ['with a sandbox', true],
    ['without a sandbox', false],
  ] as const)(
    'X1, X2, X3, X4, X5: each fails, is named, and leaves its neighbours alone, on a machine %s',
    async ([, sandboxed], context) => {
      context.skip(sandboxed && !hasSandbox, lacks.sandbox);
      machine.sandboxed = sandboxed;
      onTestFinished(() => {
        machine.sandboxed = true;
      });
      const families = await Promise.all(
        Object.entries(short).map(async ([family, names]) => (await attacksOf(family)).filter(({ name }) => names.includes(name))),
      );
      const attacks = families.flat().filter(({ knownWithoutSandbox }) => sandboxed || !knownWithoutSandbox);
      await using app = await openHostileKernel(attacks);
      await using world = await openWorld(app.userData, app.neighbourDatabase, sandboxed ? 'sandbox' : 'permissions');
      const rows = [];
      expect(attacks.length).toBeGreaterThan(10);
      for (const attack of attacks) rows.push(await letLoose(attack, { app, world }));
      expect(rows.map(({ attack, gained, named, responsive }) => [attack, { gained, named: named.length > 0, responsive }])).toEqual(
        attacks.map(({ name }) => [name, { gained: undefined, named: true, responsive: true }]),
      );
    },
  );

  test('X5: a query without end is ended in its store, wherever that runs', async () => {
    await using hostile = bench('behaviours.mjs', { limits: { ...defaultLimits, storeMs: 500 } });
    await hostile.start();
    expect(await hostile.run('database', 'endless')).toEqual({ code: 'storage/too-slow', after: { one: 1 } });
  });
});
