import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '@atelier/agent/contract';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';
import { UsageChannel } from '../contract/index.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 120_000 });

const chargedTo = { kind: 'extension', of: '@test/titles' } as const;

/** Gives a hidden run, as a title or what memory takes in is one. */
const titles = extension(
  '@test/titles',
  ctx => {
    ctx.handle(
      'titles.make',
      async () => (await ctx.get(Agent).runHidden({ instruction: 'A title, please.', model: 'local/m1', chargedTo })).text,
    );
  },
  { requires: { '@atelier/agent': '^0.1.0' }, contributes: { commands: [{ id: 'titles.make', title: 'Make' }] } },
);

test('what nobody sees is in the sums as a line of its own, under the extension that had it run, at the price that the person says, also where the run has failed', async () => {
  await using server = await openModelServer({ text: 'Tides of the North Sea' });
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  writeLocalModel(profile, server.url);
  const plugins = ['@atelier/providers', '@atelier/agent', '@atelier/usage'];
  await using kernel = await testKernel({ plugins, extensions: [titles], profile });
  const usage = kernel.client(UsageChannel);
  const look = async () => {
    const { conversations, extensions, models, sums } = await usage.call('overview', { range: 'today' });
    const rows = [...conversations.rows, ...extensions.rows, ...models.rows].map(({ key, sums: own }) => [
      key,
      own.answers,
      own.input + own.output,
      own.cost,
    ]);
    return { rows, total: [sums.input + sums.output, sums.cost, sums.unknown] };
  };
  const before = await look();
  const title = await kernel.run('titles.make');
  await expect.poll(async () => (await look()).rows.length).toBe(3);
  const after = await look();
  await usage.call('correctPrice', { model: 'local/m1', price: { input: 1000, output: 1000, cacheRead: 0, cacheWrite: 0 } });
  const corrected = await look();
  server.script({ tools: [{ name: 'read', arguments: { path: 'a' } }] }, { status: 401 });
  const failed = (await problemOf(kernel.run('titles.make'))) as readonly unknown[];
  await expect.poll(async () => (await look()).total[0]).toBe(288);
  expect({ before, title, after, corrected, failed: failed[0] }).toEqual({
    before: { rows: [], total: [0, 0, 0] },
    title: 'Tides of the North Sea',
    after: {
      rows: [
        ['hidden:@test/titles', 1, 144, 0],
        ['@test/titles', 1, 144, 0],
        ['local/m1', 1, 144, 0],
      ],
      total: [144, 0, 144],
    },
    corrected: {
      rows: [
        ['hidden:@test/titles', 1, 144, 0.144],
        ['@test/titles', 1, 144, 0.144],
        ['local/m1', 1, 144, 0.144],
      ],
      total: [144, 0.144, 0],
    },
    failed: 'agent/hidden-run-failed',
  });
});
