import { expect, test } from 'vitest';
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
