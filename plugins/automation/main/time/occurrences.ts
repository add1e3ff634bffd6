import { Cron } from 'croner';
import type { Trigger } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import { leftOut } from './left-out.ts';

export type TimeTrigger = Extract<Trigger, { kind: 'cron' | 'once' | 'every' }>;
type CronTrigger = Extract<Trigger, { kind: 'cron' }>;

export const isTimed = (trigger: Trigger): trigger is TimeTrigger =>
  trigger.kind === 'cron' || trigger.kind === 'once' || trigger.kind === 'every';

/** When it is due the first time after a moment; undefined if never again. */
export function nextDue(trigger: TimeTrigger, after: number): number | undefined {
  if (trigger.kind === 'once') return trigger.at > after ? trigger.at : undefined;
  if (trigger.kind === 'every') {
    const { from, everyMs } = trigger;
    return after < from ? from : from + (Math.floor((after - from) / everyMs) + 1) * everyMs;
  }
  const next = opened(trigger).nextRun(new Date(after))?.getTime();
  return acrossMidnight(trigger, after, next) ?? next;
}

/** The library moves a time that a clock change leaves out within its day only: after those that are left out to midnight is another day. */
function acrossMidnight({ cron, zone }: CronTrigger, after: number, next = Number.POSITIVE_INFINITY): number | undefined {
  // With a wildcard or a step it follows real time.
  if (/[*/]/.test(cron.split(' ', 2).join(' '))) return undefined;
  const last = Math.min(next, after + yearMs);
  for (let year = new Date(after).getUTCFullYear(); year <= new Date(last).getUTCFullYear(); year += 1)
    for (const { at, from, to } of leftOut(zone, year)) {
      if (at <= after || at >= last || Math.floor(from / dayMs) === Math.floor(to / dayMs)) continue;
      const wall = wallOf(cron)
        .nextRun(new Date(from - 1))
        ?.getTime();
      if (wall !== undefined && wall < to) return at;
    }
  return undefined;
}

export function nextDues(trigger: TimeTrigger, after: number, count: number): number[] {
  const dues: number[] = [];
  for (let due = nextDue(trigger, after); due !== undefined && dues.length < count; due = nextDue(trigger, due)) dues.push(due);
  return dues;
}

export interface Dues {
  readonly dues: readonly number[];
  /** How many there were before, which are not listed; undefined if that would take too long to count. */
  readonly left: number | undefined;
}

/** What was due after a moment and up to another: the latest ones, in order. */
export function duesBetween(trigger: TimeTrigger, after: number, upTo: number, most: number): Dues {
  if (trigger.kind === 'every') {
    const { from, everyMs } = trigger;
    const first = nextDue(trigger, after) ?? from;
    if (first > upTo) return { dues: [], left: 0 };
    const count = Math.floor((upTo - first) / everyMs) + 1;
    const left = Math.max(0, count - most);
    return { dues: Array.from({ length: count - left }, (_, index) => first + (left + index) * everyMs), left };
  }
  const dues: number[] = [];
  for (let due = nextDue(trigger, after); due !== undefined && due <= upTo; due = nextDue(trigger, due)) {
    if (dues.length === most && trigger.kind === 'cron') return { dues: latest(trigger, after, upTo, most), left: undefined };
    dues.push(due);
  }
  return { dues, left: 0 };
}

function latest(trigger: CronTrigger, after: number, upTo: number, most: number): number[] {
  return opened(trigger)
    .previousRuns(most, new Date(upTo + 1))
    .map(at => at.getTime())
    .filter(at => at > after)
    .sort((a, b) => a - b);
}

/** Throws unless it can be read, and unless it is due some time after `now`. */
export function demandDue(trigger: Trigger, now: number): void {
  if (!isTimed(trigger)) return;
  demandReadable(trigger);
  if (nextDue(trigger, now) !== undefined) return;
  if (trigger.kind === 'cron') throw errors['automation/never-fires']({ cron: trigger.cron });
  throw errors['automation/past']({});
}

export function demandReadable(trigger: Trigger): void {
  if (!isTimed(trigger)) return;
  if (trigger.kind !== 'every') demandZone(trigger.zone);
  if (trigger.kind !== 'cron') return;
  // Words such as @daily and questions marks would be read too, but not shown as five fields.
  if (!/^[0-9A-Za-z*,/#-]+(?: [0-9A-Za-z*,/#-]+){4}$/.test(trigger.cron)) throw errors['automation/bad-cron']({ cron: trigger.cron });
  try {
    opened(trigger);
  } catch (error) {
    throw errors['automation/bad-cron']({ cron: trigger.cron }, error);
  }
}

export function demandZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch (error) {
    throw errors['automation/bad-zone']({ zone }, error);
  }
}

/** The times of a schedule as the clock on the wall has them, whatever the zone. */
function wallOf(cron: string): Cron {
  const there = walls.get(cron);
  if (there !== undefined) return there;
  const wall = new Cron(cron, { timezone: 'UTC', paused: true, mode: '5-part' });
  if (walls.size >= mostWalls) walls.clear();
  walls.set(cron, wall);
  return wall;
}

const walls = new Map<string, Cron>();
const mostWalls = 100;
const [dayMs, yearMs] = [86_400_000, 366 * 86_400_000];

/** Compiling a schedule costs as much as asking it; rules keep theirs for as long as they are the same. */
const compiled = new WeakMap<CronTrigger, Cron>();

function opened(trigger: CronTrigger): Cron {
  const there = compiled.get(trigger);
  if (there !== undefined) return there;
  // Without wildcards a time that comes twice counts once, and one that is left out comes right after.
  const cron = new Cron(trigger.cron, { timezone: trigger.zone, paused: true, mode: '5-part', fixedTimeRule: 'no-wildcard' });
  compiled.set(trigger, cron);
  return cron;
}
