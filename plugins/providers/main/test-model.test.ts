import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openModelServer, type Turn } from '../../../tests/e2e/model-server.ts';
import { testModel } from './test-model.ts';

const canary = 'sk-canary-5f21c7aa90';
const program = join(import.meta.dirname, '../../agent/engine/test-process.ts');
const going = new AbortController().signal;

/** A directory of the agent in which one provider asks this server. */
function directoryFor(baseUrl: string, provider: object = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-test-model-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const scripted = {
    name: 'Scripted',
    baseUrl,
    api: 'openai-completions',
    apiKey: canary,
    models: [{ id: 'scripted-large' }],
    ...provider,
  };
  writeFileSync(join(directory, 'models.json'), JSON.stringify({ providers: { scripted } }));
  writeFileSync(join(directory, 'auth.json'), '{}');
  return directory;
}

async function ask(turn: Turn, { provider = {}, keyless = [] as string[], model = 'scripted/scripted-large' } = {}) {
  await using server = await openModelServer(turn);
  const directory = directoryFor(server.url, provider);
  const { milliseconds, ...answer } = await testModel(program, { directory, model, keyless, locale: 'en' }, going);
  return { ...answer, took: milliseconds >= 0, keys: server.requests.map(({ headers }) => headers.authorization) };
}

test('a model is asked through the engine, with its key, and its words and tokens come back', async () => {
  expect(await ask({ text: 'Ready' })).toEqual({
    model: 'scripted/scripted-large',
    text: 'Ready',
    input: 120,
    output: 24,
    took: true,
    keys: [`Bearer ${canary}`],
  });
});

test('a server that needs no key is sent none', async () => {
  const { text, keys } = await ask({ text: 'Ready' }, { provider: { apiKey: '!' }, keyless: ['scripted'] });
  expect({ text, keys }).toEqual({ text: 'Ready', keys: [undefined] });
});

test('K2: a refusal is told in the words of a conversation, and without the key that the server quotes', async () => {
  const { problem, text } = await ask({ status: 401, message: `Incorrect API key provided: ${canary}` });
  expect({
    code: problem?.code,
    said: problem?.message.includes('refused the credentials'),
    leaked: problem?.message.includes(canary),
    text,
  }).toEqual({ code: 'agent/unauthorised', said: true, leaked: false, text: undefined });
});

test('a model that nobody knows, and a server that is gone, are problems and no exceptions', async () => {
  const unknown = await ask({ text: 'Ready' }, { model: 'scripted/other' });
  const directory = directoryFor('http://127.0.0.1:9/v1');
  const gone = await testModel(program, { directory, model: 'scripted/scripted-large', keyless: [], locale: 'fr' }, going);
  expect([unknown.problem?.code, gone.problem?.code, gone.problem?.message.includes('injoignable')]).toEqual([
    'agent/model-unknown',
    'agent/connection-failed',
    true,
  ]);
});
