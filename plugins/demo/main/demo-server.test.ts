import { expect, test } from 'vitest';
import { ask, demo, immediate, parseAnswer, statusOf } from './demo-client.fixture.ts';
import { brisk } from './pace.ts';

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

test('a plain HTTP client is answered in its language, with the label, in chunks and with its usage', async () => {
  await using server = await demo();
  const [fr, en] = [
    await ask(server.baseUrl, { messages: [user('Bonjour')] }),
    await ask(server.baseUrl, { messages: [user('Hello there')] }),
  ];
  expect({
    labels: [fr.text.slice(0, 24), en.text.slice(0, 22)],
    offers: [fr.text.includes('mise en forme'), en.text.includes('formatting')],
    finish: fr.finish,
    done: fr.done,
    chunked: fr.chunks > 100,
    usage: fr.usage,
  }).toEqual({
    labels: ['> **Démo (sans IA).** Mes', '> **Demo (no AI).** My '].map((label, at) => label.slice(0, at === 0 ? 24 : 22)),
    offers: [true, true],
    finish: 'stop',
    done: true,
    chunked: true,
    usage: {
      prompt_tokens: 10,
      completion_tokens: Math.ceil(fr.text.length / 4),
      total_tokens: 10 + Math.ceil(fr.text.length / 4),
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
  });
});

test('a test of the connection gets the word that it asks for, in its language', async () => {
  await using server = await demo();
  const questions = [
    'Ceci est un essai de la connexion. Réponds par un seul mot : Prêt',
    'This is a test of the connection. Answer with the one word: Ready',
  ];
  const answers = await Promise.all(questions.map(question => ask(server.baseUrl, { messages: [user(question)] })));
  expect(answers.map(({ text }) => [text.slice(0, 12), text.split('\n').at(-1)])).toEqual([
    ['> **Démo (sa', 'Prêt'],
    ['> **Demo (no', 'Ready'],
  ]);
});

test('the first answer of a conversation has the label, and no later one has it', async () => {
  await using server = await demo();
  const later = await ask(server.baseUrl, { messages: [user('Hello'), assistant('…'), user('thanks')] });
  expect(later.text).toBe(
    'You are welcome! Once you have a provider, a real model takes my place right here. Until then, “help” says again what I can show.',
  );
});

test('rich text has a table, code, a list and a formula', async () => {
  await using server = await demo();
  const { text } = await ask(server.baseUrl, { messages: [user('Montre une mise en forme')] });
  expect(['| --- |', '```ts', '1. ', '- [x]', '$$'].filter(mark => !text.includes(mark))).toEqual([]);
});

test('a file that the message names is read, and the answer describes its content', async () => {
  await using server = await demo();
  const asked = user('lis docs/plan.md s’il te plaît');
  const first = await ask(server.baseUrl, { messages: [asked] });
  const second = await ask(server.baseUrl, {
    messages: [asked, assistant(''), { role: 'tool', tool_call_id: 'c', content: '# Le plan\n\nTrois étapes.\n' }],
  });
  expect({ calls: first.calls.map(({ name, args }) => ({ name, args })), finish: first.finish, second: second.text }).toEqual({
    calls: [{ name: 'read', args: { path: 'docs/plan.md' } }],
    finish: 'tool_calls',
    second:
      '`docs/plan.md` compte **3 lignes** et **5 mots**. Son premier titre est « Le plan ». Il commence ainsi :\n\n> Trois étapes.\n\nCela vient bien de votre disque : changez le fichier et redemandez, ma réponse changera aussi.\n\n',
  });
});

test('the answer mentions a refused tool, and the demo does not call it again', async () => {
  await using server = await demo();
  const replies = await Promise.all(
    ['read notes.txt', 'edit', 'fail'].map(text =>
      ask(server.baseUrl, { messages: [user(text), assistant(''), { role: 'tool', tool_call_id: 'c', content: 'Denied by the person.' }] }),
    ),
  );
  expect(replies.map(({ calls, text }) => ({ calls, told: text.includes('Denied by the person.') }))).toEqual(
    replies.map(() => ({ calls: [], told: true })),
  );
});

test('without the tool that a scenario needs, it says so', async () => {
  await using server = await demo();
  const replies = await Promise.all(
    ['read a file', 'edit', 'fail'].map(text => ask(server.baseUrl, { messages: [user(text)], tools: [] })),
  );
  expect(replies.map(({ text }) => /no tool `(\w+)`/.exec(text)?.[1])).toEqual(['read', 'read', 'bash']);
});

test('the thinking model thinks when a level is set, and the other one says where thinking is', async () => {
  await using server = await demo();
  const messages = [user('think about it')];
  const [thinks, off, plain] = await Promise.all([
    ask(server.baseUrl, { messages, model: 'demo-thinking', reasoning_effort: 'low' }),
    ask(server.baseUrl, { messages, model: 'demo-thinking', reasoning_effort: 'none' }),
    ask(server.baseUrl, { messages, reasoning_effort: 'low' }),
  ]);
  expect([thinks, off, plain].map(({ thinking, text }) => [thinking.slice(0, 18), text.includes('demo-thinking')])).toEqual([
    ['I am asked to thin', false],
    ['', true],
    ['', true],
  ]);
});

test('a long answer is as long as asked for, and an outage has the status that was asked for', async () => {
  await using server = await demo();
  const long = await ask(server.baseUrl, { messages: [user('a long answer, 3000')] });
  const tokens = Number(long.usage?.completion_tokens);
  expect({ near: tokens > 3_000 && tokens < 3_400, ends: long.text.endsWith('answer.\n') }).toEqual({ near: true, ends: true });
  const out = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ messages: [user('outage 429')] }),
  });
  expect({ status: out.status, body: await out.json() }).toMatchObject({
    status: 429,
    body: { error: { message: expect.stringContaining('429') } },
  });
});

