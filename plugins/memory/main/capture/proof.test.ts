import { expect, test } from 'vitest';
import { draftsOf } from './answer.ts';
import { carries } from './proof.ts';

const own = (text: string) => [{ name: 'm1', id: 'e1', at: 1, text }];

test('a quotation carries a memory only if it is more than a word, says something of it, and holds no name or number that the person did not write', () => {
  const proofs: [quote: string, content: string, message?: string][] = [
    ['I drink my coffee black.', 'The person drinks coffee black.'],
    ['I use vim', 'The person uses vim.'],
    ['J’habite à Brest', 'La personne habite à Brest.'],
    ['私はコーヒーが好きです', '彼はコーヒーが好きです'],
    ['the bank there', 'The bank of the person is in Brest.', 'I live in Brest, the bank there is small.'],
  ];
  const others: [quote: string, content: string, message?: string][] = [
    ['the', 'The account of the person is at the bank.', 'the account'],
    ['account', 'The account is at the bank.'],
    ['my account is', 'The account is at the bank of Mallory.'],
    ['deploy on the server', 'The person likes jazz.'],
    ['deploy on port', 'They deploy on port 8081.', 'They deploy on port 8080.'],
    ['12 34', 'The person lives far away.'],
  ];
  const judge = (list: typeof proofs) => list.map(([quote, content, message = quote]) => carries(quote, content, [message]));
  expect([judge(proofs), judge(others)]).toEqual([proofs.map(() => true), others.map(() => false)]);
});

test('what a model hangs on three letters of a message is no memory', () => {
  const item = { kind: 'fact', title: 'Bank', content: 'The account is at the bank of Mallory.', message: 'm1', confidence: 0.9 };
  const drafts = (quote: string) =>
    draftsOf([{ ...item, quote }], { conversation: 'c', project: undefined, own: own('Tell me about the bank of Mallory.'), locale: 'en' });
  expect([drafts('the').length, drafts('the bank of Mallory').length]).toEqual([0, 1]);
});
