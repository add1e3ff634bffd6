import { expect, onTestFinished, test } from 'vitest';
import { openSearcher } from '../search/searcher.ts';
import { opened } from './store.fixture.ts';

const year = 365 * 24 * 3600 * 1000;

test('a correction ends the old words whatever the clock says afterwards, and so does the next one', async () => {
  using all = opened();
  const searcher = openSearcher(all.db);
  onTestFinished(() => searcher.end());
  const found = async () => {
    searcher.changed(all.told.flat());
    const hits = await searcher.ask({ text: 'lives in', limit: 5, now: all.now() });
    return hits.map(({ number }) => all.store.numbered(number)?.content);
  };
  all.pass(10 * year);
  const { memory } = all.store.upsert(all.draft('Lives in Lyon.'));
  all.pass(2 * year);
  const { memory: brest } = all.store.correct({ id: memory.id, content: 'Lives in Brest.', source: { origin: 'manual' } });
  const corrected = all.now();
  all.pass(-year);
  const set = [all.words(), await found()];
  all.store.keep([brest.id]);
  all.store.edit({ id: brest.id, tags: ['home'] });
  const kept = all.words();
  all.store.correct({ id: brest.id, content: 'Lives in Nice.', source: { origin: 'manual' } });
  const again = [all.words(), await found()];
  all.pass(year / 2);
  const later = all.words();
  all.pass(year);
  expect({ set, kept, again, later, right: all.words(), before: all.words(corrected - year) }).toEqual({
    set: [['Lives in Brest.'], ['Lives in Brest.']],
    kept: ['Lives in Brest.'],
    again: [['Lives in Nice.'], ['Lives in Nice.']],
    later: ['Lives in Nice.'],
    right: ['Lives in Nice.'],
    before: expect.arrayContaining(['Lives in Lyon.']),
  });
});

test('what the person says after the clock was set back takes the place of what was said before, and what was heard earlier is history', () => {
  using all = opened();
  all.pass(10 * year);
  all.store.upsert(all.draft('Uses npm.'));
  all.pass(-year);
  all.store.upsert(all.captured('Uses yarn.', all.now()));
  const heard = all.words();
  all.store.upsert(all.draft('Uses pnpm.'));
  const said = all.words();
  all.pass(2 * year);
  expect({ heard, said, later: all.words() }).toEqual({ heard: ['Uses npm.'], said: ['Uses pnpm.'], later: ['Uses pnpm.'] });
});

test('what is planned waits for its day, and what it will end holds until then', () => {
  using all = opened();
  all.store.upsert(all.draft('Uses npm.'));
  all.store.upsert(all.draft('Uses pnpm.', { from: all.now() + year }));
  const before = all.words();
  all.pass(year);
  expect([before, all.words()]).toEqual([['Uses npm.'], ['Uses pnpm.']]);
});
