import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { trackOpen } from '../kernel/testing/leak-guard.ts';
import { openNow } from './support/leak-guard.ts';
import { leftOver } from './support/open-resources.ts';

test('a timer, a server and an effect that stay open are named, and nothing is once they are closed', async () => {
  const before = openNow();
  const timer = setInterval(() => {}, 1_000_000);
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = trackOpen('tap @acme/notes:changed@1');
  const open = await leftOver(before, openNow, 0);
  clearInterval(timer);
  server.close();
  close();
  expect({ open: open.map(name => name.replace(/ at .*/, '')).toSorted(), closed: await leftOver(before, openNow, 2_000) }).toEqual({
    open: ['TCPServerWrap', 'tap @acme/notes:changed@1', 'timer set'],
    closed: [],
  });
});

test('two effects of one label are two', async () => {
  const before = openNow();
  const closers = [trackOpen('timer'), trackOpen('timer')];
  const left = await leftOver(before, openNow, 0);
  for (const close of closers) close();
  expect(left).toEqual(['timer ×2']);
});

test('what a test closes in its own last clean-up is no leak', () => {
  onTestFinished(trackOpen('closed at the end'));
});

function planted(...args: readonly string[]) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/planted/vitest.config.ts', ...args];
  const { status, stdout } = spawnSync(process.execPath, vitest, { encoding: 'utf8', env: { PATH: process.env.PATH } });
  return { code: status, lines: stdout.trimEnd().split('\n') };
}

test('a run fails on planted leaks and on a skip without a reason, and ends with a line for each and one that counts them', () => {
  const { code, lines } = planted();
  expect({ code, last: lines.slice(-5) }).toEqual({
    code: 1,
    last: [
      expect.stringMatching(/^failed: tests\/planted\/leaks\.planted\.ts > leaves a timer: .*timer set/),
      expect.stringMatching(/^failed: tests\/planted\/leaks\.planted\.ts > leaves an effect: .*tap @acme\/notes:changed@1/),
      'skipped: is skipped: no browser here',
      expect.stringMatching(/^skipped: is skipped for no reason: no reason, which counts as failed/),
      '1 passed, 3 failed',
    ],
  });
});

test('what a person leaves out by name is no skip', () => {
  const { code, lines } = planted('-t', 'is clean');
  expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: '1 passed, 0 failed' });
});
