import { setImmediate as turn } from 'node:timers/promises';
import type { Draft, EventFields } from '../../plugins/automation/contract/index.ts';
import { day, drafted, hour, opened, TurnedClock } from '../../plugins/automation/main/automation.fixture.ts';
import { mayHold } from '../../plugins/automation/main/events/conditions.ts';
import { systemClock } from '../../plugins/automation/main/time/clock.ts';
import type { Bench, Row } from './bench.ts';
import { alternating, median } from './measure.ts';

const rules = 1000;
const perSecond = 10_000;
const rounds = 5;
/** Holding each rule against each event is slow, so it is done for a part of them. */
const part = 10;
const words = ['failed', 'deployed', 'merged', 'released', 'broke', 'reviewed', 'opened', 'closed', 'moved', 'signed'];
const most = { core: 1000, startMs: 1000, anHour: 3.6 };

/** A thousand rules against ten thousand events in a second, against holding each rule against each event; and the thousand at rest. */
export default {
  name: 'automation',
  async run() {
    return [...(await events()), ...(await everyone()), ...(await times()), ...(await atRest()), ...(await inTime())];
  },
} satisfies Bench;

/** As many of each kind of condition as people write: a word, a project, a form, a title. */
function conditionsOf(rule: number): Draft['conditions'] {
  const name = `${words[rule % words.length]} job-${rule}`;
  if (rule % 4 === 0) return [[{ field: 'text', how: 'contains', value: name }]];
  if (rule % 4 === 1) return [[{ field: 'project', how: 'equals', value: `project-${rule}` }]];
  if (rule % 4 === 2) return [[{ field: 'text', how: 'matches', value: `*${name}*` }]];
  return [
    [
      { field: 'title', how: 'equals', value: `Conversation ${rule}` },
      { field: 'text', how: 'contains', value: 'job' },
    ],
  ];
}

/** One in a hundred meets a rule. */
function eventOf(number: number): EventFields {
  const job = number % 100 === 0 ? (number / 25) % rules : rules + number;
  return {
    conversation: `c${number % 50}`,
    title: `Conversation ${rules + (number % 50)}`,
    project: `project-${rules + (number % 20)}`,
    text: `The pipeline of the branch has ended: ${words[job % words.length]} job-${job}. It took ${number % 90} seconds, and 12 files are new.`,
  };
}

async function events(): Promise<Row[]> {
  using at = opened(Date.now());
  const saved = await cost(() => {
    for (let rule = 0; rule < rules; rule += 1)
      at.add({ trigger: { kind: 'event', event: 'turnEnded' }, conditions: conditionsOf(rule) ?? [] });
  });
  const given = Array.from({ length: perSecond }, (_, number) => eventOf(number));
  const drafts = [...at.automation.rules.all()].flatMap(({ draft }) => (draft === undefined ? [] : [draft]));
  let held = 0;
  const second = async () => {
    // A second begins.
    at.clock.jump(1000);
    for (const [number, fields] of given.entries()) {
      at.fire({ ...fields });
      if (number % 100 === 99) await turn();
    }
    at.automation.events.flush();
  };
  const each = () => {
    for (const fields of given.slice(0, perSecond / part)) for (const draft of drafts) if (mayHold(draft, fields)) held += 1;
  };
  const times = await alternating(rounds, { each: async () => (await cost(each)) * part, ours: () => cost(second) });
  const sums = at.receipts().filter(({ status, reason }) => status === 'ran' || reason !== 'rate');
  return [
    { what: '10,000 events, each rule held against each', value: times.time('each'), unit: 'ms', ratio: 1 },
    { what: '10,000 events and 1,000 rules', value: times.time('ours'), unit: 'ms', ratio: times.ratio('ours', 'each'), limit: 0.3 },
    { what: 'of one core, at 10,000 events a second', value: times.time('ours') / 10, unit: '%', limit: most.core / 10 },
    { what: 'rules that an event set off', value: sums.length, unit: '', ok: sums.length > 0 && held > 0 },
    { what: 'a rule is saved, of 1,000', value: saved / rules, unit: 'ms' },
  ];
}

/** Each event sets off each rule: what no core could do is counted. */
async function everyone(): Promise<Row[]> {
  using at = opened(Date.now());
  for (let rule = 0; rule < rules; rule += 1) at.add({ trigger: { kind: 'event', event: 'turnEnded' } });
  // As long as a model takes.
  at.state.run = () => new Promise(() => undefined);
  const took = await cost(async () => {
    for (let number = 0; number < perSecond; number += 1) {
      at.fire({ text: `event ${number}` });
      if (number % 100 === 99) await turn();
    }
    at.automation.events.flush();
  });
  const receipts = at.receipts();
  at.automation.end();
  const told = receipts.reduce((sum, { count = 1 }) => sum + count, 0);
  return [
    { what: 'of one core, if each event is for each rule', value: took / 10, unit: '%', limit: most.core / 10 },
    { what: 'of them told in receipts', value: told, unit: '', ok: told === rules * perSecond },
  ];
}

