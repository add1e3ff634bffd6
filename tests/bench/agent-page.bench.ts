import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type App, openApp } from '../e2e/app.ts';
import { connected } from '../e2e/screen.ts';
import type { Bench } from './bench.ts';
import { alternating, median } from './measure.ts';
import { firstByHand, rateByHand, startTokenServer } from './token-stream.ts';

const rounds = 15;
const burst = 20_000;

/** The whole way: provider, engine, kernel, socket, a page in Chromium that counts words; against the same stream read by hand. */
export default {
  name: 'agent-page',
  async run() {
    using server = await startTokenServer();
    await using app = await openApp({ locale: 'en-GB' });
    await connected(app.page);
    await speak(app.page);
    const models = [{ id: 'm1', contextWindow: 1_000_000, maxTokens: 100_000 }];
    await ask(app.page, 'providers:save', { id: 'bench', baseUrl: server.url, api: 'openai-completions', key: 'sk-bench', models });
    await ask(app.page, 'providers:setDefault', { model: 'bench/m1' });
    // The first turn loads the engine.
    await turn(app.page, 'say 1 ');
    const first = await alternating(rounds, {
      'by hand': () => firstByHand(server.url),
      page: async () => (await turn(app.page, 'say 1 ')).first,
    });
    const bursts = { rate: [] as number[], byHand: [] as number[], cpu: [] as number[], messages: [] as number[] };
    for (let round = -1; round < 5; round += 1) {
      const before = processorOf(app);
      const took = await turn(app.page, `say ${burst} `);
      const cpu = processorOf(app) - before;
      const byHand = await rateByHand(server.url, burst);
      if (round < 0) continue;
      bursts.rate.push((took.words / took.stream) * 1000);
      bursts.cpu.push((cpu * 1000) / took.words);
      bursts.messages.push(took.messages);
      bursts.byHand.push(byHand);
    }
    return [
      { what: 'first token, read by hand', value: first.time('by hand'), unit: 'ms' },
      { what: 'first token in the page, more', value: first.time('page') - first.time('by hand'), unit: 'ms', limit: 8 },
      { what: 'tokens, read by hand', value: median(bursts.byHand), unit: '1/s' },
      { what: 'tokens, to the page', value: median(bursts.rate), unit: '1/s', ok: median(bursts.rate) >= 30_000 },
      { what: 'processor, engine and kernel', value: median(bursts.cpu), unit: 'us a token', limit: 40 },
      { what: `messages to the page for ${burst} tokens`, value: median(bursts.messages), unit: '' },
    ];
  },
} satisfies Bench;

interface Turn {
  readonly first: number;
  readonly stream: number;
  readonly words: number;
  readonly messages: number;
}

/** What the page is given to talk with: a socket of its own, next to the window's, that reads frames and draws nothing. */
interface Spoken {
  ask(to: string, body: object): Promise<unknown>;
  turn(text: string): Promise<Turn>;
}

async function speak(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const socket = new WebSocket(`ws://${location.host}/__host/link`);
    await new Promise(resolve => socket.addEventListener('open', resolve, { once: true }));
    const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
    let hear: (event: { kind: string; delta?: string; role?: string }) => void = () => undefined;
    let messages = 0;
    let count = 0;
    type Frame = { id: number; kind: string; to: string; body: never };
    const take = (frame: Frame) => {
      if (frame.kind === 'answer') {
        const { ok, value, error } = frame.body as { ok: boolean; value: unknown; error: unknown };
        const settle = waiting.get(frame.id);
        if (ok) settle?.resolve(value);
        else settle?.reject(new Error(JSON.stringify(error)));
      } else if (frame.kind === 'event') hear(frame.body);
      else if (frame.kind === 'events') for (const body of frame.body as never[]) hear(body);
    };
    socket.addEventListener('message', ({ data }) => {
      messages += 1;
      const frames = JSON.parse(String(data)) as Frame | Frame[];
      for (const frame of Array.isArray(frames) ? frames : [frames]) take(frame);
    });
    const ask = (to: string, body: object) =>
      new Promise<unknown>((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        socket.send(JSON.stringify({ v: 1, id: count, kind: 'call', to, body }));
      });
    await ask('kernel:subscribe', { channel: 'agent' });
    const turn = (text: string) =>
      new Promise<Turn>((resolve, reject) => {
        const began = performance.now();
        let [first, started, words] = [0, 0, 0];
        messages = 0;
        hear = event => {
          if (event.kind === 'messageStarted' && event.role === 'assistant') started = performance.now();
          if (event.kind === 'text') {
            if (words === 0) first = performance.now() - began;
            words += (event.delta ?? '').split(' ').length - 1;
          }
          if (event.kind === 'failed') reject(new Error(JSON.stringify(event)));
          if (event.kind === 'turnEnded') resolve({ first, stream: performance.now() - started, words, messages });
        };
        void ask('agent:prompt', { conversation: 'bench', text }).catch(reject);
      });
    Object.assign(globalThis, { spoken: { ask, turn } satisfies Spoken });
  });
}

const ask = (page: Page, to: string, body: object) =>
  page.evaluate(([wanted, params]) => (globalThis as unknown as { spoken: Spoken }).spoken.ask(wanted, params), [to, body] as const);

const turn = (page: Page, text: string) => page.evaluate(said => (globalThis as unknown as { spoken: Spoken }).spoken.turn(said), text);

/** In milliseconds, from the system's clock ticks: the program and everything that it has started. */
function processorOf({ pid }: App): number {
  return [pid, ...descendants(pid)].reduce((sum, one) => sum + ticks(one) * 10, 0);
}

function ticks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function descendants(pid: number): readonly number[] {
  const own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  return own.flatMap(child => [child, ...descendants(child)]);
}
