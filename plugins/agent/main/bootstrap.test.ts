import { expect, test } from 'vitest';
import { type BootstrapStep, openBootstrap } from './bootstrap.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

test('the directory is prepared once for everybody who asks, and again only after a step failed', async () => {
  let asked = 0;
  const warned: unknown[] = [];
  const results: readonly (readonly BootstrapStep[])[] = [
    [{ step: 'auth', done: 'failed', why: 'EACCES' }],
    [{ step: 'auth', done: 'created' }],
  ];
  const { directory, ensureAgentBootstrapped } = openBootstrap({
    directory: '/people/x/.config/Atelier/.agent/agent',
    prepare: async () => {
      asked += 1;
      return results[asked - 1] ?? [];
    },
    log: { ...silent, warn: (_text, fields) => void warned.push(fields) },
  });
  const both = await Promise.all([ensureAgentBootstrapped(), ensureAgentBootstrapped()]);
  const second = await ensureAgentBootstrapped();
  const third = await ensureAgentBootstrapped();
  expect({ directory, asked, both: both.flat(), second, third, warned }).toEqual({
    directory: '/people/x/.config/Atelier/.agent/agent',
    asked: 2,
    both: [...(results[0] ?? []), ...(results[0] ?? [])],
    second: results[1],
    third: results[1],
    warned: [{ step: 'auth', why: 'EACCES' }],
  });
});