/** Milliseconds of a processor: other programs run beside the bench. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function times(): Promise<Row[]> {
  using at = opened();
  const start = at.clock.now();
  for (let rule = 0; rule < rules; rule += 1)
    at.automation.rules.add(drafted({ trigger: { kind: 'once', at: start + day, zone: 'Europe/Paris' } }), true, undefined, start);
  at.automation.changed();
  const before = at.clock.wakeUps;
  const idle = await cost(() => at.clock.pass(day - hour / 2));
  const wakeUps = at.clock.wakeUps - before;
  const due = Promise.withResolvers<void>();
  at.state.run = async () => due.resolve();
  const began = await cost(async () => {
    void at.clock.pass(hour / 2);
    await due.promise;
  });
  while (at.commands.length < rules) await turn();
  return [
    { what: 'wake-ups of a day at rest with 1,000 rules of which none is due', value: wakeUps, unit: '', limit: 0 },
    { what: 'what they cost, of one core', value: (idle / day) * 100, unit: '%', limit: 0.1 },
    { what: 'the first of 1,000 rules that are due at one moment begins', value: began, unit: 'ms', limit: most.startMs },
    { what: 'of them ran', value: at.commands.length, unit: '', ok: at.commands.length === rules },
  ];
}

/** The clock and the timers of the machine; its timers that have come are counted. */
class RealClock extends TurnedClock {
  override now(): number {
    return systemClock.now();
  }

  override after(ms: number, call: () => void): () => void {
    return systemClock.after(ms, () => {
      this.wakeUps += 1;
      call();
    });
  }
}

/** A thousand rules of which some have a time and others wait for an event, opened on the machine's own clock. */
function openedNow(at: number) {
  const real = opened(Date.now(), new RealClock(Date.now()));
  // All at once: a busy disk would take longer for them one by one than it is until the moment at which they are due.
  real.db.transaction(() => {
    for (let rule = 0; rule < rules; rule += 1) {
      const trigger =
        rule % 2 === 0 ? ({ kind: 'once', at, zone: 'Europe/Paris' } as const) : ({ kind: 'event', event: 'turnEnded' } as const);
      real.automation.rules.add(drafted({ trigger }), true, undefined, Date.now());
    }
  });
  real.automation.changed();
  return real;
}

/** Seconds of the real clock with nothing due, with the rules and, as the baseline, without. */
async function atRest(): Promise<Row[]> {
  const restMs = 5000;
  const wait = () => cost(() => new Promise(resolve => setTimeout(resolve, restMs)));
  let wakeUps = 0;
  const costs = await alternating(3, {
    without: wait,
    async with() {
      using at = openedNow(Date.now() + day);
      // What opening leaves to do is not rest.
      await turn();
      const took = await wait();
      wakeUps += at.clock.wakeUps;
      await at.automation.end();
      return took;
    },
  });
  const share = (ms: number) => (ms / restMs) * 100;
  return [
    { what: 'this process at rest without rules, of one core', value: share(costs.time('without')), unit: '%' },
    { what: 'and with 1,000, on the real clock, of one core', value: share(costs.time('with')), unit: '%' },
    {
      what: 'what the rules add, of one core',
      value: Math.max(0, share(costs.time('with') - costs.time('without'))),
      unit: '%',
      limit: 0.1,
    },
    { what: 'their wake-ups meanwhile', value: wakeUps, unit: '', limit: 0 },
  ];
}

/** How late the first of many rules that are due at one moment begins by the real clock, and a bare timer for that moment. */
async function inTime(): Promise<Row[]> {
  const ahead = 1000;
  const late = { bare: [] as number[], first: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const due = Date.now() + ahead;
    await new Promise<void>(resolve => {
      setTimeout(() => {
        late.bare.push(Date.now() - due);
        resolve();
      }, ahead);
    });
    const moment = Date.now() + ahead;
    using at = openedNow(moment);
    const began = Promise.withResolvers<number>();
    at.state.run = async () => began.resolve(Date.now());
    late.first.push((await began.promise) - moment);
    await at.automation.end();
  }
  return [
    { what: 'a bare timer is late by', value: median(late.bare), unit: 'ms' },
    {
      what: 'the first of 500 rules due at one moment, of 1,000, begins after it',
      value: median(late.first),
      unit: 'ms',
      limit: most.startMs,
    },
    { what: 'the slowest of its rounds', value: Math.max(...late.first), unit: 'ms', limit: most.startMs },
  ];
}
