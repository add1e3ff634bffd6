import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { entriesOf } from './entries.ts';
import { branchOf, isCut, readTree } from './session-tree.ts';

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

const reader = { language: 'en' as const, secrets: () => [] };
const shown = async (file: string) => {
  const branch = branchOf(await readTree(file));
  return {
    cut: isCut(branch),
    said: entriesOf(branch, reader).map(({ kind, parts, stopped }) =>
      `${kind} ${parts?.[0]?.text ?? parts?.[0]?.name} ${stopped ?? ''}`.trim(),
    ),
  };
};

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

test('entries that point at each other end the walk, and files that are none, or of a newer version, are left alone', async () => {
  const circle = fileOf(head, message('a', 'b', user('one')), message('b', 'a', user('two')));
  const code = (file: string) =>
    readTree(file).then(
      () => 'read',
      (error: { code: string }) => error.code,
    );
  expect([
    (await shown(circle)).said,
    await code(fileOf('not a session')),
    await code(fileOf('')),
    await code(fileOf({ ...head, version: 4 })),
  ]).toEqual([['user one', 'user two'], 'agent/session-unreadable', 'agent/session-unreadable', 'agent/session-newer']);
});
