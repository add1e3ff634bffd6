import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandMarks } from '@atelier/kernel/children';
import * as pi from '@earendil-works/pi-coding-agent';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { failureOf } from './failures.ts';
import type { OpenConversation } from './protocol.ts';
import { toolsFor } from './tools.ts';
import type { Wire } from './wire.ts';

/** Calls the engine's own tools in a folder, and says what each came to. */
function place() {
  const folder = tempFolder();
  const cwd = join(realpathSync(folder.path), 'project');
  mkdirSync(join(cwd, 'folder'), { recursive: true });
  writeFileSync(join(cwd, 'twice.txt'), 'one\none\n');
  symlinkSync('/dev/null', join(cwd, 'device'));
  const open: Partial<OpenConversation> = { conversation: 'one', cwd, accessMode: 'open', extraTools: [] };
  const { definitions } = toolsFor({
    ...{
      pi,
      forbidden: [],
      opened: [],
      readable: [],
      sandbox: undefined,
      marks: commandMarks(),
      autoResizeImages: false,
      remembered: new Map(),
    },
    open: open as OpenConversation,
    wire: { emit: () => undefined } as unknown as Wire,
    isNetworkAllowed: () => true,
    shownFor: () => undefined,
  });
  const call = async (name: string, args: object, signal?: AbortSignal) => {
    const tool = definitions.find(one => one.name === name) as pi.ToolDefinition;
    const context = { cwd } as Parameters<pi.ToolDefinition['execute']>[4];
    const done = tool.execute('1', args as never, signal, undefined, context).then(
      () => 'it worked',
      (error: Error) => failureOf(name, error.message) ?? error.message,
    );
    return done;
  };
  const edit = (oldText: string, newText: string, path = 'twice.txt') => call('edit', { path, edits: [{ oldText, newText }] });
  return { cwd, call, edit, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test('what the engine’s own tools say when they fail has a code each, by which it is said in the language of the page', async () => {
  using at = place();
  expect({
    missing: await at.call('read', { path: 'gone.txt' }),
    folder: await at.call('read', { path: 'folder' }),
    device: await at.call('read', { path: 'device' }),
    pastEnd: await at.call('read', { path: 'twice.txt', offset: 90 }),
    editMissing: await at.edit('one', 'two', 'gone.txt'),
    noText: await at.edit('three', 'four'),
    twice: await at.edit('one', 'two'),
    empty: await at.edit('', 'two'),
    same: await at.edit('one\none', 'one\none'),
    noEdits: await at.call('edit', { path: 'twice.txt', edits: [] }),
    underFile: await at.call('write', { path: 'twice.txt/below', content: '' }),
    listMissing: await at.call('ls', { path: 'gone' }),
    listFile: await at.call('ls', { path: 'twice.txt' }),
    aborted: await at.call('read', { path: 'twice.txt' }, AbortSignal.abort()),
    timeUp: await at.call('bash', { command: 'sleep 60', timeout: 0.2 }),
    commandAborted: await at.call('bash', { command: 'true' }, AbortSignal.abort()),
  }).toEqual({
    missing: { code: 'fileMissing' },
    folder: { code: 'noFile' },
    device: { code: 'noFile' },
    pastEnd: { code: 'pastEnd', count: 3 },
    editMissing: { code: 'fileMissing' },
    noText: { code: 'textMissing' },
    twice: { code: 'textRepeated', count: 2 },
    empty: { code: 'textEmpty' },
    same: { code: 'noChange' },
    noEdits: { code: 'argumentsWrong' },
    underFile: { code: 'notFolder' },
    listMissing: { code: 'fileMissing' },
    listFile: { code: 'notFolder' },
    aborted: { code: 'aborted' },
    timeUp: { code: 'timeUp', count: 1 },
    commandAborted: { code: 'aborted' },
  });
});

test('a call that the engine did not run has a code whatever the tool; what a program or an extension says has none', () => {
  const of = (tool: string, text: string) => failureOf(tool, text)?.code;
  expect([
    of('jots', 'Tool jots not found'),
    of('read', 'Validation failed for tool "read":\n  - path: must have required property'),
    of('bash', 'Tool call "bash" was not executed: the response hit the output token limit, so its arguments may be truncated.'),
    of('bash', 'Invalid timeout: maximum is 2147483 seconds'),
    of('bash', 'half\n\nCommand terminated without an exit code'),
    of('grep', 'Path not found: /a'),
    of('find', 'fd is not available and could not be downloaded'),
    of('jots', 'Path not found: /a'),
    of('bash', 'Command timed out after 9 seconds\n\nCommand exited with code 1'),
    of('bash', 'This was not run, because it changed after lunch.\n\nCommand exited with code 1'),
    of('bash', 'cat: a: No such file or directory\n\nCommand exited with code 1'),
    of('read', 'Something new'),
  ]).toEqual([
    'toolMissing',
    'argumentsWrong',
    'argumentsCut',
    'argumentsWrong',
    'noExit',
    'fileMissing',
    'searchMissing',
    ...Array(5).fill(undefined),
  ]);
});
