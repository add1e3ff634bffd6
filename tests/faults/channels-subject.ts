import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AgentEvent, Entry } from '@atelier/agent/contract';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import type { Bridge, Outbound } from '../../plugins/channels/contract/index.ts';
import { Channels } from '../../plugins/channels/main/channels.ts';
import { migrations } from '../../plugins/channels/main/migrations/index.ts';
import { firstPolicy } from '../../plugins/channels/main/store/settings.ts';

const from = '@test/post';
/** Three networks: two drop what is sent twice, one does not say whether anything arrived. */
const networks = ['mail', 'matrix', 'plain'] as const;
type Network = (typeof networks)[number];
const threads = 3;
const mostWaiting = 20;

const bridgeOf = (id: Network): Bridge => ({
  ...{ id, title: id, start: `${id}.start`, stop: `${id}.stop`, send: `${id}.send` },
  repeats: id !== 'plain',
});

const linesOf = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []);

/** Session files and networks are files, so that they outlive a kill. */
export function channelsIn(folder: string) {
  const log = keptLog();
  const db = openDatabase(join(folder, 'channels.sqlite'), migrations, { owner: '@test/channels', backups: join(folder, 'backups'), log });
  const sentFile = (network: Network) => join(folder, `sent-${network}.txt`);
  const sessionFile = (conversation: string) => join(folder, `session-${conversation}.jsonl`);
  const entries = (conversation: string) => linesOf(sessionFile(conversation)).map(line => JSON.parse(line) as Entry);
  let now = 1_800_000_000_000;
  const tell = (event: Partial<AgentEvent> & Pick<AgentEvent, 'kind' | 'conversation'>) =>
    channels.takeAgentEvent({ seq: 0, at: 0, ...event });
  const add = (conversation: string, entry: Entry) => {
    appendFileSync(sessionFile(conversation), `${JSON.stringify(entry)}\n`);
    tell({ kind: 'messageEnded', conversation, entry });
  };
  const turn = async (conversation: string) => {
    await setImmediate();
    const asked = entries(conversation).findLast(({ kind }) => kind === 'user')?.parts?.[0]?.text ?? '';
    const text = `Re: ${asked.split('\n').at(-1)}`;
    add(conversation, { id: crypto.randomUUID(), kind: 'assistant', at: 0, stopped: 'done', parts: [{ kind: 'text', text }] });
    await setImmediate();
    tell({ kind: 'turnEnded', conversation, ended: 'done' });
  };
  const channels = new Channels({
    db,
    // Waiting for the next try costs no time: every look at the clock is a second later. What ends something that hangs is as it is.
    clock: {
      now: () => (now += 1000),
      after(ms, call) {
        const timer = setTimeout(call, ms < 60_000 ? 0 : ms);
        return () => clearTimeout(timer);
      },
    },
    agent: {
      configure: async () => undefined,
      state: async () => ({ status: 'idle' }),
      stop: async () => undefined,
      resume: async (conversation: string) => void turn(conversation),
      transcript: async (conversation: string) => ({ entries: entries(conversation), total: 0, seq: 0 }),
      prompt: async (conversation: string, text: string) => {
        add(conversation, { id: crypto.randomUUID(), kind: 'user', at: 0, parts: [{ kind: 'text', text }] });
        void turn(conversation);
        return { taken: 'started' };
      },
    } as never,
    conversations: {
      create: async () => crypto.randomUUID(),
      describe: async () => undefined,
      setPrivate: async () => undefined,
    } as never,
    offered: { items: networks.map(id => ({ from, value: bridgeOf(id) })), watch: () => ({ dispose: () => undefined }) },
    command: async (command, args) => {
      const [network = '', what] = command.split('.');
      if (what !== 'send') return { state: 'connected' };
      const { text, key } = args as Outbound;
      await setImmediate();
      appendFileSync(sentFile(network as Network), `${key} ${text}\n`);
      await setImmediate();
      return { outcome: 'sent' };
    },
    welcome: async () => 'Welcome.',
    channelsChanged: () => undefined,
    messagesChanged: () => undefined,
    postChanged: () => undefined,
    warn: () => undefined,
    notice: () => undefined,
    asItself: run => run(),
  });
  for (const network of networks) {
    const channel = `${from}/${network}`;
    channels.people.add(channel, { user: 'ada', name: 'ada', addedAt: 0, paired: false });
    channels.settings.change(channel, { policy: { ...firstPolicy, perMinute: 600 } });
  }
  const takenFile = (network: Network) => join(folder, `taken-${network}.txt`);
  return {
    db,
    channels,
    entries,
    sent: (network: Network) => linesOf(sentFile(network)),
    taken: (network: Network) => linesOf(takenFile(network)).length,
    /** The network hands over a message, and forgets it once it was taken. */
    async receive(network: Network, number: number): Promise<void> {
      const thread = `t${number % threads}`;
      await channels.receive(from, network, { channelUser: 'ada', thread, text: `${thread} ${number}`, idempotencyKey: String(number) });
      if (number >= linesOf(takenFile(network)).length) appendFileSync(takenFile(network), `${number}\n`);
    },
    conversations: () => networks.flatMap(network => channels.threads.list(`${from}/${network}`).map(({ conversation }) => conversation)),
    /** Waits until everything is answered and sent, but what the person has to decide, which they do by looking at the network. */
    async settled(): Promise<void> {
      for (;;) {
        const open = channels.messages.openPlaces();
        if (open.length === 0) return;
        for (const { direction, channel, thread } of open) {
          const head = channels.messages.head(direction, { channel, thread });
          if (head?.state !== 'uncertain') continue;
          const isThere = linesOf(sentFile('plain')).some(line => line.startsWith(head.key));
          channels.settle(head.id, isThere ? 'arrived' : 'again');
        }
        await setImmediate();
      }
    },
  };
}

