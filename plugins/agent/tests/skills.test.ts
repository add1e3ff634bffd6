import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import { testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test, vi } from 'vitest';
import { type ModelRequest, type ModelServer, openModelServer } from '../../../tests/e2e/model-server.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { detectSandbox } from '../engine/detect-sandbox.ts';

// A machine under load starts a process in seconds; the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const hasSandbox = (await detectSandbox()) !== undefined;
const lastIs = (role: string) => (request: ModelRequest) => request.body.messages?.at(-1)?.role === role;
const skill = (name: string) => `---\nname: ${name}\ndescription: DESCRIBED-${name}\n---\nTEXT-OF-${name}\n`;

/** A profile with a skill that is on, one that is off, and links in the first one that lead out of it. */
async function started(server: ModelServer) {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-test-'));
  const managed = join(profile, 'user-data/.agent/agent');
  const skills = join(managed, 'skills');
  const off = join(profile, 'user-data/data/atelier--skills/kept/off/SKILL.md');
  const beside = join(profile, 'beside.txt');
  for (const [path, text] of [
    [join(skills, 'on/SKILL.md'), skill('on')],
    [join(skills, 'on/more/notes.md'), 'NOTES-OF-on'],
    [off, skill('off')],
    [beside, 'TEXT-BESIDE'],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  symlinkSync(join(managed, 'auth.json'), join(skills, 'on/keys'));
  symlinkSync(off, join(skills, 'on/off'));
  symlinkSync(beside, join(skills, 'on/beside'));
  const kernel = await testKernel({ plugins: ['@atelier/providers', '@atelier/agent'], profile });
  const agent = kernel.client(AgentChannel);
  const events: AgentEvent[] = [];
  agent.on('event', event => {
    events.push(event);
    if (event.kind === 'asked' && event.request) void agent.call('answer', { request: event.request.id, answer: { allow: false } });
  });
  await kernel.client(ProvidersChannel).call('save', {
    ...{ id: 'scripted', name: 'Workshop', baseUrl: server.url, api: 'openai-completions', key: 'KEY-4f1e9a' },
    models: [{ id: 'scripted-large', name: 'Scripted', contextWindow: 100_000 }],
  } as never);
  /** One turn in which the model calls one tool: what it was told before, and what the tool answered. */
  const turn = async (mode: 'open' | 'secure', name: string, args: object) => {
    const conversation = mode;
    await agent.call('setModel', { conversation, model: 'scripted/scripted-large' });
    await agent.call('setAccessMode', { conversation, mode });
    const before = server.requests.length;
    server.script({ when: lastIs('user'), tools: [{ name, arguments: args }] }, { when: lastIs('tool'), text: 'Done.' });
    const from = events.length;
    await agent.call('prompt', { conversation, text: 'Go on.' });
    const ended = () => events.slice(from).find(({ kind }) => kind === 'turnEnded' || kind === 'failed');
    await expect.poll(ended, { timeout: 60_000 }).toBeDefined();
    const requests = server.requests.slice(before).map(({ body }) => body.messages ?? []);
    return { prompt: JSON.stringify(requests[0]?.[0]), answer: JSON.stringify(requests.at(-1)?.at(-1)) };
  };
  const close = async () => {
    await kernel.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { skills, off, turn, [Symbol.asyncDispose]: close };
}

test.each(['secure', 'open'] as const)(
  'a model is told of a skill that is on and reads its files, but none that is off and nothing that a link in it leads to (%s)',
  async mode => {
    await using server = await openModelServer();
    await using at = await started(server);
    const read = (path: string) => at.turn(mode, 'read', { path });
    const whole = await read(join(at.skills, 'on/SKILL.md'));
    const answers = {
      text: whole.answer.includes('TEXT-OF-on'),
      notes: (await read(join(at.skills, 'on/more/notes.md'))).answer.includes('NOTES-OF-on'),
      off: (await read(at.off)).answer.includes('TEXT-OF-off'),
      linkToOff: (await read(join(at.skills, 'on/off'))).answer.includes('TEXT-OF-off'),
      linkToKeys: (await read(join(at.skills, 'on/keys'))).answer.includes('KEY-4f1e9a'),
      wayRound: (await read(join(at.skills, 'on/../../auth.json'))).answer.includes('KEY-4f1e9a'),
    };
    expect({ told: whole.prompt.includes('DESCRIBED-on'), toldOfOff: whole.prompt.includes('DESCRIBED-off'), ...answers }).toEqual({
      ...{ told: true, toldOfOff: false, text: true, notes: true },
      ...{ off: false, linkToOff: false, linkToKeys: false, wayRound: false },
    });
    // In open mode everything of the person's is read anyway, also by the path that the link leads to.
    expect((await read(join(at.skills, 'on/beside'))).answer.includes('TEXT-BESIDE')).toBe(mode === 'open');
  },
);

test.each(['secure', 'open'] as const)('no tool writes into the folder of a skill (%s)', async mode => {
  await using server = await openModelServer();
  await using at = await started(server);
  const file = join(at.skills, 'on/SKILL.md');
  const answers = [
    await at.turn(mode, 'write', { path: file, content: 'PLANTED' }),
    await at.turn(mode, 'write', { path: join(at.skills, 'planted/SKILL.md'), content: 'PLANTED' }),
    await at.turn(mode, 'edit', { path: file, edits: [{ oldText: 'TEXT', newText: 'PLANTED' }] }),
    await at.turn(mode, 'bash', { command: `echo PLANTED >> '${file}'; mkdir '${at.skills}/planted'; rm -rf '${at.skills}/on/more'` }),
  ];
  expect({
    text: readFileSync(file, 'utf8'),
    names: readdirSync(at.skills),
    notes: existsSync(join(at.skills, 'on/more/notes.md')),
    refused: answers.slice(0, 3).filter(({ answer }) => answer.includes('No access mode opens it')).length,
  }).toEqual({ text: skill('on'), names: ['on'], notes: true, refused: 3 });
});

needing(!hasSandbox && lacks.sandbox)('a command in the sandbox reads the files of a skill, in both modes', async () => {
  await using server = await openModelServer();
  await using at = await started(server);
  const command = `cat '${at.skills}/on/more/notes.md' '${at.skills}/on/keys' '${at.off}'`;
  const answers = [await at.turn('secure', 'bash', { command }), await at.turn('open', 'bash', { command })].map(({ answer }) => answer);
  expect(answers.map(answer => ['NOTES-OF-on', 'KEY-4f1e9a', 'TEXT-OF-off'].filter(text => answer.includes(text)))).toEqual([
    ['NOTES-OF-on'],
    ['NOTES-OF-on'],
  ]);
});
