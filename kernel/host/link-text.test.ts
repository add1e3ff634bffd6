import type { AppError } from '@atelier/kernel';
import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { DeepLinks } from './deep-links.ts';
import { readLinks } from './link-text.ts';

const good = [
  'atelier://cloud/connect?base_url=https%3A%2F%2Fcloud.example.org',
  'atelier://cloud/auth/callback?code=a.b-c&state=x',
  'atelier://extensions/install/@acme/word-count?version=1.2.3',
  'ATELIER://extensions/install/@acme/word-count',
];

const strange = [
  ['another scheme', 'https://evil.example/', 'it does not begin with atelier://'],
  ['a scheme that looks like ours', 'atelier-x://a', 'it does not begin with atelier://'],
  ['no authority', 'atelier:cloud', 'it does not begin with atelier://'],
  ['a script', 'javascript:alert(1)', 'it does not begin with atelier://'],
  ['too long', `atelier://a/${'x'.repeat(2048)}`, 'it has more than 2048 characters'],
  ['a line break', 'atelier://a/\nb', 'it holds characters that a link may not have'],
  ['an escape code', 'atelier://a/\u001b[2J', 'it holds characters that a link may not have'],
  ['a blank', 'atelier://a/ --flag', 'it holds characters that a link may not have'],
  ['a turned word', 'atelier://a/\u202Egpj', 'it holds characters that a link may not have'],
  ['a backslash', 'atelier://a\\..\\b', 'it holds characters that a link may not have'],
  ['a hidden null', 'atelier://a/b%00', 'it hides characters that are invisible or unreadable'],
  ['a hidden turned word', 'atelier://a/%E2%80%AEgpj', 'it hides characters that are invisible or unreadable'],
  ['a torn letter', 'atelier://a/%E2%80', 'it hides characters that are invisible or unreadable'],
  ['a way out', 'atelier://extensions/install/../../cloud', 'its path leads out of itself'],
  ['an encoded way out', 'atelier://extensions/install/%2e%2e/cloud', 'its path leads out of itself'],
  ['an encoded slash', 'atelier://extensions/install/..%2f..%2fcloud', 'its path leads out of itself'],
  ['a twice encoded way out', 'atelier://extensions/%252e%252e%252fcloud', 'its path leads out of itself'],
  ['a person', 'atelier://me@cloud/connect', 'it names a person or a port'],
  ['a port', 'atelier://cloud:1234/connect', 'it names a person or a port'],
  ['a doubled name', 'atelier://cloud/connect?a=1&a=2', 'it says the same thing twice'],
  ['a doubled name in disguise', 'atelier://cloud/connect?base_url=1&base%5Furl=2', 'it says the same thing twice'],
] as const;

test('P6: a link of the app is read, and options and files beside it are ignored', () => {
  const { links, refused } = readLinks(['start', '--headless', '--port=4000', '/people/me/file', ...good, '-x'], 16);
  expect({ links: links.map(({ href }) => href.toLowerCase()), refused }).toEqual({
    links: good.map(link => link.toLowerCase()),
    refused: [],
  });
});

test.each(strange)('P6: %s is refused with a sentence, and a valid link beside it still works', (_name, link, why) => {
  const { links, refused } = readLinks([link, good[0] ?? ''], 16);
  expect({ links: links.length, code: refused.map(({ code }) => code), why: refused[0]?.message.includes(why) }).toEqual({
    links: 1,
    code: ['host/link-strange'],
    why: true,
  });
  expect(refused[0]?.message).toMatch(/^[\x20-\x7e…\u{fffd}]*$/u);
});

test('P6: whatever is appended to a link, the accepted link neither leaves its path nor hides a character', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 60 }), text => {
      for (const url of readLinks([`atelier://cloud/${text}`], 16).links) {
        expect(url.protocol + url.host).toBe('atelier:cloud');
        expect(decodeURIComponent(url.pathname)).not.toMatch(/\.\.\/|[\p{Cc}\p{Cf}]/u);
      }
    }),
    { numRuns: 5000 },
  );
});

test('P6: of ten thousand links the first sixteen are delivered, the rest are counted in one sentence, and later ones work again', () => {
  const refused: AppError[] = [];
  let now = 0;
  const deepLinks = new DeepLinks(
    error => refused.push(error),
    () => now,
  );
  const seen: string[] = [];
  deepLinks.onLink(url => seen.push(url.pathname));
  deepLinks.takeFrom(Array.from({ length: 10_000 }, (_, index) => `atelier://a/${index}`));
  const atOnce = seen.length;
  for (let start = 0; start < 50; start += 1) deepLinks.takeFrom(['atelier://a/again']);
  const flooded = seen.length;
  now = 20_000;
  deepLinks.takeFrom(['atelier://a/later']);
  expect({
    atOnce,
    flooded,
    last: seen.at(-1),
    first: refused[0]?.message.includes('9984'),
    codes: new Set(refused.map(error => error.code)),
  }).toEqual({
    atOnce: 16,
    flooded: 16,
    last: '/later',
    first: true,
    codes: new Set(['host/link-flood']),
  });
});

test('links that arrive before the first listener wait, up to a maximum', () => {
  const deepLinks = new DeepLinks(() => undefined);
  for (let start = 0; start < 40; start += 1) deepLinks.takeFrom([`atelier://a/${start}`]);
  const seen: string[] = [];
  deepLinks.onLink(url => seen.push(url.pathname));
  expect([seen.length, seen[0]]).toEqual([16, '/0']);
});
