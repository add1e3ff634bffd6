import type { AgentEvent } from '@atelier/agent/contract';
import { expect, test } from 'vitest';
import { ThreadStore } from './thread-store.ts';

const at = Date.parse('2026-11-20T09:41:00');
const args = { command: 'ls' };
const calls = ['t1', 't2'].map(tool => ({ kind: 'tool', tool, name: 'bash', args }) as const);

/** The calls and the questions, as the person sees them. */
function seen(store: ThreadStore): readonly string[] {
  return store.rows().flatMap(row => {
    if (row.kind === 'request') return ['question'];
    return row.kind === 'tool' ? [`${row.call.tool} ${row.call.state}`] : [];
  });
}

test('a call waits while the person is asked about another one, or one before it runs, and only what has begun is shown as running', () => {
  const store = new ThreadStore();
  store.reset({ entries: [], total: 0, seq: 0 }, { status: 'idle' });
  const events: readonly Partial<AgentEvent>[] = [
    { kind: 'status', status: 'running' },
    { kind: 'turnStarted' },
    { kind: 'messageStarted', message: 'a', role: 'assistant' },
    { kind: 'messageEnded', message: 'a', entry: { id: 'e', kind: 'assistant', at, parts: calls, stopped: 'tool' } },
    { kind: 'toolStarted', message: 'a', tool: 't1', name: 'bash', args },
    { kind: 'asked', request: { id: 'q', conversation: 'c', kind: 'approval', title: 'Run this?', tool: 't1', at } },
    { kind: 'answered', answered: 'q' },
    { kind: 'toolEnded', tool: 't1', outcome: { ok: true } },
    { kind: 'toolStarted', message: 'a', tool: 't2', name: 'bash', args },
  ];
  const shown = events.map((event, index) => {
    store.take({ conversation: 'c', at: at + index, seq: 1 + index, ...event } as AgentEvent);
    return seen(store);
  });
  expect(shown.slice(3)).toEqual([
    ['t1 running', 't2 waiting'],
    ['t1 running', 't2 waiting'],
    ['t2 waiting', 'question'],
    ['t1 running', 't2 waiting'],
    ['t1 done', 't2 running'],
    ['t1 done', 't2 running'],
  ]);
});
