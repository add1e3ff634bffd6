import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { extension, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { Agent, AgentChannel, type AgentService, type Entry, type ImportedMessage, resolveWorkingDirectory } from '../contract/index.ts';
import { demoPlugins, demoReady, listen } from './demo.fixture.ts';

/** The service as another plugin has it. */
function guest(more: { folder?: string } = {}) {
  const got: { agent?: AgentService } = {};
  const made = extension(
    '@test/guest',
    ctx => {
      got.agent = ctx.get(Agent);
      if (more.folder !== undefined) ctx.tap(resolveWorkingDirectory, async () => more.folder);
    },
    {
      activation: 'startup',
      requires: { '@atelier/agent': '^0.1.0' },
      taps: ['@atelier/agent:resolveWorkingDirectory@1'],
    },
  );
  return {
    made,
    get agent(): AgentService {
      if (got.agent === undefined) throw new Error('the guest is not awake');
      return got.agent;
    },
  };
}

const codeOf = async (work: Promise<unknown>) => ((await problemOf(work)) as readonly string[])[0];
const said = (entries: readonly Entry[]) => entries.map(({ kind, parts }) => `${kind} ${parts?.[0]?.text?.slice(0, 20)}`);

test('a plugin prompts, reads all of a transcript, takes a turn back and forward, and windows hear of it', async () => {
  const other = guest();
  await using kernel = await testKernel({ plugins: demoPlugins, extensions: [other.made] });
  await demoReady(kernel);
  const { agent } = other;
  const heard = listen(kernel, 'c');
  const nothing = [await codeOf(agent.rewind('c', 'x')), await agent.transcript('c')];
  await agent.setAccess('c', { network: true });
  const first = await agent.prompt('c', 'hello');
  await heard.ended();
  heard.again();
  await agent.prompt('c', 'tour');
  const queued = await agent.prompt('c', 'thanks', { how: 'queue', images: [] });
  const { entries: running } = await agent.transcript('c');
  const busy = await codeOf(agent.rewind('c', running[0]?.id ?? ''));
  const empty = () => kernel.client(AgentChannel).call('listQueue', { conversation: 'c' });
  await expect.poll(async () => (await empty()).length).toBe(0);
  await expect.poll(async () => (await agent.state('c')).status).toBe('idle');
  const before = await agent.transcript('c');
  const [, , tour] = before.entries;
  const calls = await agent.callsAfter('c', tour?.id ?? '');
  const spent = (await agent.state('c')).usage;
  const { leaf, tools } = await agent.rewind('c', tour?.id ?? '');
  const rewound = await agent.transcript('c');
  const state = await agent.state('c');
  await agent.redo('c', leaf);
  const again = await agent.transcript('c');
  expect({
    nothing,
    first,
    queued,
    busy,
    tools: [tools.length > 3, tools.some(({ name, ok }) => name === 'bash' && ok === true)],
    calls: JSON.stringify(calls) === JSON.stringify(tools),
    rewound: said(rewound.entries),
    total: rewound.total,
    state: [state.status, state.cut, state.network, (state.context.tokens ?? 0) > 0, JSON.stringify(state.usage) === JSON.stringify(spent)],
    told: heard.events.filter(({ kind }) => kind === 'rewound').length,
    order: rewound.seq > before.seq,
    again: said(again.entries),
  }).toEqual({
    nothing: ['agent/no-messages', { entries: [], total: 0, seq: expect.any(Number) }],
    first: { taken: 'started' },
    queued: { taken: 'queued', queued: expect.any(String) },
    busy: 'agent/turn-running',
    tools: [true, true],
    calls: true,
    rewound: said(before.entries.slice(0, 2)),
    total: 2,
    // The network ends with the first text from outside.
    state: ['idle', false, false, true, true],
    told: 2,
    order: true,
    again: said(before.entries),
  });
});

const messages: readonly ImportedMessage[] = [
  { role: 'user', at: 1_700_000_000_000, parts: [{ kind: 'text', text: 'Then?' }] },
  { role: 'assistant', at: 1_700_000_001_000, parts: [{ kind: 'text', text: 'So.' }] },
];

test('imported and adopted conversations go on, every file is listed with its conversation, and a forgotten one leaves none', async () => {
  const other = guest();
  await using kernel = await testKernel({ plugins: demoPlugins, extensions: [other.made] });
  await demoReady(kernel);
  const { agent } = other;
  const heard = listen(kernel, 'imported');
  await agent.importSession('imported', messages);
  const twice = await codeOf(agent.importSession('imported', messages));
  await agent.prompt('imported', 'thanks');
  const { ended } = await heard.ended();
  const file = (await agent.sessionFile('imported')) ?? '';
  await agent.adoptSession('adopted', file);
  // Two that the records know nothing of: one came from a backup under another name, one has a head that cannot be read.
  const folder = dirname(file);
  const head = { type: 'session', version: 3, id: 'lost', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/' };
  const line = { type: 'message', id: 'a', parentId: null, timestamp: head.timestamp, message: { role: 'user', content: 'found' } };
  writeFileSync(join(folder, 'renamed.jsonl'), `${JSON.stringify(head)}\n${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, '2026-01-01T00-00-00-000Z_headless.jsonl'), 'garbage');
  // And one that somebody copied.
  const adopted = await agent.sessionFile('adopted');
  copyFileSync(adopted ?? '', join(folder, '8.jsonl'));
  const moved = join(folder, '9.jsonl');
  renameSync(file, moved);
  const entries = async (conversation: string) => said((await agent.transcript(conversation)).entries);
  // Found where it lies now, before anything was listed.
  const imported = await entries('imported');
  const listed = (await agent.sessionFiles()).map(({ conversation }) => conversation).toSorted();
  const shown = { imported, adopted: await entries('adopted'), lost: await entries('lost') };
  const headless = await codeOf(agent.transcript('headless'));
  await agent.forget('imported');
  const left = existsSync(moved);
  rmSync(join(folder, 'renamed.jsonl'));
  const missing = [await codeOf(agent.transcript('lost')), await codeOf(agent.prompt('lost', 'hello'))];
  const kept = (await agent.sessionFile('adopted')) === adopted;
  expect({ twice, kept, ended, listed, shown, headless, left, missing, files: readdirSync(folder).length }).toEqual({
    twice: 'agent/has-messages',
    kept: true,
    ended: 'done',
    listed: ['adopted', 'adopted', 'headless', 'imported', 'lost'],
    shown: {
      imported: ['user Then?', 'assistant So.', 'user thanks', expect.stringContaining('assistant ')],
      adopted: ['user Then?', 'assistant So.', 'user thanks', expect.stringContaining('assistant ')],
      lost: ['user found'],
    },
    headless: 'agent/session-unreadable',
    left: false,
    missing: ['agent/session-missing', 'agent/session-missing'],
    files: 3,
  });
});

test('a folder that is gone refuses the message and says which, before its runtime starts and after, and works again when it is back', async () => {
  await using place = await testKernel({ plugins: [] });
  const folder = join(place.host.paths.temp, 'work');
  mkdirSync(folder, { recursive: true });
  const other = guest({ folder });
  await using kernel = await testKernel({ plugins: demoPlugins, extensions: [other.made] });
  await demoReady(kernel);
  const { agent } = other;
  const turn = async () => {
    const heard = listen(kernel, 'c');
    await agent.prompt('c', 'hello');
    const ends = () => heard.events.flatMap(({ kind, ended }) => (kind === 'turnEnded' ? [ended] : []));
    await expect.poll(ends).toHaveLength(1);
    return ends()[0];
  };
  rmSync(folder, { recursive: true });
  const before = await codeOf(agent.prompt('c', 'hello'));
  mkdirSync(folder);
  const there = await turn();
  rmSync(folder, { recursive: true });
  const after = await codeOf(agent.prompt('c', 'hello'));
  const state = await agent.state('c');
  mkdirSync(folder);
  expect({ before, there, after, state: [state.status, state.problem?.code], back: await turn() }).toEqual({
    before: 'agent/folder-missing',
    there: 'done',
    after: 'agent/folder-missing',
    state: ['failed', 'agent/folder-missing'],
    back: 'done',
  });
});

test('a runtime starts in no folder of the profile that is closed to tools, and in none that a link replaces', async () => {
  const more: { folder?: string } = { folder: '/tmp' };
  const other = guest(more);
  await using kernel = await testKernel({ plugins: demoPlugins, extensions: [other.made] });
  await demoReady(kernel);
  const profile = kernel.host.paths.userData;
  const closed = ['', 'backups/before-1.0.0', 'window/Default', 'extensions/x', 'data/x', '.agent/agent/sessions/s', 'workspace', 'new'];
  const codes: unknown[] = [];
  for (const path of closed) {
    more.folder = join(profile, path);
    mkdirSync(more.folder, { recursive: true });
    codes.push(await codeOf(other.agent.prompt('c', 'hello')));
  }
  const workspace = join(profile, 'workspace', 'global');
  rmSync(workspace, { recursive: true, force: true });
  symlinkSync(kernel.host.paths.temp, workspace);
  more.folder = workspace;
  codes.push(await codeOf(other.agent.prompt('c', 'hello')));
  const state = await other.agent.state('c');
  expect({ codes, problem: state.problem?.code }).toEqual({
    codes: [...closed, 'link'].map(() => 'agent/folder-closed'),
    problem: 'agent/folder-closed',
  });
});
