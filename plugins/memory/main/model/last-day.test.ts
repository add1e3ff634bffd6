import { expect, test } from 'vitest';
import { draftsOf } from '../capture/answer.ts';
import { opened } from '../store/store.fixture.ts';
import { dayOf, endOf, momentOf } from './last-day.ts';

const noon = (day: string) => Date.parse(`${day}T12:00:00`);

test('what the model says has an end holds until that day is over, and not after it', () => {
  using all = opened();
  const quote = 'I work from Lisbon until the end of June';
  const item = { kind: 'fact', title: 'Place', content: 'Works from Lisbon.', message: 'm1', quote, confidence: 0.9, until: '2026-06-30' };
  const own = [{ name: 'm1', id: 'e1', at: noon('2026-06-01'), text: quote }];
  const [draft] = draftsOf([item], { conversation: 'c', project: undefined, own, locale: 'en' });
  all.pass(noon('2026-06-02') - all.now());
  if (draft !== undefined) all.store.upsert(draft);
  const days = ['2026-06-05', '2026-06-30', '2026-07-01'].map(day => all.words(noon(day)));
  expect(days).toEqual([['Works from Lisbon.'], ['Works from Lisbon.'], []]);
});

test('an end before the beginning, or that is no day, is none', () => {
  const from = noon('2026-06-01');
  const days = ['2026-05-31', 'soon', '2026-13-01', '2027-02-30', '2027-04-31', '0000-01-01', 7, undefined];
  expect(days.map(day => endOf(day, from))).toEqual(Array(days.length).fill(undefined));
});

test('a day that is asked about ends before the next one, a month and a year too, and what is no date is none', () => {
  const asked = ['2026-06-01', '2026-06', '2026', '2026-06-01T12:00:00'].map(date => dayOf(momentOf(date) ?? 0));
  expect([asked, ['yesterday', '2026-02-30', ''].map(momentOf)]).toEqual([
    ['2026-06-01', '2026-06-30', '2026-12-31', '2026-06-01'],
    [undefined, undefined, undefined],
  ]);
});
