import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openToolStage, type ToolStage, toolAttacks } from './tool-stage.ts';

// What an attack is stopped by may be a limit of the kernel's own, in seconds.
vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 });

const attacks = await toolAttacks();
let stage: ToolStage;
beforeAll(async () => {
  stage = await openToolStage(attacks);
});
afterAll(() => stage?.[Symbol.asyncDispose]());

test.for(attacks.map(attack => [attack.name, attack] as const))(
  'X10, X11, X12: leading or holding up the model by a tool: %s',
  async ([, attack], context) => {
    const row = await stage.letLoose(attack);
    context.task.meta.attack = row;
    expect({ gained: row.gained, named: row.named.length > 0, responsive: row.responsive }).toEqual({
      ...{ gained: undefined, named: true, responsive: true },
    });
  },
);
