import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pi from '@earendil-works/pi-coding-agent';
import { expect, test } from 'vitest';
import { demo } from './demo-client.fixture.ts';

interface Engine extends AsyncDisposable {
  readonly session: pi.AgentSession;
  readonly cwd: string;
  /** Sends a prompt; returns the tools as `name ok` or `name failed`, and the last answer. */
  ask(text: string): Promise<{ tools: readonly string[]; text: string; thinking: string; stopped: string | undefined }>;
}

/** The real engine, with the demo as its only provider. */
async function engine(model: 'demo' | 'demo-thinking' = 'demo'): Promise<Engine> {
  const server = await demo();
  const root = mkdtempSync(join(tmpdir(), 'atelier-demo-'));
  const [agentDir, cwd] = [join(root, 'agent'), join(root, 'work')];
  for (const folder of [agentDir, cwd]) mkdirSync(folder);
  const models = ['demo', 'demo-thinking'].map(id => ({
    id,
    reasoning: id !== 'demo',
    input: ['text', 'image'],
    contextWindow: 64_000,
    maxTokens: 16_000,
  }));
  const provider = { baseUrl: server.baseUrl, api: 'openai-completions', apiKey: 'none', models };
  writeFileSync(join(agentDir, 'models.json'), JSON.stringify({ providers: { demo: provider } }));
  const modelRuntime = await pi.ModelRuntime.create({
    authPath: join(agentDir, 'auth.json'),
    modelsPath: join(agentDir, 'models.json'),
    allowModelNetwork: false,
  });
  const settingsManager = pi.SettingsManager.inMemory({});
  const resourceLoader = new pi.DefaultResourceLoader({ cwd, agentDir, settingsManager, noExtensions: true, noSkills: true });
  await resourceLoader.reload();
  const { session } = await pi.createAgentSession({
    cwd,
    agentDir,
    modelRuntime,
    settingsManager,
    resourceLoader,
    model: modelRuntime.getModel('demo', model),
    thinkingLevel: model === 'demo' ? 'off' : 'low',
    sessionManager: pi.SessionManager.inMemory(cwd),
  });
  return {
    session,
    cwd,
    async ask(text) {
      const tools: string[] = [];
      const off = session.subscribe(event => {
        if (event.type === 'tool_execution_end') tools.push(`${event.toolName} ${event.isError ? 'failed' : 'ok'}`);
      });
      await session.prompt(text);
      off();
      const last = session.messages.at(-1);
      const parts = last?.role === 'assistant' ? last.content : [];
      const said = parts.map(part => (part.type === 'text' ? part.text : '')).join('');
      const thinking = parts.map(part => (part.type === 'thinking' ? part.thinking : '')).join('');
      return { tools, text: said, thinking, stopped: last?.role === 'assistant' ? last.stopReason : undefined };
    },
    async [Symbol.asyncDispose]() {
      session.dispose();
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

test('the tour reads, edits and runs through the real engine, and the file is what it says', async () => {
  await using real = await engine();
  writeFileSync(join(real.cwd, 'README.md'), '# Boats\n\nTwelve of them.\n');
  const first = await real.ask('Give me the tour please');
  const notes = readFileSync(join(real.cwd, 'demo-notes.md'), 'utf8');
  const again = await real.ask('edit it');
  expect({
    first: { ...first, text: first.text.slice(-40) },
    notes,
    again: again.tools,
    after: readFileSync(join(real.cwd, 'demo-notes.md'), 'utf8'),
  }).toEqual({
    first: {
      tools: ['bash ok', 'read ok', 'read failed', 'write ok', 'edit ok', 'bash failed', 'bash ok'],
      text: expect.stringContaining('show the rest.'),
      thinking: '',
      stopped: 'stop',
    },
    notes: '# Notes of the demo\n\n- [x] Try an edit\n- [ ] Take it back if you do not like it\n- [ ] Look at the difference\n',
    again: ['read ok', 'edit ok'],
    after:
      '# Notes of the demo\n\n- [x] Try an edit\n- [ ] Take it back if you do not like it\n- [ ] Look at the difference\n- [ ] One more line, added by the demo\n',
  });
  expect(real.session.getSessionStats().tokens.output).toBeGreaterThan(100);
});

test('the tour in an empty folder says that it is empty, claims to have read nothing, and begins each step on its own line', async () => {
  await using real = await engine();
  const { tools } = await real.ask('Give me the tour please');
  const said = real.session.messages
    .flatMap(message => (message.role === 'assistant' ? message.content : []))
    .map(part => (part.type === 'text' ? part.text : ''))
    .join('\n\n');
  expect({
    tools,
    empty: said.includes('The working folder holds no file that I can read.'),
    false: said.match(/could not look|one file read|1 entries/g),
    glued: said.match(/[.:][A-Z“].{0,20}/g),
    counted: said.match(/entries in the folder: \d+/)?.[0],
  }).toEqual({
    tools: ['bash ok', 'read failed', 'write ok', 'edit ok', 'bash failed', 'bash ok'],
    empty: true,
    false: null,
    glued: null,
    counted: 'entries in the folder: 1',
  });
});

test('the real engine gets the thinking, a file that is not there, and a summary for its compaction', async () => {
  await using real = await engine('demo-thinking');
  const thought = await real.ask('réfléchis un peu');
  const missing = await real.ask('lis absent.md');
  const long = await real.ask('une longue histoire, 25000');
  const { summary } = await real.session.compact();
  expect({
    thinks: thought.thinking.startsWith('On me demande'),
    missing: [missing.tools, missing.text.startsWith('Je n’ai pas pu lire `absent.md`')],
    long: long.stopped,
    summary: summary.split('\n').slice(0, 2),
  }).toEqual({ thinks: true, missing: [['read failed'], true], long: 'stop', summary: ['## Goal', 'réfléchis un peu'] });
});

test('an outage that was asked for ends the turn with its reason, and the next message is answered', async () => {
  await using real = await engine();
  await real.ask('outage 401');
  const failed = real.session.messages.at(-1);
  const next = await real.ask('thanks for that');
  expect({ problem: failed?.role === 'assistant' && failed.errorMessage, next: next.stopped }).toEqual({
    problem: expect.stringContaining('The demo plays an outage (401)'),
    next: 'stop',
  });
});
