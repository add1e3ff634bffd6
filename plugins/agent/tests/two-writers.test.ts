import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { enginePackage } from '../main/cli.ts';
import { agentOf, conversation, held, inTheMiddle, messagesIn, startedIn, untilIdle } from './running-turn.fixture.ts';

// The session file of an open conversation may be written to by the engine's own command line, an editor, or a program that synchronises
// folders. What they add is taken in; what they damage is still in memory.

const directoryOf = (kernel: TestKernel) => join(kernel.host.paths.userData, '.agent', 'agent');

/** The newest session file. */
function fileOf(kernel: TestKernel): string {
  const folder = join(directoryOf(kernel), 'sessions');
  return join(folder, readdirSync(folder).toSorted().at(-1) ?? '');
}

interface Line {
  readonly id: string;
  readonly type: string;
  readonly message?: { readonly role: string };
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
const entriesOf = (file: string) => linesOf(file).map(line => JSON.parse(line) as Line);

/** What another program writes that went on after an entry: a question, and its answer. */
function asOthersWrite(after: string | null): string {
  const timestamp = new Date(0).toISOString();
  const asked = {
    type: 'message',
    id: 'aaaa0001',
    parentId: after,
    timestamp,
    message: { role: 'user', content: 'From elsewhere?', timestamp: 0 },
  };
  const usage = {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
  const said = {
    ...{ role: 'assistant', content: [{ type: 'text', text: 'An answer from elsewhere.' }], api: 'openai-completions', provider: 'local' },
    ...{ model: 'm1', usage, stopReason: 'stop', timestamp: 0 },
  };
  const answered = { type: 'message', id: 'aaaa0002', parentId: asked.id, timestamp, message: said };
  return `${JSON.stringify(asked)}\n${JSON.stringify(answered)}\n`;
}

const ours = [
  ['user', 'begin', undefined],
  ['assistant', 'Some words, the end', 'done'],
] as const;

test('D26: what the command line of the engine adds to an idle conversation is shown, marked as from outside, and sent to the model', async () => {
  const first = held();
  const { kernel, heard, server, profile } = await inTheMiddle(first.turn, { text: 'From the command line.' }, { text: 'And ours again.' });
  first.letGo();
  await heard.ended();
  const file = fileOf(kernel);
  const cli = join(enginePackage() ?? '', 'dist', 'cli.js');
  const directory = directoryOf(kernel);
  const env = { ...process.env, PI_CODING_AGENT_DIR: directory, PI_SKIP_VERSION_CHECK: '1', PI_OFFLINE: '1', PI_TELEMETRY: '0' };
  const ended = promisify(execFile)(process.execPath, [cli, '-p', '--session', file, '--model', 'local/m1', 'Also this?'], {
    env,
    cwd: profile,
  });
  ended.child.stdin?.end();
  await ended;
  const shown = await messagesIn(kernel);
  await expect.poll(() => heard.events.some(({ kind }) => kind === 'rewound')).toBe(true);
  heard.again();
  await agentOf(kernel).call('prompt', { conversation, text: 'go on' });
  await heard.ended();
  const told = JSON.stringify(server.requests.at(-1)?.body);
  expect({
    shown,
    told: ['Also this?', 'From the command line.'].map(text => told.includes(text)),
    outside: (await agentOf(kernel).call('state', { conversation })).outside,
    after: (await messagesIn(kernel)).slice(shown.length),
    file: fileOf(kernel),
  }).toEqual({
    shown: [...ours, ['user', 'Also this?', undefined], ['assistant', 'From the command line.', 'done']],
    told: [true, true],
    outside: true,
    after: [
      ['user', 'go on', undefined],
      ['assistant', 'And ours again.', 'done'],
    ],
    file,
  });
});

test('D26: what another program adds beside a running turn follows it, once', async () => {
  const first = held();
  const { kernel, heard, server, profile } = await inTheMiddle(first.turn, { text: 'Both seen.' });
  const file = fileOf(kernel);
  appendFileSync(file, asOthersWrite(entriesOf(file).at(-1)?.id ?? null));
  first.letGo();
  await heard.ended();
  await agentOf(kernel).call('prompt', { conversation, text: 'go on' });
  await untilIdle(kernel);
  const told = JSON.stringify(server.requests.at(-1)?.body);
  const after = await messagesIn(kernel);
  await kernel.close();
  const again = await startedIn(profile);
  expect({ after, told: told.includes('An answer from elsewhere.'), restarted: await messagesIn(again.kernel) }).toEqual({
    after: [
      ...ours,
      ['notice', '', undefined],
      ['user', 'From elsewhere?', undefined],
      ['assistant', 'An answer from elsewhere.', 'done'],
      ['user', 'go on', undefined],
      ['assistant', 'Both seen.', 'done'],
    ],
    told: true,
    restarted: after,
  });
});

/** What other programs do to a session file. */
const damages: readonly (readonly [string, (file: string) => void])[] = [
  ['ends in half a line', file => appendFileSync(file, '{"type":"message","id":"aa')],
  ['is cut in half', file => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ['is empty', file => truncateSync(file, 0)],
  ['is deleted', file => rmSync(file)],
  ['is replaced by something else', file => writeFileSync(file, 'x'.repeat(readFileSync(file).length * 2))],
  [
    'is replaced by an earlier version of itself',
    file => {
      writeFileSync(`${file}.new`, `${linesOf(file).slice(0, -1).join('\n')}\n`);
      renameSync(`${file}.new`, file);
    },
  ],
  [
    'is replaced by one of a newer version',
    file => {
      const [, ...rest] = linesOf(file);
      writeFileSync(file, `${JSON.stringify({ type: 'session', version: 99, id: conversation })}\n${rest.join('\n')}\n`);
    },
  ],
  ['is replaced by a named pipe', replaced(file => execFileSync('mkfifo', [file]))],
  ['is replaced by a folder', replaced(file => mkdirSync(file))],
  ['is replaced by a link to a device without an end', replaced(file => symlinkSync('/dev/zero', file))],
];

function replaced(make: (file: string) => unknown): (file: string) => void {
  return file => {
    rmSync(file);
    make(file);
  };
}

test.each(damages)('D26: a file that %s in a running turn loses nothing, and is not written over', async (_name, damage) => {
  const first = held();
  const { kernel, heard, profile } = await inTheMiddle(first.turn, { text: 'Still here.' });
  const file = fileOf(kernel);
  damage(file);
  const left = contentOf(file);
  first.letGo();
  await heard.ended();
  expect(await messagesIn(kernel)).toEqual(ours);
  expect(contentOf(file).startsWith(left)).toBe(true);
  await agentOf(kernel).call('prompt', { conversation, text: 'go on' });
  await untilIdle(kernel);
  const after = await messagesIn(kernel);
  await kernel.close();
  const again = await startedIn(profile);
  expect([after, await messagesIn(again.kernel)]).toEqual([whole, whole]);
});

test.each(damages)('D26: a file that %s between two turns loses nothing, and is not written over', async (_name, damage) => {
  const first = held();
  const { kernel, heard, profile } = await inTheMiddle(first.turn, { text: 'Still here.' });
  first.letGo();
  await heard.ended();
  const file = fileOf(kernel);
  damage(file);
  const left = contentOf(file);
  await agentOf(kernel).call('prompt', { conversation, text: 'go on' });
  await untilIdle(kernel);
  const after = await messagesIn(kernel);
  await kernel.close();
  const again = await startedIn(profile);
  expect([after, await messagesIn(again.kernel)]).toEqual([whole, whole]);
  expect(contentOf(file).startsWith(left)).toBe(true);
});

const whole = [...ours, ['user', 'go on', undefined], ['assistant', 'Still here.', 'done']];

/** Nothing for a file that is gone, and for what is no file. */
function contentOf(file: string): string {
  try {
    if (!statSync(file).isFile()) return '';
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test('D33: a session file that became a named pipe while the app was closed is told of, and holds up nothing', async () => {
  const first = held();
  const { kernel, heard, profile } = await inTheMiddle(first.turn, { text: 'Still here.' });
  first.letGo();
  await heard.ended();
  const file = fileOf(kernel);
  await kernel.close();
  const kept = readFileSync(file);
  replaced(path => execFileSync('mkfifo', [path]))(file);
  const again = await startedIn(profile);
  const refused = await messagesIn(again.kernel).catch((error: { code: string }) => error.code);
  rmSync(file);
  writeFileSync(file, kept);
  expect([refused, await messagesIn(again.kernel)]).toEqual(['agent/session-unreadable', ours]);
});

test.each(['in a running turn', 'between two turns'])('D26: a file that is renamed %s is gone on with', async when => {
  const first = held();
  const { kernel, heard } = await inTheMiddle(first.turn, { text: 'Still here.' });
  const renamed = join(directoryOf(kernel), 'sessions', 'renamed.jsonl');
  const rename = () => renameSync(fileOf(kernel), renamed);
  if (when === 'in a running turn') rename();
  first.letGo();
  await heard.ended();
  if (when === 'between two turns') rename();
  await agentOf(kernel).call('prompt', { conversation, text: 'go on' });
  await untilIdle(kernel);
  expect([await messagesIn(kernel), readdirSync(join(directoryOf(kernel), 'sessions'))]).toEqual([whole, ['renamed.jsonl']]);
});

test('D26: a message that another program changed is shown and sent to the model as it is now', async () => {
  const first = held();
  const { kernel, heard, server } = await inTheMiddle(first.turn, { text: 'Understood.' });
  first.letGo();
  await heard.ended();
  const file = fileOf(kernel);
  writeFileSync(file, readFileSync(file, 'utf8').replace('the end', 'the mended end'));
  const shown = await messagesIn(kernel);
  await agentOf(kernel).call('prompt', { conversation, text: 'go on' });
  await untilIdle(kernel);
  expect([shown[1], JSON.stringify(server.requests.at(-1)?.body).includes('the mended end')]).toEqual([
    ['assistant', 'Some words, the mended end', 'done'],
    true,
  ]);
});
