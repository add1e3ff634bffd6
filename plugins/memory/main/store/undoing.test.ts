import { expect, test } from 'vitest';
import { atOnce } from '../pieces.ts';
import { failure, opened } from './store.fixture.ts';
import { openStore } from './store.ts';

test('what only added a memory is undone like every other change: the newest first, never under what was done to it since, after a restart too, for an hour', () => {
  using all = opened();
  const add = (content: string) => all.store.upsert(all.draft(content, { topic: content }));
  const [one, two, three] = ['One.', 'Two.', 'Three.'].map(add);
  const { change } = all.store.edit({ id: two?.memory.id ?? '', content: 'Two and a half.' });
  const covered = failure(() => all.store.undo(two?.change));
  all.store.undo(change);
  const again = openStore(all.db, all.now, () => undefined);
  const left: unknown[] = [];
  for (const id of [two?.change, undefined]) {
    again.undo(id);
    left.push(all.words());
  }
  const four = again.upsert(all.draft('Four.', { topic: 'four' }));
  const numbers = [one, two, three, four].map(stored => stored?.change);
  all.pass(3600_001);
  const late = failure(() => again.undo(one?.change));
  expect({ covered, left, own: new Set(numbers).size, late, words: all.words() }).toEqual({
    covered: 'memory/nothing-to-undo',
    left: [['Three.', 'One.'], ['One.']],
    own: 4,
    late: 'memory/nothing-to-undo',
    words: ['Four.', 'One.'],
  });
});

test('what comes back from being forgotten is history where something was said on its topic since, as if it had been there: of nothing that a model found where it is the person’s', () => {
  using all = opened();
  const own = (content: string, more: object = {}) => all.store.upsert(all.draft(content, { topic: 'editor', ...more })).memory.id;
  const forget = (id: string) => atOnce(all.store.forgetting({ ids: [id] })).change;
  const vim = own('The editor is vim.');
  const change = forget(vim);
  all.pass(1000);
  const emacs = own('The editor is emacs.');
  const undone = all.store.undo(change);
  const after = [all.words(), all.store.get(vim).supersededBy === emacs, all.store.get(vim).until === all.store.get(emacs).from];
  forget(vim);
  const back = all.store.putBack(vim);
  const put = all.words();
  all.store.undo(undefined);
  // What comes back was said later than what is there.
  all.pass(1000);
  const last = forget(emacs);
  own('The editor is ed.', { from: all.now() - 10_000 });
  all.store.undo(last);
  const later = all.words();
  all.pass(1000);
  const again = forget(emacs);
  all.pass(1000);
  all.store.upsert(all.captured('The editor is nano.', all.now(), { kind: 'preference', topic: 'editor' }));
  all.store.undo(again);
  const both = all.words().toSorted();
  expect({ undone, after, back, put, later, both }).toEqual({
    undone: { restored: 1, replaced: 1 },
    after: [['The editor is emacs.'], true, true],
    back: { restored: 1, replaced: 0 },
    put: ['The editor is emacs.'],
    later: ['The editor is emacs.'],
    both: ['The editor is emacs.', 'The editor is nano.'],
  });
});

test('what an export names a topic and a day of is history where something was said here since; what names no topic, or was said later, stands beside it, and is counted', async () => {
  using all = opened();
  const source = { origin: 'import' } as const;
  all.store.upsert(all.draft('The editor is emacs.', { topic: 'editor', from: 1000 }));
  const { beside } = await all.store.importAll([all.draft('The editor is vim.', { topic: 'editor', source, from: 500 })]);
  const first = all.words();
  const taken = await all.store.importAll([
    all.draft('The boat is blue.', { title: 'Boat', source }),
    all.draft('The editor is ed.', { title: 'Editor', source, from: 400 }),
    all.draft('The editor is helix.', { topic: 'editor', source, from: 2000 }),
  ]);
  const ended = all.store.list({ statuses: ['superseded'] }).memories.map(({ content, until }) => [content, until]);
  expect({ first, words: all.words().toSorted(), ended, beside: [beside, taken.beside] }).toEqual({
    first: ['The editor is emacs.'],
    words: ['The boat is blue.', 'The editor is ed.', 'The editor is emacs.', 'The editor is helix.'],
    beside: [0, 2],
    ended: [['The editor is vim.', 1000]],
  });
});
