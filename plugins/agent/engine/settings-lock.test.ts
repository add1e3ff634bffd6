import type * as Pi from '@earendil-works/pi-coding-agent';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { Engine } from './engine.ts';

/** The engine's own class of settings, locked so many times. */
async function opened(locks: number, code = 'ELOCKED') {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  using folder = tempFolder();
  const engine = new Engine();
  await engine.configure({
    directory: folder.path,
    forbidden: [],
    opened: [],
    readable: [],
    sandbox: undefined,
    firstMark: 1,
    keyless: [],
  });
  let tries = 0;
  const create = () => {
    tries += 1;
    const problems = tries <= locks ? [{ error: Object.assign(new Error('It is locked.'), { code }) }] : [];
    return { drainErrors: () => problems };
  };
  const pi = { SettingsManager: { create } } as unknown as typeof Pi;
  const waits: unknown[] = [];
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const result = engine.settingsManager(pi, folder.path).then(
    () => 'opened',
    (error: { code: string }) => error.code,
  );
  await vi.runAllTimersAsync();
  waits.push(...timer.mock.calls.map(([, wait]) => wait));
  timer.mockRestore();
  return { result: await result, waits, tries };
}

test('settings that another program has locked are opened again after 100, 200 and 400 ms, and no more often', async () => {
  expect([await opened(0), await opened(3), await opened(9)]).toEqual([
    { result: 'opened', waits: [], tries: 1 },
    { result: 'opened', waits: [100, 200, 400], tries: 4 },
    { result: 'agent/settings-unreadable', waits: [100, 200, 400], tries: 4 },
  ]);
});

test('settings that cannot be read for another reason are not tried again', async () => {
  expect(await opened(9, 'EACCES')).toEqual({ result: 'agent/settings-unreadable', waits: [], tries: 1 });
});
