import { readFileSync } from 'node:fs';
import { type RunningEngine, startEngine } from '../support/agent-engine.ts';
import type { Bench } from './bench.ts';
import { alternating, median } from './measure.ts';
import { firstByHand, rateByHand, startTokenServer } from './token-stream.ts';

const rounds = 15;
const burst = 20_000;
const idle = 50;
const streaming = 20;

/** The engine's process up to the receiving end of its channel, against the same stream read by hand. */
export default {
  name: 'agent',
  async run() {
    using server = await startTokenServer();
    const { url } = server;
    await using engine = await startEngine({ providers: { local: url } });
    const began = performance.now();
    await engine.open('c1');
    const load = performance.now() - began;
    const first = await alternating(rounds, { 'by hand': () => firstByHand(url), engine: () => firstByEngine(engine, 'c1') });
    const bursts = { rate: [] as number[], byHand: [] as number[], cpu: [] as number[], messages: [] as number[] };
    for (let round = -1; round < 5; round += 1) {
      const [took, byHand] = [await burstOf(engine, 'c1'), await rateByHand(url, burst)];
      if (round < 0) continue;
      bursts.rate.push(took.rate);
      bursts.cpu.push(took.cpu);
      bursts.messages.push(took.messages);
      bursts.byHand.push(byHand);
    }
    const memory = await memoryOf(url);
    const lag = await lagWhileStreaming(url);
    return [
      { what: 'engine loaded and a conversation open', value: load, unit: 'ms' },
      { what: 'first token, read by hand', value: first.time('by hand'), unit: 'ms' },
      { what: 'first token, through the engine, more', value: first.time('engine') - first.time('by hand'), unit: 'ms', limit: 8 },
      { what: 'tokens, read by hand', value: median(bursts.byHand), unit: '1/s' },
      { what: 'tokens, through the engine', value: median(bursts.rate), unit: '1/s', ok: median(bursts.rate) >= 30_000 },
      { what: 'processor, engine and receiver', value: median(bursts.cpu), unit: 'us a token', limit: 40 },
      { what: `messages for ${burst} tokens`, value: median(bursts.messages), unit: '' },
      { what: 'memory, one conversation', value: memory.one, unit: 'MB' },
      { what: `memory, ${idle} idle conversations`, value: memory.all, unit: 'MB', limit: 200 },
      { what: 'memory, each further conversation', value: (memory.all - memory.one) / (idle - 1), unit: 'MB', limit: 1.5 },
      { what: `receiver’s delay while ${streaming} stream, p99`, value: lag.own, unit: 'ms', limit: 50 },
      { what: `engine’s answer while ${streaming} stream, p99`, value: lag.engine, unit: 'ms' },
    ];
  },
} satisfies Bench;

async function firstByEngine(engine: RunningEngine, conversation: string): Promise<number> {
  const began = performance.now();
  const first = engine.next(event => event.kind === 'text' && event.conversation === conversation).then(() => performance.now() - began);
  await engine.call('prompt', { conversation, text: 'say 1 ', images: [] });
  const took = await first;
  await engine.next(event => event.kind === 'settled');
  return took;
}

/** Counts words at the receiving end, because deltas come joined. */
async function burstOf(engine: RunningEngine, conversation: string): Promise<{ rate: number; cpu: number; messages: number }> {
  const from = engine.batches.length;
  const before = processorOf(engine) + ownProcessor();
  const first = engine.next(event => event.kind === 'messageStarted' && event.role === 'assistant');
  await engine.call('prompt', { conversation, text: `say ${burst} `, images: [] });
  await first;
  const began = performance.now();
  await engine.next(event => event.kind === 'settled');
  const took = performance.now() - began;
  const cpu = processorOf(engine) + ownProcessor() - before;
  const events = engine.batches.slice(from).flat();
  const words = events.reduce((sum, event) => sum + (event.kind === 'text' ? event.delta.split(' ').length - 1 : 0), 0);
  return { rate: (words / took) * 1000, cpu: (cpu * 1000) / words, messages: engine.batches.length - from };
}

async function memoryOf(url: string): Promise<{ one: number; all: number }> {
  await using engine = await startEngine({ providers: { local: url } });
  let one = 0;
  for (let n = 0; n < idle; n += 1) {
    await engine.open(`c${n}`);
    await engine.turn(`c${n}`, 'say 20 ');
    if (n === 0) one = memoryNow(engine);
  }
  return { one, all: memoryNow(engine) };
}

async function lagWhileStreaming(url: string): Promise<{ own: number; engine: number }> {
  await using engine = await startEngine({ providers: { local: url } });
  for (let n = 0; n < streaming; n += 1) {
    await engine.open(`c${n}`);
    await engine.call('prompt', { conversation: `c${n}`, text: 'say 400 at 10', images: [] });
  }
  const own: number[] = [];
  const theirs: number[] = [];
  while (!engine.events.some(({ kind }) => kind === 'settled')) {
    const due = performance.now() + 2;
    await new Promise(resolve => setTimeout(resolve, 2));
    own.push(performance.now() - due);
    const asked = performance.now();
    await engine.call('setSections', { conversation: 'c0', sections: [] });
    theirs.push(performance.now() - asked);
  }
  return { own: percentile(own, 0.99), engine: percentile(theirs, 0.99) };
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}

/** In milliseconds, from the system's clock ticks. */
function processorOf({ child }: RunningEngine): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function ownProcessor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function memoryNow({ child }: RunningEngine): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
}
