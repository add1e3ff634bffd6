import type { Draft, Trigger } from '../../contract/index.ts';
import { ownZone } from '../rule/blank.ts';

/** The ways of saying when: on days of the week, at a schedule of five fields, at an interval, once, or when something happens. */
export type When = 'days' | 'cron' | 'every' | 'once' | 'event' | 'webhook' | `extension:${string}`;

const events = ['turnEnded', 'conversationCreated', 'messageReceived', 'projectCreated', 'fileChanged'] as const;
export const eventNames: readonly (typeof events)[number][] = events;

/** The days of a week from Monday, as a schedule counts them. */
export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

export interface Days {
  readonly time: string;
  readonly on: readonly number[];
}

/** The time and the days of a schedule that is only that. */
export function daysOf(cron: string): Days | undefined {
  const [, minute = '', hour = '', days = ''] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7](?:[,-][0-7])*)$/.exec(cron.trim()) ?? [];
  if (days === '') return undefined;
  const on = days === '*' ? weekdays : days.split(',').flatMap(rangeOf);
  return { time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`, on: [...new Set(on.map(day => day % 7))] };
}

function rangeOf(days: string): readonly number[] {
  const [from = 0, to = from] = days.split('-').map(Number);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The schedule of a time on days; every day without any. */
export function cronOf({ time, on }: Days): string {
  const [hour = 9, minute = 0] = time.split(':').map(Number);
  const days = [...on].sort((a, b) => a - b).join(',');
  const said = on.length === 0 || on.length === 7 ? '*' : days === '1,2,3,4,5' ? '1-5' : days;
  return `${minute} ${hour} * * ${said}`;
}

export function whenOf(trigger: Trigger): When {
  if (trigger.kind === 'extension') return `extension:${trigger.from}:${trigger.id}`;
  return trigger.kind === 'cron' && daysOf(trigger.cron) !== undefined ? 'days' : trigger.kind;
}

const hour = 3_600_000;

/** A trigger of another kind, to begin with. */
export function triggerOf(when: When, before: Trigger): Trigger {
  const zone = 'zone' in before ? before.zone : ownZone();
  if (when === 'days') return { kind: 'cron', cron: '0 9 * * 1-5', zone };
  if (when === 'cron') return { kind: 'cron', cron: before.kind === 'cron' ? before.cron : '0 9 1 * *', zone };
  if (when === 'every') return { kind: 'every', everyMs: hour, from: Math.ceil((Date.now() + 1) / hour) * hour };
  if (when === 'once') return { kind: 'once', at: Math.ceil((Date.now() + hour) / hour) * hour, zone };
  if (when === 'event') return { kind: 'event', event: 'turnEnded' };
  if (when === 'webhook') return { kind: 'webhook' };
  const [, from = '', ...id] = when.split(':');
  return { kind: 'extension', from, id: id.join(':') };
}

export const units = { minute: 60_000, hour, day: 24 * hour } as const;
export type Unit = keyof typeof units;

/** An interval in its largest whole unit. */
export function spanOf(ms: number): { readonly count: number; readonly unit: Unit } {
  const unit = ms % units.day === 0 ? 'day' : ms % units.hour === 0 ? 'hour' : 'minute';
  return { count: ms / units[unit], unit };
}

/** A moment as fields of date and time have it, in the zone of the machine, and back. */
export function fieldsOf(at: number): { readonly date: string; readonly time: string } {
  const moment = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`,
    time: `${two(moment.getHours())}:${two(moment.getMinutes())}`,
  };
}

export function momentOf(date: string, time: string): number | undefined {
  const at = new Date(`${date}T${time === '' ? '09:00' : time}`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

export type Action = Draft['action'];

/** An action of another kind, with the words of the one before. */
export function actionOf(kind: string, before: Action): Action {
  const words = before.kind === 'instruction' ? before.instruction : before.kind === 'notify' ? before.text : '';
  if (kind === 'notify') return { kind, text: words.slice(0, 500) };
  if (kind === 'command') return { kind, command: '' };
  if (kind === 'emit') return { kind, event: '' };
  if (kind === 'instruction') return { kind, instruction: words, where: 'hidden' };
  const [, from = '', ...id] = kind.split(':');
  return { kind: 'extension', from, id: id.join(':') };
}
