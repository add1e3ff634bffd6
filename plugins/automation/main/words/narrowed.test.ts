import { expect, test } from 'vitest';
import { describe } from './describe.ts';
import { understand } from './understand.ts';

const zone = 'Europe/Paris';
const now = Date.parse('2026-11-26T09:15:00Z');
const contains = (value: string, more: object = {}) => [[{ field: 'text', how: 'contains', value, ...more }]];

const narrowed: readonly (readonly [string, object])[] = [
  ['When I send a message that contains "deploy", run the checks', contains('deploy')],
  ['Whenever I send a message containing urgent, run the checks', contains('urgent')],
  ['When I send a message that does not contain "test", run the checks', contains('test', { not: true })],
  ['When I send a message that doesn’t contain test, run the checks', contains('test', { not: true })],
  ['When I send a message and it contains "test", run the checks', contains('test')],
  ['When I send a message and it does not contain test, run the checks', contains('test', { not: true })],
  ['When I send a message whose text contains "a" or if the text contains "b", run the checks', [...contains('a'), ...contains('b')]],
  ['When a message arrives that contains the word hello: run the checks', contains('hello')],
  ['When I send a message that equals "go", run the checks', [[{ field: 'text', how: 'equals', value: 'go' }]]],
  [
    'When I send a message that contains "a" and does not contain "b", run the checks',
    [[...(contains('a')[0] ?? []), ...(contains('b', { not: true })[0] ?? [])]],
  ],
  ['Quand j’envoie un message qui contient « facture », résume-le', contains('facture')],
  ['Quand j’envoie un message contenant facture, résume-le', contains('facture')],
  ['Quand j’envoie un message qui contient le mot facture, résume-le', contains('facture')],
  ['Quand j’envoie un message qui ne contient pas "test", compte les mots', contains('test', { not: true })],
  ['Quand un message arrive dont le texte contient « a », compte les mots', contains('a')],
  [
    'Quand une conversation se termine dont le titre contient « plan », compte les mots',
    [[{ field: 'title', how: 'contains', value: 'plan' }]],
  ],
];

test('what a message contains, or does not, is read right after it, with and without quotation marks, and said again as a condition', () => {
  const found = narrowed.map(([text]) => {
    const { draft, unknown, language } = understand(text, { zone, now });
    const again = draft && understand(describe(draft, language, zone, () => true).sentence, { zone, now, language }).draft;
    return [text, draft?.conditions, unknown, JSON.stringify(again?.conditions) === JSON.stringify(draft?.conditions)];
  });
  expect(found).toEqual(narrowed.map(([text, conditions]) => [text, conditions, [], true]));
});

test('what is said of a message and cannot be read as a condition is not understood', () => {
  const texts = [
    'When I send a message that contains "a" and "b", run the checks',
    'When I send a message that contains a and b, run the checks',
    'When I send a message that contains, run the checks',
    'When I send a message that contains a link, run the checks',
    'When I send a message that contains only deploy, run the checks',
    'When I send a message that contains nothing, run the checks',
    'When I send a message that contains more than 10 words, run the checks',
    'When I send a message that contains neither a nor b, run the checks',
    'When I send a message mentioning deploy, run the checks',
    'Quand j’envoie un message mentionnant facture, résume-le',
    'Quand j’envoie un message qui contient un lien, résume-le',
    'When I send a message that is long, run the checks',
    'When I send a message that contains deploy run the checks',
    'Every day at 9 that contains "x", read',
    'Quand j’envoie un message qui contient a ou b, résume-le',
  ];
  expect(texts.map(text => [text, understand(text, { zone, now }).draft])).toEqual(texts.map(text => [text, undefined]));
});