test('hidden requests of the app are answered without a label: a title, memories as JSON, a summary in its sections', async () => {
  await using server = await demo();
  const unseen = (content: string, system = '') =>
    ask(server.baseUrl, { tools: [], messages: [{ role: 'system', content: system }, user(content)] }).then(({ text }) => text);
  const title = await unseen(
    'Write a title of 3 to 7 words for this conversation.\n\n<conversation>\nuser: Replace the login form with a passkey\n</conversation>',
  );
  const talked = await unseen('Un titre de 3 à 7 mots, au plus 60 caractères.\n\nStocker la mémoire en JSON, est-ce prudent ?');
  const memories = await unseen(
    'Answer with JSON: what is worth a memory?\n\n<conversation>\nUser: I prefer tabs. What is the time?\n</conversation>',
  );
  const summary = await unseen(
    '<conversation>\n[User]: fix the bug\n\n[Assistant tool calls]: read(path="a.ts")\n</conversation>\n\nUse this EXACT format:\n\n## Goal',
    'You are a context summarization assistant.',
  );
  expect({ title, talked, memories: JSON.parse(memories), summary: summary.split('\n').slice(0, 8) }).toEqual({
    title: 'Replace the login form with a passkey',
    talked: 'Stocker la mémoire en JSON, est-ce prudent',
    memories: {
      memories: [
        {
          kind: 'preference',
          scope: 'global',
          topic: 'preference',
          title: 'I prefer tabs.',
          content: 'I prefer tabs.',
          tags: ['demo'],
          confidence: 0.8,
          importance: 0.5,
        },
      ],
    },
    summary: ['## Goal', 'fix the bug', '', '## Constraints & Preferences', '- (none)', '', '## Progress', '### Done'],
  });
});

test('C4: the demo listens on loopback only, and answers nobody without the address, from a page, or under another name', async () => {
  await using server = await demo();
  const { baseUrl } = server;
  const url = new URL(baseUrl);
  expect({
    host: url.hostname,
    token: /^\/[0-9a-f]{48}\/v1$/.test(url.pathname),
    told: await statusOf(`${baseUrl}/models`),
    guessed: await statusOf(`${url.origin}/v1/models`),
    wrong: await statusOf(`${url.origin}/${'0'.repeat(48)}/v1/models`),
    page: await statusOf(`${baseUrl}/models`, { Origin: 'https://example.org' }),
    rebound: await statusOf(`${baseUrl}/models`, { Host: `attacker.example:${url.port}` }),
    elsewhere: await statusOf(`${baseUrl}/completions`, {}, 'POST'),
    garbage: await statusOf(`${baseUrl}/chat/completions`, {}, 'POST', '{"messages": [1'),
    empty: await statusOf(`${baseUrl}/chat/completions`, {}, 'POST', '{"messages": [null]}'),
  }).toEqual({
    host: '127.0.0.1',
    token: true,
    told: 200,
    guessed: 404,
    wrong: 404,
    page: 404,
    rebound: 404,
    elsewhere: 404,
    garbage: 400,
    empty: 400,
  });
});

test('a closed connection ends its answer, and the server closes at once during an answer', async () => {
  const server = await demo({ ...brisk, tokensPerSecond: 50 });
  const body = JSON.stringify({ model: 'demo', stream: true, messages: [user('long')] });
  const stop = new AbortController();
  const [stopped, left] = await Promise.all([
    fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body, signal: stop.signal }),
    fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body }),
  ]);
  await stopped.body?.getReader().read();
  stop.abort();
  await server.close();
  await expect(left.text()).rejects.toThrow();
});

test('a request without streaming gets the same answer in one piece', async () => {
  await using server = await demo(immediate);
  const messages = [user('thanks')];
  const whole = await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify({ model: 'demo', messages }) });
  const streamed = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'demo', stream: true, messages }),
  });
  const { choices } = (await whole.json()) as { choices: { message: { content: string } }[] };
  expect(choices[0]?.message.content).toBe(parseAnswer(await streamed.text()).text);
});
