import type { Notification } from '@atelier/kernel';
import { expect, test } from 'vitest';
import type { Preferences } from '../../contract/index.ts';
import { openMoments } from './moments.ts';
import { Presence } from './presence.ts';

const all: Preferences = {
  notifyDone: true,
  notifyNeedsYou: true,
  notifyFailed: true,
  chime: true,
  titles: 'ai',
  density: 'lines',
  showThinking: true,
};

function opened(preferences: Partial<Preferences> = {}) {
  const [notified, chimes]: [Notification[], unknown[]] = [[], []];
  const clock = { now: 1_000_000 };
  const presence = new Presence();
  const moments = openMoments({
    presence,
    records: { find: () => ({ title: 'Fix the jump' }) } as never,
    choices: { preferences: () => ({ ...all, ...preferences }) } as never,
    publisher: () => ({ emit: (_name: string, event: unknown) => void chimes.push(event) }) as never,
    changed: () => undefined,
    now: () => clock.now,
    log: { warn: (text: string) => notified.push({ title: text }) } as never,
    notify: async notification => void notified.push(notification),
    locale: async () => 'en',
  });
  return { moments, presence, clock, notified, chimes };
}

test('a turn that ends while no window has the focus is notified, and a click leads to its conversation', async () => {
  const { moments, notified } = opened();
  moments.take('c1', 'done', undefined);
  await expect.poll(() => notified).toEqual([{ title: 'Done: Fix the jump', command: 'conversations.show', args: { conversation: 'c1' } }]);
});

test('nothing is notified while a window has the focus, and each reason has a switch of its own', async () => {
  const { moments, presence, notified } = opened({ notifyFailed: false });
  presence.report('w1', true, 'c2', 1);
  moments.take('c1', 'done', undefined);
  presence.report('w1', false, 'c2', 2);
  moments.take('c1', 'failed', 'It broke.');
  moments.take('c1', 'needsYou', 'Run npm install?');
  await expect.poll(() => notified.map(({ title, body }) => [title, body])).toEqual([['Needs you: Fix the jump', 'Run npm install?']]);
});

test('the chime is heard once in a second and a half, in the window that was used last, and never where it is off', () => {
  const { moments, presence, clock, chimes } = opened();
  presence.report('w1', true, undefined, 1);
  presence.report('w2', true, undefined, 2);
  for (const later of [0, 1499, 1, 1500]) {
    clock.now += later;
    moments.take('c1', 'done', undefined);
  }
  const silent = opened({ chime: false });
  silent.moments.take('c1', 'done', undefined);
  expect({ chimes, silent: silent.chimes }).toEqual({
    chimes: [
      { reason: 'done', window: 'w2' },
      { reason: 'done', window: 'w2' },
      { reason: 'done', window: 'w2' },
    ],
    silent: [],
  });
});
