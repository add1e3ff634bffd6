import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createMails, keptIn } from '../kept.js';

function opened() {
  const db = new DatabaseSync(':memory:');
  createMails.up(db);
  return keptIn(db);
}

test('each mailbox of a server is read from where it stands when it is first seen', () => {
  const kept = opened();
  const settings = user => ({ user, imap: { host: 'imap.example.org' } });
  kept.place(settings('one'), 1, 900).set(905);
  expect([
    kept.place(settings('two'), 1, 40).uid(),
    kept.place(settings('one'), 1, 950).uid(),
    kept.place(settings('one'), 2, 7).uid(),
  ]).toEqual([40, 905, 7]);
});

test('of a mail that is refused nothing is kept, and it changes nothing of one that has the same number', () => {
  const kept = opened();
  kept.mail('1@b.org', 'm@b.org 1@b.org', 'The drain plan', ['0@b.org']);
  kept.mail('1@b.org', 'eve@evil.org 1@b.org', 'Buy', []).forget();
  const refused = kept.mail('2@evil.org', 'eve@evil.org 2@evil.org', 'Buy', []);
  refused.forget();
  expect([
    kept.answered('1@b.org', 'm@b.org 1@b.org'),
    kept.answered('2@evil.org', 'eve@evil.org 2@evil.org'),
    kept.answered(undefined, 'eve@evil.org 1@b.org'),
  ]).toEqual([
    { subject: 'The drain plan', refs: ['0@b.org'] },
    { subject: 'Atelier', refs: [] },
    { subject: 'Atelier', refs: [] },
  ]);
});
