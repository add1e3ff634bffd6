import { expect, test } from 'vitest';
import { keptLog } from '../../../kernel/testing/kept-log.ts';
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
