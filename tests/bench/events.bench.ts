import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { Link } from '../../kernel/host/host.ts';
import { Outbox, systemAfter } from '../../kernel/main/links/outbox.ts';
import type { Bench, Row } from './bench.ts';
import { openWire, type Result, type Sender, type Wire } from './events-wire.ts';
import { alternating, median } from './measure.ts';

const count = 50_000;
const rounds = 5;
const pings = 60;
const deltas = 5000;
const bodyBytes = 190;
const policy = { merge: { by: ['part'], append: 'text' }, urgent: { type: ['end'] } };
const to = 'bench:event';

/** 50,000 events from Node into a real page: one frame a message, raw batches of 64, and the outbox with the page's link. */
export default {
  name: 'events',
  async run() {
    await using wire = await openWire();
    return [...(await throughput(wire)), ...(await latency(wire)), ...(await textDeltas(wire))];
  },
} satisfies Bench;

async function throughput(wire: Wire): Promise<readonly Row[]> {
  const seen: Result[] = [];
  const round = (mode: 'raw' | 'link', send: Sender) => async () => {
    const result = await wire.run(mode, send);
    if (mode === 'link') seen.push(result);
    return result.ms;
  };
  const times = await alternating(rounds, {
    unbatched: round('link', unbatched),
    raw: round('raw', rawBatches),
    ours: round('link', throughOutbox),
  });
  const row = (what: string, name: 'unbatched' | 'raw' | 'ours') => ({ what, value: times.time(name), unit: 'ms' });
  const bytes = JSON.stringify(plainEvent(1)).length;
  return [
    { what: 'body of one event', value: bytes, unit: 'bytes', ok: bytes === bodyBytes },
    { ...row('50,000 events, one frame a message', 'unbatched'), ratio: 1 },
    { ...row('50,000 events, raw batches of 64', 'raw'), ratio: times.ratio('raw', 'unbatched') },
    { ...row('ours, of one frame a message', 'ours'), ratio: times.ratio('ours', 'unbatched'), limit: 0.1 },
    { ...row('ours, of raw batches of 64', 'ours'), ratio: times.ratio('ours', 'raw'), limit: 1.3 },
    {
      what: 'rounds in which none was lost and all came in order',
      value: seen.filter(isWhole).length,
      unit: `of ${seen.length}`,
      ok: seen.every(isWhole),
    },
  ];
}

/** What the outbox adds to the way there and back of one event, alone and right behind another. */
async function latency(wire: Wire): Promise<readonly Row[]> {
  const took = async (mode: 'raw' | 'link', isBehind: boolean): Promise<number> => {
    const times: number[] = [];
    await wire.run(mode, async (link, pong) => {
      const outbox = new Outbox(link, { after: systemAfter });
      const emit = (body: object) => (mode === 'raw' ? link.send([frameOf(body)]) : outbox.event(to, body, policy));
      for (let n = 0; n < pings; n += 1) {
        // Longer than the outbox holds anything, so that each event meets it at rest.
        await pause(20);
        if (isBehind) emit({ type: 'tool', text: '' });
        const began = performance.now();
        const answered = pong();
        emit({ type: 'ping', text: '' });
        await answered;
        times.push(performance.now() - began);
      }
      emit({ type: 'end', text: '' });
    });
    return median(times);
  };
  const raw = await took('raw', false);
  return [
    { what: 'an event alone: added latency', value: Math.max(0, (await took('link', false)) - raw), unit: 'ms', limit: 8 },
    { what: 'an event right behind another: added latency', value: Math.max(0, (await took('link', true)) - raw), unit: 'ms', limit: 8 },
  ];
}

async function textDeltas(wire: Wire): Promise<readonly Row[]> {
  // As fast as a runtime's own output comes through a pipe: a handful at a time.
  const rush = await sendDeltas(wire, n => (n % 8 === 7 ? turn() : undefined));
  // At a steady 1,000 a second a batch of 8 ms holds eight, so 320 messages could only be had for twice the latency.
  let began = 0;
  const steady = await sendDeltas(wire, n => {
    if (n === 0) began = performance.now();
    const early = began + n - performance.now();
    return early > 0 ? pause(early) : undefined;
  });
  const letters = { what: 'letters of them that arrived', unit: 'of 25000' };
  return [
    { what: '5,000 text deltas of one part', value: rush.messages, unit: 'messages', limit: 320 },
    { ...letters, value: rush.seen.letters, ok: rush.seen.letters === 5 * deltas },
    { what: '5,000 text deltas at 1,000 a second', value: steady.messages, unit: 'messages' },
    { ...letters, value: steady.seen.letters, ok: steady.seen.letters === 5 * deltas },
  ];
}

function sendDeltas(wire: Wire, pace: (n: number) => Promise<unknown> | undefined): Promise<Result> {
  return wire.run('link', async link => {
    const outbox = new Outbox(link, { after: systemAfter });
    for (let n = 0; n < deltas; n += 1) {
      await pace(n);
      outbox.event(to, { type: 'delta', conversation: 'c0a8f7d2-1b', part: 3, text: 'word ' }, policy);
    }
    outbox.event(to, { type: 'end', text: '' }, policy);
  });
}

async function unbatched(link: Link): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    link.send([frameOf(plainEvent(n))]);
    if (n % 256 === 255) await turn();
  }
}

async function rawBatches(link: Link): Promise<void> {
  for (let n = 0; n < count; n += 64) {
    link.send(Array.from({ length: Math.min(64, count - n) }, (_, at) => frameOf(plainEvent(n + at))));
    if (n % 256 === 192) await turn();
  }
}

async function throughOutbox(link: Link): Promise<void> {
  const outbox = new Outbox(link, { after: systemAfter });
  for (let n = 0; n < count; n += 1) {
    outbox.event(to, plainEvent(n), policy);
    if (n % 256 === 255) await turn();
  }
}

function isWhole({ seen }: Result): boolean {
  return seen.events === count && seen.inOrder;
}

function plainEvent(n: number) {
  return {
    type: n === count - 1 ? 'end' : 'tool',
    conversation: 'c0a8f7d2-1b',
    turn: 17,
    at: n,
    tool: 'read',
    text: `kernel/main/file-${n}.ts: 120 lines read, 4 kB, no change since the last look, `.padEnd(106, '.').slice(0, 106 - `${n}`.length),
  };
}

function frameOf(body: object): object {
  return { v: 1, id: 0, kind: 'event', to, body };
}
