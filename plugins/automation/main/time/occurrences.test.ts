import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownZone } from './clock.ts';
import { demandDue, duesBetween, nextDue, nextDues, type TimeTrigger } from './occurrences.ts';

test('the zone of the machine is the one that it has now, also when it changed while this program runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-zone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const link = join(folder, 'localtime');
  const zones = ['/usr/share/zoneinfo/Europe/Paris', '/var/db/timezone/zoneinfo/America/New_York', '/usr/share/zoneinfo/Moon/Sea'].map(
    to => {
      rmSync(link, { force: true });
      symlinkSync(to, link);
      return ownZone({}, link);
    },
  );
  const known = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // What was set for this program alone counts, and so does what it knows where nothing is linked.
  expect([...zones, ownZone({ TZ: known }, link), ownZone({}, folder)]).toEqual(['Europe/Paris', 'America/New_York', known, known, known]);
});

const cron = (fields: string, zone: string): TimeTrigger => ({ kind: 'cron', cron: fields, zone });
const next = (trigger: TimeTrigger, from: string, count: number) =>
  nextDues(trigger, Date.parse(from), count).map(at => new Date(at).toISOString().slice(0, 16));
const code = (work: () => unknown): unknown => {
  try {
    work();
    return 'fine';
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('C17: a time that a clock change leaves out comes right after it, and one that comes twice comes once', () => {
  expect({
    parisSpring: next(cron('30 2 * * *', 'Europe/Paris'), '2027-03-26T12:00Z', 3),
    parisAutumn: next(cron('30 2 * * *', 'Europe/Paris'), '2027-10-29T12:00Z', 3),
    parisLists: next(cron('0,30 2 * * *', 'Europe/Paris'), '2027-10-30T12:00Z', 3),
    newYorkSpring: next(cron('30 2 * * *', 'America/New_York'), '2027-03-13T12:00Z', 2),
    newYorkAutumn: next(cron('30 1 * * *', 'America/New_York'), '2027-11-06T12:00Z', 2),
  }).toEqual({
    parisSpring: ['2027-03-27T01:30', '2027-03-28T01:00', '2027-03-29T00:30'],
    parisAutumn: ['2027-10-30T00:30', '2027-10-31T00:30', '2027-11-01T01:30'],
    parisLists: ['2027-10-31T00:00', '2027-10-31T00:30', '2027-11-01T01:00'],
    newYorkSpring: ['2027-03-14T07:00', '2027-03-15T06:30'],
    newYorkAutumn: ['2027-11-07T05:30', '2027-11-08T06:30'],
  });
});

test('an interval is due at its beginning and then each time, also long after', () => {
  const every: TimeTrigger = { kind: 'every', everyMs: 60_000, from: 1000 };
  expect({
    before: nextDue(every, 0),
    at: nextDue(every, 1000),
    latest: duesBetween(every, 0, 600_000_000, 3),
    none: duesBetween(every, 1000, 30_000, 3),
  }).toEqual({
    before: 1000,
    at: 61_000,
    latest: { dues: [599_821_000, 599_881_000, 599_941_000], left: 9997 },
    none: { dues: [], left: 0 },
  });
});

test('of very many that were due only the latest are listed', () => {
  const { dues, left } = duesBetween(
    cron('* * * * *', 'Europe/Paris'),
    Date.parse('2027-01-01T00:00Z'),
    Date.parse('2027-06-01T00:00Z'),
    3,
  );
  expect([dues.map(at => new Date(at).toISOString().slice(0, 16)), left]).toEqual([
    ['2027-05-31T23:58', '2027-05-31T23:59', '2027-06-01T00:00'],
    undefined,
  ]);
});

test('a schedule that is never due, that cannot be read or that is over is refused, each with its own words', () => {
  const now = Date.parse('2026-11-26T09:00Z');
  const refused = (fields: string, zone = 'Europe/Paris') => code(() => demandDue(cron(fields, zone), now));
  expect({
    never: [refused('0 0 30 2 *'), refused('0 0 31 4 *')],
    unreadable: ['60 * * * *', '* * * *', '* * * * * *', '@daily', 'a b c d e', ' * * * * *', '? * * * *', '*/0 * * * *'].map(fields =>
      refused(fields),
    ),
    zone: refused('0 9 * * *', 'Atlantis/Town'),
    past: code(() => demandDue({ kind: 'once', at: now, zone: 'Europe/Paris' }, now)),
    fine: [refused('0 0 29 2 *'), refused('30 8 * * MON-FRI'), refused('*/5 9-17 * * 1,3')],
  }).toEqual({
    never: ['automation/never-fires', 'automation/never-fires'],
    unreadable: Array.from({ length: 8 }, () => 'automation/bad-cron'),
    zone: 'automation/bad-zone',
    past: 'automation/past',
    fine: ['fine', 'fine', 'fine'],
  });
});

test('C17: a time that a clock change leaves out up to midnight comes at midnight, and no other one comes twice', () => {
  const nuuk = (fields: string, count: number) => next(cron(fields, 'America/Nuuk'), '2027-03-27T12:00Z', count);
  expect([nuuk('30 23 * * *', 2), nuuk('0 0 * * *', 2), nuuk('15,45 23 * * *', 3), nuuk('30 22 * * *', 2), nuuk('30 23 * * 0', 1)]).toEqual(
    [
      ['2027-03-28T01:00', '2027-03-29T00:30'],
      ['2027-03-28T01:00', '2027-03-29T01:00'],
      ['2027-03-28T01:00', '2027-03-29T00:15', '2027-03-29T00:45'],
      ['2027-03-28T00:30', '2027-03-28T23:30'],
      ['2027-03-29T00:30'],
    ],
  );
});
