import { expect, test } from 'vitest';
import { type Header, type Line, nothingPast, pastOf, type Step } from './past-start.ts';

const first: Header = { failed: 0, suspects: [], unread: {} };
const journal = (header: Header, ...lines: readonly Line[]) => [header, ...lines].map(line => `${JSON.stringify(line)}\n`).join('');
const [notes, maps]: Step[] = ['waking @acme/notes', 'waking @acme/maps'];
const begin = (step: Step): Line => ({ begin: step });
const end = (step: Step): Line => ({ end: step });
const is = (what: 'still' | 'up' | 'left' | 'ended'): Line => ({ is: what });

test('a start that came up, or was asked to end, holds nothing back, whatever was under way', () => {
  expect([
    pastOf(journal(first, begin(notes!), end(notes!), is('up'))),
    pastOf(journal(first, begin(notes!), is('ended'))),
    pastOf(journal({ ...first, failed: 1, suspects: [notes!] }, begin(notes!), end(notes!), is('up'), is('ended'))),
  ]).toEqual([nothingPast, nothingPast, nothingPast]);
});

test('what a start was in the middle of once is only suspected, as a power cut is nobody’s fault', () => {
  expect(pastOf(journal(first, begin(notes!), begin(maps!), end(maps!)))).toEqual({ ...nothingPast, failed: 1, suspects: [notes] });
});

test('what two starts in a row were in the middle of is held back, and nothing else', () => {
  expect(pastOf(journal({ ...first, failed: 1, suspects: [notes!] }, begin(maps!), begin(notes!)))).toEqual({
    ...nothingPast,
    suspects: [maps],
    held: [notes],
  });
});

test('what the kernel stood still over is held back at once, unless it went on', () => {
  expect([
    pastOf(journal(first, begin(notes!), is('still'))).held,
    pastOf(journal(first, begin(notes!), is('still'), end(notes!), begin(maps!))).held,
    pastOf(journal(first, is('still'), begin(notes!))).held,
    pastOf(journal(first, is('up'), begin(notes!), is('still'))).held,
  ]).toEqual([[notes], [], [], [notes]]);
});

test('starts in a row that did not come up are counted, until one did', () => {
  const once = pastOf(journal(first));
  const twice = pastOf(journal(once));
  expect([once.failed, twice.failed, pastOf(journal(twice, is('up'))).failed, pastOf(journal(once, is('ended'))).failed]).toEqual([
    1, 2, 0, 1,
  ]);
});

test('a safe start leaves the count and the suspicion as they were, until the person leaves it', () => {
  const safe: Header = { failed: 2, suspects: [notes!], unread: {}, safe: 'failed' };
  expect([
    pastOf(journal(safe, is('up'), is('ended'))),
    pastOf(journal(safe)),
    pastOf(journal(safe, is('up'), is('left'), begin(notes!), end(notes!), is('ended'))),
    pastOf(journal(safe, is('up'), is('left'), begin(notes!))),
  ]).toEqual([
    { ...nothingPast, failed: 2, suspects: [notes] },
    { ...nothingPast, failed: 2, suspects: [notes] },
    nothingPast,
    { ...nothingPast, held: [notes] },
  ]);
});

test('manifests are read one after another, so only the last one can be the one it did not get over', () => {
  const [a, b]: Step[] = ['reading /extensions/a', 'reading /extensions/b'];
  expect([
    pastOf(journal(first, begin(a!), begin(b!))).suspects,
    pastOf(journal(first, begin(a!), begin(b!), end(b!))).suspects,
    pastOf(journal({ ...first, suspects: [b!] }, begin(a!), begin(b!))).held,
  ]).toEqual([[b], [], [b]]);
});

test('a journal that is cut off, empty, or of another kind is read as far as it goes', () => {
  const text = journal(first, begin(notes!));
  expect([pastOf(''), pastOf('{"failed":'), pastOf('[1]\nnull'), pastOf(`${text}{"end":"wak`).suspects]).toEqual([
    nothingPast,
    nothingPast,
    nothingPast,
    [notes],
  ]);
});
