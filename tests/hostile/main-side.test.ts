import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { osSandbox } from '../../kernel/main/isolate/os-sandbox.ts';
import { type Attack, attacksOf } from './attack.ts';
import { type HostileKernel, openHostileKernel, plantLink } from './hostile-kernel.ts';
import { letLoose } from './let-loose.ts';
import type { Row } from './report.ts';
import { openWorld, type World } from './world.ts';

// With a sandbox of the system or without one: `npm run hostile` runs this on both kinds of machine.
const sandboxed = osSandbox() !== undefined;

// What an attack is stopped by may be a limit of the kernel's own, in seconds.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

const families = ['files', 'storage', 'processes', 'network', 'floods', 'spins', 'bridge', 'identities'] as const;
const all = Object.fromEntries(await Promise.all(families.map(async family => [family, await attacksOf(family)] as const)));
const named = (family: string) => (all[family] ?? []).map(attack => [attack.name, attack] as const);

describe(sandboxed ? 'in the sandbox of the system' : 'with permission flags alone', () => {
  let stage: { app: HostileKernel; world: World };

  beforeAll(async () => {
    const app = await openHostileKernel(Object.values(all).flat());
    const world = await openWorld(app.userData, app.neighbourDatabase, sandboxed ? 'sandbox' : 'permissions');
    for (const attack of Object.values(all).flat()) plantLink(app.userData, attack, String(world.targets.secret));
    stage = { app, world };
  });
  afterAll(async () => {
    await stage?.app[Symbol.asyncDispose]();
    await stage?.world[Symbol.asyncDispose]();
  });

  /** Judges one attack: it must have failed, be named, and have left the others alone. */
  async function judge(attack: Attack, meta: { attack?: Row }, done?: Promise<Row>): Promise<void> {
    const row = await (done ?? letLoose(attack, stage));
    // What nobody sees nobody can name: what the system must stop, it must also see.
    const known = !sandboxed && attack.knownWithoutSandbox ? 'the app says that it runs with permissions alone' : undefined;
    meta.attack = { ...row, ...(known !== undefined && { known }) };
    expect({
      gained: known === undefined ? row.gained : undefined,
      named: known !== undefined || row.named.length > 0,
      responsive: row.responsive,
    }).toEqual({
      ...{ gained: undefined, named: true, responsive: true },
    });
  }
  test.for(named('files'))('X2: reading and writing outside: %s', async ([, attack], context) => {
    await judge(attack, context.task.meta);
  });
  test.for(named('storage'))('X2, X13: reaching what another keeps: %s', async ([, attack], context) => {
    await judge(attack, context.task.meta);
  });
  test.for(named('processes'))('X1, X2: running where nobody limits it: %s', async ([, attack], context) => {
    await judge(attack, context.task.meta);
  });
  test.for(named('network'))('X3: speaking with somebody: %s', async ([, attack], context) => {
    await judge(attack, context.task.meta);
  });
  test.for(named('floods'))('X5: taking more than its share: %s', async ([, attack], context) => {
    await judge(attack, context.task.meta);
  });
  test.for(named('bridge'))('X4: forging what crosses the bridge: %s', async ([, attack], context) => {
    await judge(attack, context.task.meta);
  });
  test.for(named('identities'))('X4: being taken for another: %s', async ([, attack], context) => {
    await judge(attack, context.task.meta);
  });

  describe('all at once', () => {
    let outcomes: ReadonlyMap<string, Promise<Row>>;
    beforeAll(() => {
      if (stage) outcomes = new Map((all.spins ?? []).map(attack => [attack.name, letLoose(attack, stage)]));
    });
    test.for(named('spins'))('X5, X14: standing still and not going: %s', async ([name, attack], context) => {
      await judge(attack, context.task.meta, outcomes.get(name));
    });
  });
});
