import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../kernel/testing/temp-folder.ts';
import { canCutPower, powerCuts } from './faults/power.ts';

const cuts = 4;
const seed = Date.now() % 1_000_000;

using trial = tempFolder();
const able = canCutPower(trial.path);
beforeEach(context => context.skip(!able, 'a disk of its own needs root, mkfs.ext4 and a loop device'));

test.each(['database', 'json', 'kernel'] as const)(
  'D2: a cut of the power loses nothing that a %s writer was told is kept, and only what nobody had synced',
  async kind => {
    using folder = tempFolder();
    const { acknowledged, ...outcome } = await powerCuts(kind, cuts, folder.path, seed);
    expect({ ...outcome, told: acknowledged.every(count => count > 0) }).toEqual({ wrong: [], unsyncedLost: cuts, told: true });
  },
);
