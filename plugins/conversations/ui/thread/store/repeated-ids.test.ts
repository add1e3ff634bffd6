import type { Entry } from '@atelier/agent/contract';
import { expect, test } from 'vitest';
import { ThreadStore } from './thread-store.ts';

const call = (command: string, ok: boolean) => ({
  ...({ kind: 'tool', tool: 'call_0', name: 'bash', args: { command } } as const),
  outcome: { ok, text: command },
});
const entries: readonly Entry[] = [
  { id: 'm', kind: 'user', at: 1, parts: [{ kind: 'text', text: 'one' }] },
  { id: 'a', kind: 'assistant', at: 2, stopped: 'tool', parts: [call('a', true), call('b', false)] },
  { id: 'm', kind: 'user', at: 3, parts: [{ kind: 'text', text: 'two' }] },
  { id: 'a', kind: 'assistant', at: 4, stopped: 'tool', parts: [call('c', true)] },
];

test('what an older version stored with repeated ids has a row each, which keeps its key and what is open of it', () => {
  const store = new ThreadStore();
  const page = { entries: entries.map((entry, position) => ({ ...entry, position })), total: entries.length, seq: 0 };
  store.reset(page, { status: 'idle' });
  const keys = store.rows().map(({ key }) => key);
  const calls = () =>
    store.rows().flatMap(row => (row.kind === 'tool' ? [`${row.call.args.command} ${row.call.state} ${row.isOpen}`] : []));
  const before = calls();
  store.look.setOpen(store.rows().findLast(({ kind }) => kind === 'tool')?.key ?? '', true);
  store.insert(page.entries.slice(0, 2));
  expect({
    unique: new Set(keys).size === keys.length,
    before,
    after: calls(),
    isSame: store.rows().every(({ key }, at) => key === keys[at]),
  }).toEqual({
    unique: true,
    before: ['a done false', 'b failed true', 'c done false'],
    after: ['a done false', 'b failed true', 'c done true'],
    isSame: true,
  });
});