export async function answerForEver(folder: string, acknowledge: (count: number) => void): Promise<never> {
  const at = channelsIn(folder);
  at.channels.start();
  for (;;) {
    for (const network of networks) {
      const next = at.taken(network);
      // What it does not know to be taken it hands over again.
      for (const number of [Math.max(0, next - 1), next]) await at.receive(network, number);
    }
    acknowledge(networks.reduce((sum, network) => sum + at.taken(network), 0));
    while (networks.some(network => at.channels.messages.waitingIn(`${from}/${network}`) > mostWaiting)) await setImmediate();
    if (networks.some(() => at.channels.messages.openPlaces().some(({ direction }) => direction === 'out'))) await setImmediate();
  }
}

/** After a kill every message that was taken is answered once, and the answers of a thread are in its order. */
export async function verifyAnswered(folder: string, acknowledged = 0): Promise<string[]> {
  const wrong: string[] = [];
  const at = channelsIn(folder);
  try {
    if (at.db.recovered) wrong.push(`it had to be recovered: ${at.db.recovered.reason}`);
    at.channels.start();
    await at.settled();
    const taken = networks.reduce((sum, network) => sum + at.taken(network), 0);
    if (taken < acknowledged) wrong.push(`${acknowledged} were acknowledged, ${taken} were taken`);
    for (const network of networks) {
      const lines = at.sent(network);
      // The network shows a key once where it knows keys.
      const arrived =
        network === 'plain'
          ? lines
          : lines.filter((line, index) => lines.findIndex(one => one.slice(0, 36) === line.slice(0, 36)) === index);
      const texts = arrived.map(line => line.slice(37));
      if (new Set(texts).size !== texts.length) wrong.push(`${network}: something was answered twice`);
      for (let number = 0; number < at.taken(network); number += 1)
        if (!texts.includes(`Re: t${number % threads} ${number}`)) wrong.push(`${network}: ${number} has no answer`);
      for (let thread = 0; thread < threads; thread += 1) {
        const order = texts.filter(text => text.startsWith(`Re: t${thread} `)).map(text => Number(text.split(' ').at(-1)));
        if (order.some((number, index) => index > 0 && number < (order[index - 1] ?? 0)))
          wrong.push(`${network}: thread ${thread} is out of order: ${order}`);
      }
    }
    for (const conversation of at.conversations()) {
      const asked = at.entries(conversation).filter(({ kind }) => kind === 'user');
      if (new Set(asked.map(({ parts }) => parts?.[0]?.text)).size !== asked.length) wrong.push('something was asked twice');
    }
  } finally {
    at.channels.end();
    at.db.close();
  }
  return wrong;
}
