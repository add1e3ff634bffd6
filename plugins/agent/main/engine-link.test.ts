import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keptLog } from '../../../kernel/testing/kept-log.ts';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import type { EngineSettings } from '../engine/protocol.ts';
import { EngineLink } from './engine-link.ts';
import type { EngineSetup } from './engine-setup.ts';

test('an engine that is closed while its settings are read is not started', async () => {
  const { promise, resolve } = Promise.withResolvers<EngineSettings>();
  const setup = { settings: () => promise } as unknown as EngineSetup;
  const engine = new EngineLink(setup, keptLog());
  const called = engine.call('close', { conversation: 'c' }).catch((error: unknown) => error);
  await engine.close();
  resolve({} as EngineSettings);
  expect({ called: await called, isRunning: engine.isRunning }).toEqual({
    called: expect.objectContaining({ code: 'agent/engine-ended' }),
    isRunning: false,
  });
});

test('how the process has ended is told once, with what it said last', async () => {
  using folder = tempFolder();
  const program = folder.file('node');
  const ends: readonly (readonly [string, string])[] = [
    ['echo "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory" >&2; kill -ABRT $$', 'heap-full'],
    ['kill -KILL $$', 'SIGKILL'],
    ['exit 7', '7'],
  ];
  const told: unknown[] = [];
  for (const [script] of ends) {
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const setup = { settings: async () => ({}), node: program, places: { directory: folder.path } } as unknown as EngineSetup;
    const engine = new EngineLink(setup, keptLog());
    const ended = Promise.withResolvers<string>();
    const lost: string[] = [];
    engine.connect({
      answers: {} as never,
      receiver: { take: () => undefined },
      lost: ({ code }) => void lost.push(code),
      ended: ended.resolve,
    });
    await engine.call('close', { conversation: 'c' }).catch(() => undefined);
    told.push([await ended.promise, lost.length]);
    await engine.close();
  }
  expect(told).toEqual(ends.map(([, how]) => [how, 1]));
});

test('an engine that is warmed starts before the first call, once, and not again soon after it has ended by itself', async () => {
  using folder = tempFolder();
  const program = folder.file('node');
  const started = folder.file('started');
  writeFileSync(program, `#!/bin/sh\necho started >> ${started}\nread line\nexit 7\n`, { mode: 0o700 });
  const setup = { settings: async () => ({}), node: program, places: { directory: folder.path } } as unknown as EngineSetup;
  const engine = new EngineLink(setup, keptLog());
  const ended = Promise.withResolvers<string>();
  engine.connect({ answers: {} as never, receiver: { take: () => undefined }, lost: () => undefined, ended: ended.resolve });
  engine.warm();
  engine.warm();
  const how = await ended.promise;
  engine.warm();
  await engine.close();
  const starts = existsSync(started) ? readFileSync(started, 'utf8') : '';
  expect({ how, starts, isRunning: engine.isRunning }).toEqual({ how: '7', starts: 'started\n', isRunning: false });
});
