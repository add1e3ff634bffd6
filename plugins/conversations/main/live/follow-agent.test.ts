import type { AgentEvent, AskedRequest } from '@atelier/agent/contract';
import { migrateTo } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { beginConversation, type NewConversation, openConversations } from '../records/conversations.ts';
import { rowOf } from '../records/rows.ts';
import { Activity } from './activity.ts';
import { followAgent } from './follow-agent.ts';
import { Presence } from './presence.ts';
import type { Windows } from './windows.ts';

const problem = { code: 'agent/no-key', message: 'There is no key.' };
const queued = { id: 'q', text: 'next', images: 0, waits: true };

function followed() {
  const migrated = migrateTo(migrations, 80);
  const records = openConversations(migrated.database);
  const presence = new Presence();
  const events: unknown[] = [];
  let clock = 100;
  let activity = new Activity();
  let follow = (_event: AgentEvent): void => undefined;
  const start = () => {
    activity = new Activity();
    const changed = (conversation: string, reordered: boolean) => events.push(['changed', conversation, reordered]);
    const windows = { changed } as unknown as Windows;
    follow = followAgent({ records, activity, presence, windows, now: () => clock }, (...moment) =>
      events.push(moment.filter(one => one !== undefined)),
    );
  };
  start();
  return {
    records,
    presence,
    events,
    restart: start,
    begin: (id: string, fields: NewConversation = {}) => beginConversation(records, 1, { title: 'New', id, ...fields }),
    take(conversation: string, ...events: (Partial<AgentEvent> & Pick<AgentEvent, 'kind'>)[]) {
      for (const event of events) {
        clock += 1;
        follow({ conversation, seq: clock, at: clock, ...event } as AgentEvent);
      }
    },
    row: (conversation: string) => {
      const { state, unread, updatedAt, lastMessageAt } = rowOf(records.get(conversation), activity);
      return { state, unread, updatedAt, lastMessageAt };
    },
    state: (conversation: string) => rowOf(records.get(conversation), activity).state,
    [Symbol.dispose]: () => migrated[Symbol.dispose](),
  };
}

const asked = (id: string) => ({
  kind: 'asked' as const,
  request: { id, conversation: 'one', kind: 'approval', title: 'Run it?', at: 1 } as AskedRequest,
});

test('the row of a conversation that is not on screen shows running, needs you, running again and idle, and is unread then', () => {
  using all = followed();
  all.begin('one');
  const states: unknown[] = [];
  const take = (...events: Parameters<typeof all.take> extends [string, ...infer Rest] ? Rest : never) => {
    all.take('one', ...events);
    const { state, unread } = all.row('one');
    states.push([state, unread]);
  };
  take({ kind: 'status', status: 'starting' });
  take({ kind: 'status', status: 'running' }, { kind: 'turnStarted' });
  take(asked('a'), asked('b'));
  take({ kind: 'answered', answered: 'a' });
  take({ kind: 'answered', answered: 'b' });
  take({ kind: 'status', status: 'retrying' });
  take({ kind: 'status', status: 'idle' }, { kind: 'turnEnded', ended: 'done' });
  expect(states).toEqual([
    ['running', false],
    ['running', false],
    ['needsYou', true],
    ['needsYou', true],
    ['running', true],
    ['running', true],
    ['idle', true],
  ]);
});

test.each<[string, Partial<AgentEvent> & Pick<AgentEvent, 'kind'>, string, boolean]>([
  ['failed', { kind: 'turnEnded', ended: 'failed', problem }, 'failed', true],
  ['was cut', { kind: 'turnEnded', ended: 'cut', problem }, 'failed', true],
  ['used up its budget', { kind: 'turnEnded', ended: 'budget', problem }, 'failed', true],
  ['could not begin', { kind: 'failed', problem }, 'failed', true],
  ['was stopped', { kind: 'turnEnded', ended: 'stopped' }, 'idle', false],
  ['ended well', { kind: 'turnEnded', ended: 'done' }, 'idle', true],
])('a turn that %s sets the state of its row, and notifies the person where it should', (_name, event, state, unread) => {
  using all = followed();
  all.begin('one');
  all.take('one', { kind: 'turnStarted' }, event);
  const { errorCode, errorMessage } = all.records.get('one');
  const isFailed = state === 'failed';
  expect({
    row: [all.state('one'), all.row('one').unread],
    error: [errorCode, errorMessage],
    last: all.events.at(unread ? -2 : -1),
  }).toEqual({
    row: [state, unread],
    error: isFailed ? [problem.code, problem.message] : [undefined, undefined],
    last: unread ? ['one', isFailed ? 'failed' : 'done', ...(isFailed ? [problem.message] : [])] : ['changed', 'one', false],
  });
});

