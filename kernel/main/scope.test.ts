import { expect, test } from 'vitest';
import { Scope } from './scope.ts';

test('closing undoes all effects in reverse order, waits for each, and never stops half-way', async () => {
  const seen: string[] = [];
  const scope = new Scope();
  scope.add('first', async () => void seen.push('first'));
  scope.add('broken', () => {
    seen.push('broken');
    throw new Error('stuck');
  });
  scope.add('last', async () => {
    await Promise.resolve();
    seen.push('last');
  });
  scope.signal.addEventListener('abort', () => seen.push('signal'));

  const failed = await scope.close();

  expect({ seen, failed: failed.map(({ label, error }) => [label, String(error)]), left: scope.labels }).toEqual({
    seen: ['signal', 'last', 'broken', 'first'],
    failed: [['broken', 'Error: stuck']],
    left: [],
  });
});

test('an effect that is disposed early is undone once, and closing twice closes once', async () => {
  const seen: string[] = [];
  const scope = new Scope();
  const handle = scope.add('early', () => void seen.push('early'));
  scope.add('late', () => void seen.push('late'));
  await handle.dispose();
  await handle.dispose();
  expect(scope.labels).toEqual(['late']);
  await Promise.all([scope.close(), scope.close()]);
  expect(seen).toEqual(['early', 'late']);
});

test('the signal aborts before the first effect is undone, also if it is first read after closing', async () => {
  const [early, late] = [new Scope(), new Scope()];
  const { signal } = early;
  const seen: boolean[] = [];
  early.add('early', () => void seen.push(signal.aborted));
  late.add('late', () => void seen.push(late.signal.aborted));
  const before = signal.aborted;
  await Promise.all([early.close(), late.close()]);
  expect([before, seen, late.signal.aborted]).toEqual([false, [true, true], true]);
});
