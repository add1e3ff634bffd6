import { appendFileSync, copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemOf, type TestKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import type { AgentChannel, AgentEvent, Queued } from '../contract/index.ts';
import {
  agentOf,
  conversation,
  held,
  inTheMiddle,
  type RunningTurn,
  saidIn,
  signalEngines,
  startedIn,
  untilIdle,
} from './running-turn.fixture.ts';

// A message into the running turn is in the queue, which is on disk, until the session file has it: whatever ends, it is neither lost
// nor there twice.

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==';
const picture = { mimeType: 'image/png' as const, data: png };

const codeOf = async (work: Promise<unknown>) => ((await problemOf(work)) as readonly string[] | undefined)?.[0];

/** What waits, in order: its text, what it waits for, its pictures. */
async function queueOf(kernel: TestKernel) {
  return shown(await agentOf(kernel).call('listQueue', { conversation }));
}

const shown = (queue: readonly Queued[]) =>
  queue.map(({ text, waits, handed, images }) => [text, handed ?? (waits ? 'the person' : 'its turn'), images] as const);
const queuesIn = (events: readonly AgentEvent[]) => events.flatMap(({ queue }) => (queue === undefined ? [] : [shown(queue)]));

test.each(['steer', 'followUp'] as const)(
  'D21: a message that is sent by %s is shown as waiting until the session file has it, once and with its picture',
  async how => {
    const first = held();
    const { kernel, heard, server } = await inTheMiddle(first.turn, { text: 'Seen.' });
    const agent = agentOf(kernel);
    const sent = await agent.call('prompt', { conversation, text: 'and this', images: [picture], how });
    const meanwhile = await queueOf(kernel);
    const refused = await Promise.all([
      codeOf(agent.call('changeQueued', { conversation, queued: sent.queued ?? '', text: 'other' })),
      codeOf(agent.call('changeQueued', { conversation, queued: sent.queued ?? '', remove: true })),
      codeOf(agent.call('changeQueued', { conversation, queued: sent.queued ?? '', steer: true })),
    ]);
    first.letGo();
    await heard.ended();
    expect({
      sent,
      meanwhile,
      refused,
      after: await queueOf(kernel),
      queues: queuesIn(heard.events),
      said: await saidIn(kernel),
      // The id is Atelier's own business.
      told: JSON.stringify(server.requests.map(({ body }) => body)).includes(sent.queued ?? '?'),
      shown: JSON.stringify(heard.events.filter(({ kind }) => kind !== 'queueChanged')).includes(sent.queued ?? '?'),
    }).toEqual({
      sent: { taken: 'steered', queued: expect.any(String) },
      meanwhile: [['and this', how, 1]],
      refused: Array(3).fill('agent/queued-handed'),
      after: [],
      queues: [[['and this', how, 1]], []],
      said: ['begin', 'and this image'],
      told: false,
      shown: false,
    });
  },
);

test('D21: Stop brings back what the turn has not read, in order and before what was queued, and nothing of it is lost or sent twice', async () => {
  const { kernel, heard, server } = await inTheMiddle(held().turn);
  const agent = agentOf(kernel);
  await agent.call('prompt', { conversation, text: 'queued' });
  await agent.call('prompt', { conversation, text: 'steered', images: [picture], how: 'steer' });
  await agent.call('prompt', { conversation, text: 'follows', how: 'followUp' });
  const before = await queueOf(kernel);
  await agent.call('stop', { conversation });
  const stopped = await heard.ended();
  const waiting = await queueOf(kernel);
  const idle = heard.events.findLastIndex(({ status }) => status === 'idle');
  const shownWhenIdle = queuesIn(heard.events.slice(0, idle)).at(-1);
  server.script({ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' });
  await agent.call('drainQueue', { conversation });
  await expect.poll(() => saidIn(kernel)).toHaveLength(4);
  await untilIdle(kernel);
  // Nobody is told that the turn is over while messages still stand as handed to it.
  expect(shownWhenIdle).toEqual(waiting);
  expect({ before, stopped: stopped.ended, waiting, said: await saidIn(kernel), after: await queueOf(kernel) }).toEqual({
    before: [
      ['steered', 'steer', 1],
      ['follows', 'followUp', 0],
      ['queued', 'its turn', 0],
    ],
    stopped: 'stopped',
    waiting: [
      ['steered', 'the person', 1],
      ['follows', 'the person', 0],
      ['queued', 'the person', 0],
    ],
    said: ['begin', 'steered image', 'follows', 'queued'],
    after: [],
  });
});

test('D21: a queued message that is steered by two windows at once is sent once, and the second is told', async () => {
  const first = held();
  const { kernel, heard } = await inTheMiddle(first.turn, { text: 'Seen.' });
  const [one, two] = [agentOf(kernel), agentOf(kernel)];
  const { queued = '' } = await one.call('prompt', { conversation, text: 'twice' });
  const taken = await Promise.all([one, two].map(agent => codeOf(agent.call('changeQueued', { conversation, queued, steer: true }))));
  const meanwhile = await queueOf(kernel);
  first.letGo();
  await heard.ended();
  expect({ taken, meanwhile, said: await saidIn(kernel), after: await queueOf(kernel) }).toEqual({
    taken: [undefined, 'agent/queued-handed'],
    meanwhile: [['twice', 'steer', 0]],
    said: ['begin', 'twice'],
    after: [],
  });
});

test('D21: kill -9 of the engine: what it had not written waits for the person, what it had is in the file alone', async () => {
  const first = held();
  const { kernel, heard, server } = await inTheMiddle(first.turn, held().turn);
  const agent = agentOf(kernel);
  await agent.call('prompt', { conversation, text: 'read', how: 'steer' });
  first.letGo();
  await expect.poll(() => saidIn(kernel)).toHaveLength(2);
  await agent.call('prompt', { conversation, text: 'unread', how: 'steer' });
  await agent.call('prompt', { conversation, text: 'unread too', how: 'followUp' });
  signalEngines('SIGKILL');
  const cut = await heard.ended();
  const waiting = await queueOf(kernel);
  server.script({ text: 'One.' }, { text: 'Two.' });
  await agent.call('drainQueue', { conversation });
  await expect.poll(() => saidIn(kernel)).toHaveLength(4);
  await untilIdle(kernel);
  expect({ cut: cut.ended, waiting, said: await saidIn(kernel), after: await queueOf(kernel) }).toEqual({
    cut: 'cut',
    waiting: [
      ['unread', 'the person', 0],
      ['unread too', 'the person', 0],
    ],
    said: ['begin', 'read', 'unread', 'unread too'],
    after: [],
  });
});

test('D21: an ordinary quit keeps it, and the next start knows from the session file alone which messages were read', async () => {
  const { kernel, profile } = await inTheMiddle(held().turn);
  const agent = agentOf(kernel);
  const sent: string[] = [];
  for (const text of ['unread', 'read at the last moment'])
    sent.push((await agent.call('prompt', { conversation, text, images: [picture], how: 'steer' })).queued ?? '');
  const left = await agent.call('prompt', { conversation, text: 'queued' });
  const sessionFile = fileOf(kernel);
  await kernel.close();
  // As if the engine had written it, and the main side had not heard of it any more.
  const torn = `{"type":"message","id":"torn","message":{"atelier":{"queued":"${sent[0]}"`;
  appendFileSync(sessionFile, lineOf('late', null, 'read at the last moment', sent[1] ?? '') + torn);
  const again = await startedIn(profile);
  const queue = () => queueOf(again.kernel);
  await expect.poll(queue).toEqual([
    ['unread', 'the person', 1],
    ['queued', 'the person', 0],
  ]);
  expect(left.taken).toBe('queued');
});

function fileOf(kernel: TestKernel): string {
  const folder = join(kernel.host.paths.userData, '.agent', 'agent', 'sessions');
  return join(folder, readdirSync(folder)[0] ?? '');
}

test('D21: an engine that is killed right after it has written a message, and before it could say so, leaves it in the file alone', async () => {
  const { kernel, heard } = await inTheMiddle(held().turn);
  const { queued } = await agentOf(kernel).call('prompt', { conversation, text: 'written', how: 'steer' });
  signalEngines('SIGSTOP');
  const sessionFile = fileOf(kernel);
  const last = JSON.parse(readFileSync(sessionFile, 'utf8').trimEnd().split('\n').at(-1) ?? '') as { readonly id: string };
  appendFileSync(sessionFile, lineOf('late', last.id, 'written', queued ?? ''));
  signalEngines('SIGKILL');
  await heard.ended();
  expect({ queue: await queueOf(kernel), said: await saidIn(kernel) }).toEqual({ queue: [], said: ['begin', 'written'] });
});

/** The line of a queued message, as the engine writes it. */
function lineOf(id: string, parentId: string | null, text: string, queued: string): string {
  const message = { role: 'user', content: [{ type: 'text', text }], timestamp: 1, atelier: { queued } };
  return `${JSON.stringify({ type: 'message', id, parentId, timestamp: new Date(1).toISOString(), message })}\n`;
}

type Agent = ReturnType<typeof agentOf>;
type How = NonNullable<NonNullable<(typeof AgentChannel)['shape']>['calls']['prompt']['params']['how']>;

/** Every way that a message takes while a turn runs; another one does not compile without its row. */
const ways: Readonly<Record<How | 'sentNow', (agent: Agent, text: string) => Promise<unknown>>> = {
  queue: (agent, text) => agent.call('prompt', { conversation, text, how: 'queue' }),
  steer: (agent, text) => agent.call('prompt', { conversation, text, how: 'steer' }),
  followUp: (agent, text) => agent.call('prompt', { conversation, text, how: 'followUp' }),
  async sentNow(agent, text) {
    const { queued = '' } = await agent.call('prompt', { conversation, text });
    await agent.call('changeQueued', { conversation, queued, steer: true });
  },
};

/** Every end that a turn may come to; each answers the kernel that is asked afterwards. */
const ends: Readonly<Record<string, (turn: RunningTurn) => Promise<TestKernel>>> = {
  async Stop({ kernel, heard }) {
    await agentOf(kernel).call('stop', { conversation });
    await heard.ended();
    return kernel;
  },
  async 'a change of the access mode'({ kernel, heard }) {
    await agentOf(kernel).call('setAccessMode', { conversation, mode: 'open' });
    await heard.ended();
    return kernel;
  },
  async 'a failure of the model'({ kernel, heard, server }) {
    // What is steered is read before the next request, which fails.
    server.script({ status: 401 }, { status: 401 });
    await heard.ended();
    return kernel;
  },
  async 'kill -9 of the engine'({ kernel, heard }) {
    signalEngines('SIGKILL');
    await heard.ended();
    return kernel;
  },
  async 'a quit'({ kernel, profile }) {
    await kernel.close();
    return (await startedIn(profile)).kernel;
  },
};

test.each(Object.keys(ends))('D21: whatever way a message takes while a turn runs, it is there once after %s', async end => {
  const first = held();
  const turn = await inTheMiddle(first.turn);
  const texts = Object.keys(ways) as (keyof typeof ways)[];
  for (const text of texts) await ways[text](agentOf(turn.kernel), text);
  if (end === 'a failure of the model') first.letGo();
  const kernel = await ends[end]!(turn);
  await expect.poll(async () => (await queueOf(kernel)).every(([, waits]) => waits === 'the person')).toBe(true);
  const there = [...(await saidIn(kernel)), ...(await queueOf(kernel)).map(([text]) => text)];
  expect(there.toSorted()).toEqual(['begin', ...texts].toSorted());
});

test('a message that comes when the turn has just ended begins the next one', async () => {
  const rounds = 12;
  const first = held('');
  const { kernel, heard, server } = await inTheMiddle(first.turn);
  const agent = agentOf(kernel);
  const taken = new Set<string>();
  let gate = first;
  for (let round = 0; round < rounds; round += 1) {
    heard.again();
    const next = held('');
    server.script(next.turn);
    // The turn ends while the message is on its way, now before and now after it.
    const text = `round ${round}`;
    const send = () => agent.call('prompt', { conversation, text, how: round % 3 === 0 ? 'followUp' : 'steer' });
    let sending: ReturnType<typeof send>;
    if (round % 2 === 0) {
      sending = send();
      gate.letGo();
    } else {
      gate.letGo();
      if (round % 4 === 1) await expect.poll(() => heard.events.at(-1)?.kind).not.toBe('text');
      sending = send();
    }
    taken.add((await sending).taken);
    await expect.poll(() => saidIn(kernel)).toHaveLength(round + 2);
    await expect.poll(() => server.left).toBe(0);
    gate = next;
  }
  gate.letGo();
  await untilIdle(kernel);
  expect({ said: await saidIn(kernel), left: await queueOf(kernel) }).toEqual({
    said: ['begin', ...Array.from({ length: rounds }, (_, round) => `round ${round}`)],
    left: [],
  });
});

test('D21: a queued message that was sent since does not wait again when the database comes back from a backup', async () => {
  const first = held();
  const { kernel, profile, heard } = await inTheMiddle(first.turn, { text: 'Seen.' });
  for (const text of ['and this', 'never sent']) await agentOf(kernel).call('prompt', { conversation, text, how: 'queue' });
  await agentOf(kernel).call('stop', { conversation });
  await heard.ended();
  await kernel.close();
  const file = join(profile, 'user-data', 'data', 'atelier--agent.sqlite');
  const backup = join(profile, 'older.sqlite');
  copyFileSync(file, backup);

  const { kernel: second, heard: again } = await startedIn(profile);
  const [sent] = await agentOf(second).call('listQueue', { conversation });
  await agentOf(second).call('changeQueued', { conversation, queued: sent?.id ?? '', steer: true });
  await again.ended();
  await second.close();
  copyFileSync(backup, file);

  const { kernel: third } = await startedIn(profile);
  await expect.poll(() => queueOf(third)).toEqual([['never sent', 'the person', 0]]);
  expect(await saidIn(third)).toEqual(['begin', 'and this']);
});
