import { expect, test } from 'vitest';
import { localOf } from '../words/calendar.ts';
import { nextDue, type TimeTrigger } from './occurrences.ts';

const quarter = 900_000;
const start = Date.parse('2027-01-01T00:00:00Z');
const end = Date.parse('2028-01-01T00:00:00Z');

/** A day of a schedule without wildcards in its hours and minutes: the quarters of an hour, and the days on which it is due. */
interface Schedule {
  readonly cron: string;
  readonly times: readonly (readonly [hour: number, minute: number])[];
  isOn(day: { readonly day: number; readonly weekday: number }): boolean;
}

const schedules: readonly Schedule[] = [
  { cron: '30 2 * * *', times: [[2, 30]], isOn: () => true },
  { cron: '30 1 * * *', times: [[1, 30]], isOn: () => true },
  { cron: '0 2 * * 0', times: [[2, 0]], isOn: ({ weekday }) => weekday === 0 },
  { cron: '30 8 * * 1-5', times: [[8, 30]], isOn: ({ weekday }) => weekday >= 1 && weekday <= 5 },
  { cron: '45 23 28,29,30,31 * *', times: [[23, 45]], isOn: ({ day }) => day >= 28 },
  { cron: '0 9 1 * *', times: [[9, 0]], isOn: ({ day }) => day === 1 },
];

/** What is due in the year, found without a schedule's library: the clock on the wall is looked at each quarter of an hour. */
function seen({ times, isOn }: Schedule, zone: string): number[] {
  const due: number[] = [];
  // Local times that the wall has shown, and those that it leaves out when it is set forward.
  const shown = new Set<string>();
  let before = localOf(start - quarter, zone);
  for (let at = start; at < end; at += quarter) {
    const wall = localOf(at, zone);
    const minutes = (time: { readonly hour: number; readonly minute: number }) => time.hour * 60 + time.minute;
    const isForward = wall.day === before.day && minutes(wall) > minutes(before) + 15;
    const isNow = ([hour, minute]: readonly [number, number]) => {
      const key = `${wall.month} ${wall.day} ${hour} ${minute}`;
      const isLeftOut = isForward && hour * 60 + minute > minutes(before) && hour * 60 + minute < minutes(wall);
      if (shown.has(key) || !(isLeftOut || (hour === wall.hour && minute === wall.minute))) return false;
      shown.add(key);
      return true;
    };
    if (isOn(wall) && times.filter(isNow).length > 0) due.push(at);
    before = wall;
  }
  return due;
}

test.each(['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'C17: in a year of %s a schedule is due when the clock on the wall shows its time, right after a time that is left out, and once at one that comes twice',
  zone => {
    const wrong = schedules.flatMap(schedule => {
      const trigger: TimeTrigger = { kind: 'cron', cron: schedule.cron, zone };
      const told: number[] = [];
      for (let next = nextDue(trigger, start - 1); next !== undefined && next < end; next = nextDue(trigger, next)) told.push(next);
      const due = seen(schedule, zone);
      const iso = (times: readonly number[]) => times.map(at => new Date(at).toISOString());
      return JSON.stringify(told) === JSON.stringify(due)
        ? []
        : [
            {
              cron: schedule.cron,
              missing: iso(due.filter(at => !told.includes(at))),
              more: iso(told.filter(at => !due.includes(at))),
            },
          ];
    });
    expect(wrong).toEqual([]);
  },
);
