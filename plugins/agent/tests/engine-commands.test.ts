import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { type RunningEngine, startEngine } from '../../../tests/support/agent-engine.ts';
import { brandedPackage } from '../main/branded-package.ts';
import { enginePackage, openAgentCli } from '../main/cli.ts';

/** A value that leaves a mark if it is run, as `!op read …` would ask a password manager. */
const command = (mark: string, name: string) => `!touch ${mark}-${name}; echo sk-from-${name}`;

/** Each place in the agent's files where a command may stand, by provider. */
function files(baseUrl: string, mark: string) {
  const models = [{ id: 'm1' }];
  const api = 'openai-completions';
  return {
    models: {
      providers: {
        key: { baseUrl, api, apiKey: command(mark, 'key'), models },
        header: { baseUrl, api, apiKey: 'sk-plain-1', headers: { 'x-mine': command(mark, 'header') }, models },
        modelHeader: { baseUrl, api, apiKey: 'sk-plain-2', models: [{ id: 'm1', headers: { 'x-mine': command(mark, 'model-header') } }] },
        stored: { baseUrl, api, models },
      },
    },
    auth: { stored: { type: 'api_key', key: command(mark, 'stored') } },
  };
}

function plantPrograms(directory: string, mark: string): void {
  mkdirSync(join(directory, 'bin'), { recursive: true });
  for (const name of ['agent', 'bash', 'date', 'fd', 'git', 'rg', 'sh']) {
    writeFileSync(join(directory, 'bin', name), `#!/bin/sh\ntouch ${mark}-program-${name}\n`);
    chmodSync(join(directory, 'bin', name), 0o755);
  }
}

/** The names of everything that was run. */
const marked = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap(name => (name.startsWith('mark-') ? [name.slice(5)] : []));

async function tryAll(engine: RunningEngine, providers: readonly string[]): Promise<Record<string, string | undefined>> {
  const met: Record<string, string | undefined> = {};
  for (const provider of providers) {
    await engine.open(provider, { model: `${provider}/m1`, accessMode: 'open' });
    met[provider] = await engine.turn(provider, 'hello').then(
      ({ problem }) => problem?.code,
      (error: { code: string }) => error.code,
    );
  }
  return met;
}

test('K3, K9: commands in place of keys and headers, and programs in the agent’s bin, are run by nobody of ours and stay as they are', async () => {
  using folder = tempFolder();
  await using server = await openModelServer({ tools: [{ name: 'bash', arguments: { command: 'date' } }] }, { text: 'Done.' });
  const mark = folder.file('mark');
  const { models, auth } = files(server.url, mark);
  await using engine = await startEngine({ providers: { local: server.url }, settings: { retry: { enabled: false } } });
  const { directory } = engine;
  const { providers } = JSON.parse(readFileSync(join(directory, 'models.json'), 'utf8')) as { providers: object };
  const contents = {
    'models.json': `${JSON.stringify({ providers: { ...providers, ...models.providers } }, undefined, 2)}\n`,
    'auth.json': `${JSON.stringify(auth, undefined, 2)}\n`,
  };
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(directory, name), text);
  plantPrograms(directory, mark);
  await engine.call('reloadModels', null);

  const met = await tryAll(engine, Object.keys(models.providers));
  await engine.open('plain', { model: 'local/m1', accessMode: 'open' });
  const { ended } = await engine.turn('plain', 'what day is it?');
  const cli = openAgentCli({ directory, node: process.execPath });
  for (const args of [['--list-models'], ['list'], ['--version'], ['--help']]) await cli.runAgentExec(args);
  const fallback = openAgentCli({ directory, node: process.execPath, from: '/nowhere/x.js' });
  const missing = await fallback.runAgentExec(['list']).catch((error: { code: string }) => error.code);

  const [refused, none] = ['agent/key-command', 'agent/no-key'];
  expect({ ran: marked(folder.path), met, ended, missing, asked: server.requests.length }).toEqual({
    ...{
      ran: [],
      met: { key: refused, header: refused, modelHeader: refused, stored: none },
      ended: 'done',
      missing: 'agent/cli-missing',
      asked: 2,
    },
  });
  expect(Object.keys(contents).map(name => readFileSync(join(directory, name), 'utf8'))).toEqual(Object.values(contents));
});

test('K9: the same commands still work in the person’s own agent', async () => {
  using folder = tempFolder();
  await using server = await openModelServer({ text: 'Hello.' }, { text: 'Hello.' });
  const directory = folder.file('agent');
  mkdirSync(directory);
  const { models, auth } = files(server.url, folder.file('mark'));
  writeFileSync(join(directory, 'models.json'), JSON.stringify(models));
  writeFileSync(join(directory, 'auth.json'), JSON.stringify(auth), { mode: 0o600 });
  const engine = enginePackage() ?? '';
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder.path, PI_OFFLINE: '1' },
    ...{ PI_PACKAGE_DIR: brandedPackage(directory, engine), AGENT_CODING_AGENT_DIR: directory },
  };
  for (const provider of ['key', 'stored']) {
    const args = [join(engine, 'dist', 'cli.js'), '-p', 'hello', '--model', `${provider}/m1`, '--no-session'];
    const running = promisify(execFile)(process.execPath, args, { env, cwd: folder.path });
    // It would add what it reads there to the prompt.
    running.child.stdin?.end();
    await running;
  }
  expect({
    ran: ['key', 'stored'].map(name => existsSync(folder.file(`mark-${name}`))),
    keys: server.requests.map(({ headers }) => headers.authorization),
  }).toEqual({ ran: [true, true], keys: ['Bearer sk-from-key', 'Bearer sk-from-stored'] });
});
