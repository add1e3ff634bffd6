import type { Posted } from '@atelier/channels/contract';
import { AppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { opened, settled } from '../automation.fixture.ts';

const draft = {
  action: { kind: 'notify', text: 'Stand up' },
  deliver: 'always',
  to: { kind: 'channel', channel: '@acme/irc/irc', thread: 'marta' },
} as const;

/** Rules whose results go through a channel that sends nothing until it is told to. */
function withChannels() {
  const at = opened();
  const sent = new Map<string, Posted>();
  const posts: string[] = [];
  at.state.channels = {
    post: async ({ channel, thread }, text, key) => {
      posts.push(`${channel} ${thread} ${text}`);
      const now = sent.get(key) ?? { state: 'waiting' as const };
      sent.set(key, now);
      return now;
    },
    posted: async (_channel, key) => sent.get(key),
  };
  const id = at.add(draft);
  const shown = () => at.receipts(id).map(({ status, delivery }) => [status, delivery?.kind, delivery?.status, delivery?.problem?.code]);
  /** What the channel says becomes of it. */
  const becomes = async (posted: Posted) => {
    for (const key of sent.keys()) {
      sent.set(key, posted);
      await at.automation.posts.changed(key);
    }
  };
  return { at, id, sent, posts, shown, becomes };
}

test('a result is given to the channel once, and its receipt says what the channel says of it, also over a kill', async () => {
  const { at, id, sent, posts, shown, becomes } = withChannels();
  using _open = at;
  at.automation.runNow(id);
  await settled();
  const given = shown();
  await at.restart();
  const after = shown();
  await becomes({ state: 'uncertain' });
  const unsure = shown();
  await at.restart();
  await becomes({ state: 'sent' });
  expect({ given, after, unsure, sent: shown(), posts, keys: [...sent.keys()], notified: at.notifications }).toEqual({
    given: [['ran', 'channel', 'sending', undefined]],
    after: [['ran', 'channel', 'sending', undefined]],
    unsure: [['ran', 'channel', 'uncertain', 'automation/maybe-posted']],
    sent: [['ran', 'channel', 'sent', undefined]],
    posts: ['@acme/irc/irc marta Stand up'],
    keys: at.receipts(id).map(receipt => receipt.id),
    notified: [],
  });
});

test('a kill before the channel has it gives it under the same key after the next start', async () => {
  const { at, id, posts, sent, shown } = withChannels();
  using _open = at;
  const post = at.state.channels?.post;
  at.state.channels = { posted: async () => undefined, post: () => new Promise(() => undefined) };
  at.automation.runNow(id);
  await settled();
  const waiting = shown();
  if (post !== undefined) at.state.channels = { posted: async (_channel, key) => sent.get(key), post };
  await at.restart();
  expect([waiting, shown(), posts.length, sent.has(at.receipts(id)[0]?.id ?? '')]).toEqual([
    [['ran', 'channel', 'waiting', undefined]],
    [['ran', 'channel', 'sending', undefined]],
    1,
    true,
  ]);
});

test('without channels, or without the thread, the receipt says so and the result is left as a notification', async () => {
  const { at, id, shown } = withChannels();
  using _open = at;
  at.state.channels = undefined;
  at.automation.runNow(id);
  await settled();
  at.state.channels = {
    posted: async () => undefined,
    post: async () => {
      throw AppError.fromRecord({ code: 'channels/no-place', message: 'The thread is gone.' });
    },
  };
  at.automation.runNow(id);
  await settled();
  expect({ shown: shown(), notified: at.notifications, told: at.notices.map(({ code }) => code) }).toEqual({
    shown: [
      ['ran', 'channel', 'failed', 'automation/no-channels'],
      ['ran', 'channel', 'failed', 'channels/no-place'],
    ],
    notified: Array(2).fill({ title: 'Look', body: 'Stand up', command: 'automation.open', args: { rule: id }, keep: true }),
    told: Array(2).fill('automation/not-posted'),
  });
});

test('what its network refuses is left as a notification once, and what is sent again after all has arrived', async () => {
  const { at, id, shown, becomes } = withChannels();
  using _open = at;
  at.automation.runNow(id);
  await settled();
  await becomes({ state: 'failed', why: { en: 'no such nick', fr: 'aucun pseudo de ce nom' } });
  const failed = [at.receipts(id)[0]?.delivery?.problem?.message, at.notifications.length];
  await becomes({ state: 'dropped' });
  const dropped = [shown(), at.notifications.length];
  await becomes({ state: 'sent' });
  expect({ failed, dropped, again: shown() }).toEqual({
    failed: ['The result was not sent: no such nick. Send it again in Channels, or choose another place in the rule.', 1],
    dropped: [[['ran', 'channel', 'failed', 'automation/post-dropped']], 1],
    again: [['ran', 'channel', 'sent', undefined]],
  });
});

test('what the person drops while it waits to be sent is not left as a notification', async () => {
  const { at, id, shown, becomes } = withChannels();
  using _open = at;
  at.automation.runNow(id);
  await settled();
  await becomes({ state: 'dropped' });
  expect([shown(), at.notifications]).toEqual([[['ran', 'channel', 'failed', 'automation/post-dropped']], []]);
});

test('a start for what is due ends a few minutes after its runs, also if the channel of a result never says what became of it', async () => {
  const { at } = withChannels();
  using _open = at;
  at.add({ ...draft, trigger: { kind: 'once', at: at.clock.now() + 1000, zone: 'UTC' } });
  await at.clock.pass(2000);
  await at.restart();
  at.state.channels = undefined;
  let isDone = false;
  void at.automation.runDue().then(() => {
    isDone = true;
  });
  await at.clock.pass(4 * 60_000);
  const early = isDone;
  await at.clock.pass(2 * 60_000);
  expect([early, isDone]).toEqual([false, true]);
});
