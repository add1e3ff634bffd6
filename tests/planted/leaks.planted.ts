import { test } from 'vitest';
import { trackOpen } from '../../kernel/testing/leak-guard.ts';

// Run by leak-guard.test.ts only: each of these must fail, be skipped or pass as its name says.
test('leaves a timer', () => {
  setInterval(() => {}, 1_000_000);
});

test('leaves an effect', () => {
  trackOpen('tap @acme/notes:changed@1');
});

test('is skipped', context => {
  context.skip('no browser here');
});

test.skipIf(true)('is skipped for no reason', () => {});

test('is clean', () => {});
