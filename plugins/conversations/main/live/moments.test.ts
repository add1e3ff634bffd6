import type { Notification } from '@atelier/kernel';
import { expect, test } from 'vitest';
import type { Preferences } from '../../contract/index.ts';
import type { Core } from '../core.ts';
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
  const core = {
    presence,
    records: { find: () => ({ title: 'Fix the jump' }) },
    choices: { preferences: () => ({ ...all, ...preferences }) },
    windows: { emit: (_name: string, event: unknown) => void chimes.push(event), changed: () => undefined },
    now: () => clock.now,
    log: { warn: (text: string) => notified.push({ title: text }) },
    locale: async () => 'en',
  } as unknown as Core;
  const moments = openMoments(
    { notify: async notification => void notified.push(notification), signal: new AbortController().signal },
    core,
  );
  return { moments, presence, clock, notified, chimes };
}

test('a turn that ends while no window has the focus causes a notification, and a click on it opens the conversation', async () => {
  const { moments, notified } = opened();
  moments.take('c1', 'done', undefined);
  await expect.poll(() => notified).toEqual([{ title: 'Done: Fix the jump', command: 'conversations.show', args: { conversation: 'c1' } }]);
});

test('there is no notification while a window has the focus, and each reason has its own preference', async () => {
  const { moments, presence, notified } = opened({ notifyFailed: false });
  presence.report('w1', true, 'c2', 1);
  moments.take('c1', 'done', undefined);
  presence.report('w1', false, 'c2', 2);
  moments.take('c1', 'failed', 'It broke.');
  moments.take('c1', 'needsYou', 'Run npm install?');
  await expect.poll(() => notified.map(({ title, body }) => [title, body])).toEqual([['Needs you: Fix the jump', 'Run npm install?']]);
});

test('the chime plays at most once in 1.5 seconds, in the window that was used last, and never when it is off', () => {
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