test('the next turn clears the failure', () => {
  using all = followed();
  all.begin('one');
  all.take('one', { kind: 'failed', problem }, { kind: 'turnStarted' });
  expect([all.state('one'), all.records.get('one').errorCode]).toEqual(['idle', undefined]);
});

test('a conversation that the person looks at does not become unread, and its moment is still reported', () => {
  using all = followed();
  all.begin('one');
  all.begin('two');
  all.presence.report('window', true, 'one', 1);
  for (const one of ['one', 'two']) all.take(one, { kind: 'turnEnded', ended: 'done' });
  expect({
    unread: [all.row('one').unread, all.row('two').unread],
    moments: all.events.filter(one => (one as unknown[])[1] === 'done'),
  }).toEqual({
    unread: [false, true],
    moments: [
      ['one', 'done'],
      ['two', 'done'],
    ],
  });
});

test('a message makes a row newer; a model, a level or an access mode does not', () => {
  using all = followed();
  all.begin('one');
  all.take('one', { kind: 'settings', model: 'demo/a', thinkingLevel: 'high', accessMode: 'open' });
  const settled = all.row('one');
  all.take('one', { kind: 'messageEnded' });
  const { model, thinkingLevel, accessMode } = all.records.get('one');
  expect({ settled, newer: all.row('one'), kept: { model, thinkingLevel, accessMode }, events: all.events }).toEqual({
    settled: { state: 'idle', unread: false, updatedAt: 1, lastMessageAt: undefined },
    newer: { state: 'idle', unread: false, updatedAt: 102, lastMessageAt: 102 },
    kept: { model: 'demo/a', thinkingLevel: 'high', accessMode: 'open' },
    events: [
      ['changed', 'one', false],
      ['changed', 'one', true],
    ],
  });
});

test('queued messages that wait for the person are shown on an idle row only', () => {
  using all = followed();
  all.begin('one');
  const states: string[] = [];
  const take = (...events: (Partial<AgentEvent> & Pick<AgentEvent, 'kind'>)[]) => {
    all.take('one', ...events);
    states.push(all.state('one'));
  };
  take({ kind: 'queueChanged', queue: [{ ...queued, waits: false }] });
  take({ kind: 'queueChanged', queue: [queued] });
  take({ kind: 'queueChanged', queue: [] });
  take({ kind: 'failed', problem }, { kind: 'queueChanged', queue: [queued] });
  expect(states).toEqual(['idle', 'queued', 'idle', 'failed']);
});

test('a conversation is done when every task of its task list is done or skipped', () => {
  using all = followed();
  const tasks = (state: string) =>
    JSON.stringify([
      { title: 'a', state: 'done' },
      { title: 'b', state },
    ]);
  for (const state of ['done', 'skipped', 'running']) all.begin(state);
  for (const state of ['done', 'skipped', 'running']) {
    all.records.change(state, { tasks: tasks(state) });
    all.take(state, { kind: 'turnEnded', ended: 'done' });
  }
  expect(['done', 'skipped', 'running'].map(all.state)).toEqual(['done', 'done', 'idle']);
});

test('after a restart no conversation runs or waits for an answer, until the agent reports how the turn ended', () => {
  using all = followed();
  all.begin('one');
  all.take('one', { kind: 'status', status: 'running' }, { kind: 'turnStarted' }, asked('a'));
  const before = all.state('one');
  all.restart();
  const after = all.state('one');
  all.take('one', { kind: 'turnEnded', ended: 'cut', problem });
  expect([before, after, all.state('one'), all.row('one').unread]).toEqual(['needsYou', 'idle', 'failed', true]);
});

test('events of hidden, removed and unknown conversations are ignored', () => {
  using all = followed();
  all.begin('hidden');
  all.records.change('hidden', { hidden: true });
  all.begin('removed');
  all.records.remove(['removed'], 1);
  for (const one of ['hidden', 'removed', 'nobody']) all.take(one, { kind: 'turnEnded', ended: 'failed', problem });
  expect({ events: all.events, state: all.records.get('hidden').state }).toEqual({ events: [], state: 'idle' });
});
