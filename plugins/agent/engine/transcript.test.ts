import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { branchOf, isCut } from './history/branch.ts';
import { readHistory } from './history/history.ts';
import { transcriptPage } from './transcript.ts';

const at = '2026-01-01T00:00:00.000Z';
const head = { type: 'session', version: 3, id: 's', timestamp: at, cwd: '/' };
const message = (id: string, parentId: string | undefined, body: object) => ({
  type: 'message',
  id,
  parentId: parentId ?? null,
  timestamp: at,
  message: body,
});
const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const model = { provider: 'local', model: 'm1', usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } } };
const assistant = (text: string, stopReason = 'stop') => ({ role: 'assistant', ...model, content: [{ type: 'text', text }], stopReason });
const calling = {
  role: 'assistant',
  ...model,
  content: [{ type: 'toolCall', id: 't1', name: 'bash', arguments: {} }],
  stopReason: 'toolUse',
};

function fileOf(...lines: (object | string)[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 's.jsonl');
  writeFileSync(file, lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
}

const reader = { language: 'en' as const, secrets: () => [], nameOf: (id: string) => id };
const pageOf = async (file: string) =>
  (await transcriptPage({ conversation: 's', sessionFile: file, before: undefined, limit: undefined }, reader, false)).entries;
const shown = async (file: string) => ({
  cut: isCut(branchOf(await readHistory(file)).entries),
  said: (await pageOf(file)).map(({ kind, parts, stopped, problem }) =>
    `${kind} ${parts?.[0]?.text ?? parts?.[0]?.name ?? problem?.code} ${stopped ?? ''}`.trim(),
  ),
});

test('a transcript follows the branch that was written last, without system messages, hidden ones and a torn line', async () => {
  const file = fileOf(
    head,
    message('1', undefined, { role: 'system', content: 'secret prompt' }),
    message('2', '1', user('one')),
    message('3', '2', assistant('left behind')),
    message('4', '2', assistant('kept')),
    { type: 'custom_message', id: '5', parentId: '4', timestamp: at, customType: 'x', content: 'hidden', display: false },
    '{"type":"message","id":"6","parentId":"5","mess',
  );
  expect(await shown(file)).toEqual({ cut: false, said: ['user one', 'assistant kept done'] });
});

test.each([
  ['a message without an answer', [message('2', undefined, user('one'))], { cut: true, said: ['user one'] }],
  [
    'a call without a result',
    [message('2', undefined, user('one')), message('3', '2', calling)],
    { cut: true, said: ['user one', 'assistant bash cut'] },
  ],
  [
    'a result that nobody went on from',
    [
      message('2', undefined, user('one')),
      message('3', '2', calling),
      message('4', '3', { role: 'toolResult', toolCallId: 't1', content: [], isError: false }),
    ],
    { cut: true, said: ['user one', 'assistant bash tool'] },
  ],
  [
    'a turn that was stopped',
    [message('2', undefined, user('one')), message('3', '2', assistant('half', 'aborted'))],
    { cut: false, said: ['user one', 'assistant half stopped'] },
  ],
  ['nothing said', [], { cut: false, said: [] }],
])('%s is told apart', async (_name, lines, outcome) => {
  expect(await shown(fileOf(head, ...lines))).toEqual(outcome);
});

test('a file that is no session file and a missing file have an error each', async () => {
  const code = (file: string) =>
    pageOf(file).then(
      () => 'read',
      (error: { code: string }) => error.code,
    );
  expect([await code(fileOf('not a session')), await code(fileOf('')), await code('/nowhere/s.jsonl')]).toEqual([
    'agent/session-unreadable',
    'agent/session-unreadable',
    'agent/session-missing',
  ]);
});

test('entries that point at each other end the branch, and of two entries with one id the earlier one is the parent', async () => {
  const circle = fileOf(head, message('a', 'b', user('one')), message('b', 'a', user('two')));
  const doubled = [message('a', undefined, user('one')), message('b', 'a', assistant('two'))];
  const knot = fileOf(head, ...doubled, message('a', 'b', user('three')), message('c', 'a', assistant('four')));
  expect([(await shown(circle)).said, (await shown(fileOf(head, ...doubled, head, ...doubled))).said, (await shown(knot)).said]).toEqual([
    ['notice agent/session-damaged', 'user one', 'user two'],
    ['user one', 'assistant two done'],
    ['user one', 'assistant two done', 'user three', 'assistant four done'],
  ]);
});

test('a line that cannot be read in the middle hides nothing but itself, and is said', async () => {
  const file = fileOf(head, message('1', undefined, user('one')), '\u0000\u0001 garbage', message('3', '2', user('three')));
  const harmless = fileOf(head, message('1', undefined, user('one')), '{"type":"mess', message('2', '1', assistant('two')));
  expect([(await shown(file)).said, (await shown(harmless)).said]).toEqual([
    ['user one', 'notice agent/session-damaged', 'user three'],
    ['user one', 'assistant two done'],
  ]);
});

test('of a file of a newer version the known entries are shown, with a notice', async () => {
  const unknown = { type: 'hologram', id: '2', parentId: '1', timestamp: at };
  const file = fileOf({ ...head, version: 99 }, message('1', undefined, user('one')), unknown, message('3', '2', assistant('two')));
  expect((await shown(file)).said).toEqual(['user one', 'assistant two done', 'notice agent/session-newer']);
});

test('the transcript can be serialised whatever a message contains', async () => {
  const odd = [
    message('1', undefined, { role: 'user', content: null }),
    message('2', '1', { role: 'user', content: [null, 7, { type: 'text', text: 5 }] }),
    message('3', '2', { role: 'assistant', content: 'text', usage: { input: 'x' }, stopReason: 'else' }),
    { ...message('4', '3', user('four')), timestamp: 'never' },
    { type: 'message', id: '5', parentId: '4', timestamp: at, message: null },
  ];
  const entries = await pageOf(fileOf(head, ...odd));
  expect(entries.map(({ kind, at: time, parts, usage, stopped }) => [kind, time > 0, parts?.[0]?.text, usage?.input, stopped])).toEqual([
    ['user', true, undefined, undefined, undefined],
    ['user', true, '5', undefined, undefined],
    ['assistant', true, undefined, 0, 'done'],
    ['user', false, 'four', undefined, undefined],
  ]);
});

test('what is added is found, whether a line was half there or the file is another one', async () => {
  const file = fileOf(head, message('1', undefined, user('one')));
  const first = (await shown(file)).said;
  const line = JSON.stringify(message('2', '1', assistant('two')));
  appendFileSync(file, `\n${line.slice(0, 40)}`);
  const half = (await shown(file)).said;
  appendFileSync(file, line.slice(40));
  const whole = (await shown(file)).said;
  writeFileSync(
    file,
    `${JSON.stringify(head)}\n${JSON.stringify(message('9', undefined, user('another file, and a longer one'.repeat(20))))}\n`,
  );
  expect([first, half, whole, (await shown(file)).said.length]).toEqual([
    ['user one'],
    ['user one'],
    ['user one', 'assistant two done'],
    1,
  ]);
});

test('messages and calls whose ids a file repeats are each there once, with an id of their own and what became of them', async () => {
  const calls = (...commands: readonly string[]) => ({
    ...calling,
    content: commands.map(command => ({ type: 'toolCall', id: 'call_0', name: 'bash', arguments: { command } })),
  });
  const result = (text: string, isError = false) => ({
    ...{ role: 'toolResult', toolCallId: 'call_0', toolName: 'bash', isError, content: [{ type: 'text', text }] },
  });
  const file = fileOf(
    head,
    message('m', undefined, user('one')),
    message('a', 'm', calls('a', 'b')),
    message('r', 'a', result('of a')),
    message('r', 'r', result('of b', true)),
    message('m', 'r', user('two')),
    message('a', 'm', calls('c')),
    message('r', 'a', result('of c')),
    message('z', 'r', assistant('done')),
  );
  const entries = await pageOf(file);
  const paged = await transcriptPage({ conversation: 's', sessionFile: file, before: entries[2]?.id, limit: 1 }, reader, false);
  expect({
    said: entries.map(({ kind, parts = [] }) => [kind, ...parts.map(part => part.text ?? `${part.args?.command}: ${part.outcome?.text}`)]),
    ids: new Set(entries.map(({ id }) => id)).size,
    calls: new Set(entries.flatMap(({ parts = [] }) => parts.flatMap(({ tool }) => tool ?? []))).size,
    first: entries[0]?.id,
    before: paged.entries.map(({ id }) => id),
  }).toEqual({
    said: [
      ['user', 'one'],
      ['assistant', 'a: of a', 'b: of b'],
      ['user', 'two'],
      ['assistant', 'c: of c'],
      ['assistant', 'done'],
    ],
    ids: 5,
    calls: 3,
    first: 'm',
    before: [entries[1]?.id],
  });
});
