import { expect, test } from 'vitest';
import type { Draft } from '../../contract/index.ts';
import { failure, hour, opened } from './store.fixture.ts';

test('a memory is read as it was stored, with the message that it came from', () => {
  using all = opened();
  const source = { origin: 'captured', conversation: 'c1', message: 'm7', quote: 'j’utilise npm' } as const;
  const { memory, was } = all.store.upsert(
    all.draft('Utilise npm 👍', {
      project: 'r1',
      tags: ['outils', 'é'],
      source,
      confidence: 0.7,
      importance: 0.2,
      from: 5,
      until: 2 ** 41,
    }),
  );
  expect({ was, memory, again: all.store.get(memory.id) }).toEqual({
    was: 'added',
    again: memory,
    memory: {
      id: memory.id,
      scope: 'project',
      project: 'r1',
      kind: 'preference',
      topic: 'package-manager',
      title: 'Package manager',
      content: 'Utilise npm 👍',
      tags: ['outils', 'é'],
      status: 'active',
      confidence: 0.7,
      importance: 0.2,
      source,
      from: 5,
      until: 2 ** 41,
      createdAt: all.now(),
      updatedAt: all.now(),
      timesUsed: 0,
    },
  });
});

test('of memories without any word each has its own signs', () => {
  using all = opened();
  const topics = ['thumb', 'pattern', 'thumb again'];
  const was = ['👍', '%_%\\', ' 👍 '].map((content, at) => all.store.upsert(all.draft(content, { topic: topics[at] ?? '' })).was);
  expect({ was, words: all.words() }).toEqual({ was: ['added', 'added', 'reinforced'], words: expect.arrayContaining(['👍', '%_%\\']) });
});

test('the same words make a memory surer, other words of the same topic end it, and another repository has its own', () => {
  using all = opened();
  const { memory: first } = all.store.upsert(all.draft('Uses npm.', { confidence: 0.5 }));
  const again = all.store.upsert(all.draft('uses NPM', { confidence: 0.5 }));
  const elsewhere = all.store.upsert(all.draft('Uses pnpm.', { project: 'r1' }));
  all.pass(hour);
  const other = all.store.upsert(all.draft('Uses yarn.'));
  expect({
    again: [again.was, again.memory.id === first.id, again.memory.confidence],
    elsewhere: elsewhere.was,
    other: [other.was, other.ended],
    first: all.store.get(first.id),
    words: all.words(),
  }).toMatchObject({
    again: ['reinforced', true, 0.65],
    elsewhere: 'added',
    other: ['added', [first.id]],
    first: { status: 'superseded', until: all.now(), supersededBy: other.memory.id },
    words: ['Uses yarn.', 'Uses pnpm.'],
  });
});

test('what was true at a moment is read as of that moment', () => {
  using all = opened();
  const began = all.now();
  const { memory } = all.store.upsert(all.draft('Lives in Brest.', { from: began - 10 * hour }));
  all.pass(hour);
  all.store.correct({ id: memory.id, content: 'Lives in Nantes.', source: { origin: 'manual' } });
  expect([all.words(began - 11 * hour), all.words(began), all.words()]).toEqual([[], ['Lives in Brest.'], ['Lives in Nantes.']]);
});

test('a correction ends the old words everywhere at once, and the search hears of each row', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.draft('Deploys on Fridays.'));
  all.store.upsert(all.draft('deploys on fridays', { project: 'r1', kind: 'fact', topic: 'deploying' }));
  all.told.length = 0;
  const { ended } = all.store.correct({ id: memory.id, content: 'Deploys on Mondays.', source: { origin: 'manual' } });
  expect({ ended: ended.length, words: all.words(), told: all.told.flat().length }).toEqual({
    ended: 2,
    words: ['Deploys on Mondays.'],
    told: 3,
  });
});

test('what was said before a correction does not come back, and what is said after it does', () => {
  using all = opened();
  const said = all.now();
  const { memory } = all.store.upsert(all.captured('Uses npm.', said));
  all.pass(hour);
  const { memory: own } = all.store.correct({ id: memory.id, content: 'Uses pnpm.', source: { origin: 'manual' } });
  all.pass(hour);
  const old = failure(() => all.store.upsert(all.captured('Uses npm', said)));
  const older = all.store.upsert(all.captured('Uses yarn', said - hour));
  const between = all.words();
  const source = { origin: 'tool', conversation: 'c1', message: 'm2' } as const;
  const unasked = failure(() => all.store.upsert(all.captured('Uses npm', all.now(), { source })));
  const back = all.store.upsert(all.captured('Uses npm', all.now(), { source }), [own.id]);
  expect({ old, older: older.was, between, unasked, back: back.was, words: all.words() }).toEqual({
    old: 'memory/outdated',
    older: 'superseded',
    between: ['Uses pnpm.'],
    unasked: 'memory/own-words',
    back: 'added',
    words: ['Uses npm'],
  });
});

test('a summary is kept only while nothing better stands on its topic', () => {
  using all = opened();
  const first = all.store.upsert(all.draft('They spoke about packages.', { kind: 'summary' }));
  const other = all.store.upsert(all.draft('They spoke about packages twice.', { kind: 'summary' }));
  const better = all.store.upsert(all.draft('Uses npm.', { kind: 'decision' }));
  const late = all.store.upsert(all.draft('They spoke again.', { kind: 'summary' }));
  expect({
    was: [first.was, other.was, better.was, late.was],
    same: other.memory.id === first.memory.id,
    late: late.memory.id,
    words: all.words(),
  }).toEqual({ was: ['added', 'updated', 'added', 'kept'], same: true, late: better.memory.id, words: ['Uses npm.'] });
});

test('what was forgotten is not captured again, in other words of the same message only if the person agrees, unless they write it down', () => {
  using all = opened();
  const said = all.now();
  const { memory } = all.store.upsert(all.captured('The person is allergic to peanuts and walnuts.', said));
  all.store.forget({ ids: [memory.id] });
  all.pass(1);
  const again = (content: string, from: number, more: Partial<Draft> = {}) =>
    failure(() => all.store.upsert(all.captured(content, from, more)));
  const source = { origin: 'captured', message: 'm9', quote: 'I am allergic to peaches and walnuts' } as const;
  const refused = [
    again('the person is allergic to PEANUTS and walnuts', all.now(), { source }),
    again('Is allergic to walnuts and to peanuts.', said, { source, topic: 'food' }),
    again('Eats no nuts.', said),
  ];
  const isNew = all.store.upsert(all.captured('The person is allergic to peaches and walnuts.', all.now(), { source, topic: 'fruit' })).was;
  const byHand = all.store.upsert(all.draft('The person is allergic to peanuts and walnuts.')).was;
  expect({ refused, isNew, byHand }).toEqual({
    refused: ['memory/forgotten', 'memory/alike-forgotten', 'memory/alike-forgotten'],
    isNew: 'added',
    byHand: 'added',
  });
});

test('forgetting takes the earlier versions along, can be undone for an hour, and then no word of it is left', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.draft('Likes tea.'));
  const { memory: now } = all.store.correct({ id: memory.id, content: 'Likes coffee.', source: { origin: 'manual' } });
  const before = [all.store.get(memory.id), all.store.get(now.id)];
  const { forgotten } = all.store.forget({ ids: [now.id] });
  const gone = [all.words(), failure(() => all.store.get(now.id)), failure(() => all.store.get(memory.id))];
  all.store.undo(undefined);
  const back = [all.store.get(memory.id), all.store.get(now.id)];
  const isFree = all.store.upsert(all.captured('Likes coffee', all.now())).was;
  all.store.forget({ text: 'LIKES' });
  all.pass(hour + 1);
  const late = failure(() => all.store.undo(undefined));
  all.store.purge();
  const dump = JSON.stringify(['memories', 'tombstones', 'changes'].map(table => all.db.prepare(`SELECT * FROM ${table}`).all()));
  expect({ forgotten, gone, same: back, isFree, late, dump: /likes|coffee|tea/i.test(dump) }).toEqual({
    forgotten: 2,
    gone: [[], 'memory/unknown', 'memory/unknown'],
    same: before,
    isFree: 'reinforced',
    late: 'memory/nothing-to-undo',
    dump: false,
  });
});

test('an edit, a merge and a new memory are undone too, but not under a later change of the same memory', () => {
  using all = opened();
  const { memory: one, change: added } = all.store.upsert(all.draft('Uses tabs.', { topic: 'tabs', tags: ['a'] }));
  const { memory: two } = all.store.upsert(all.draft('Indents by tabs.', { topic: 'indent', tags: ['b'] }));
  const { change: edited } = all.store.edit({ id: one.id, content: 'Uses spaces.', kind: 'decision' });
  const merged = all.store.merge({ ids: [one.id, two.id], title: 'Indent', content: 'Spaces, two.' });
  const after = [all.words(), merged.memory.tags];
  const blocked = failure(() => all.store.undo(edited));
  all.store.undo(merged.change);
  all.store.undo(edited);
  all.store.undo(added);
  expect({ after, blocked, words: all.words() }).toEqual({
    after: [['Spaces, two.'], ['a', 'b']],
    blocked: 'memory/nothing-to-undo',
    words: ['Indents by tabs.'],
  });
});

test('a selection to forget holds by conversation, topic, words and time, and nothing without any of them', () => {
  using all = opened();
  const began = all.now();
  all.store.upsert(all.captured('Uses Nginx.', began, { topic: 'server' }));
  all.pass(hour);
  all.store.upsert(all.draft('The café opens late.', { topic: 'Café hours' }));
  const words = (selection: Parameters<typeof all.store.preview>[0]) => all.store.preview(selection).memories.map(row => row.content);
  expect([
    words({ conversation: 'c1' }),
    words({ topic: 'cafe HOURS' }),
    words({ text: 'CAFE' }),
    words({ after: began + 1 }),
    words({ before: began + 1 }),
    words({ conversation: 'c1', after: began + 1 }),
    words({}),
    words({ text: ' ' }),
  ]).toEqual([['Uses Nginx.'], ['The café opens late.'], ['The café opens late.'], ['The café opens late.'], ['Uses Nginx.'], [], [], []]);
});

test('lists are read a page at a time, and the figures count what is there', () => {
  using all = opened();
  for (let n = 0; n < 5; n += 1) all.store.upsert(all.draft(`Number ${n}`, { topic: `t${n}`, ...(n % 2 === 0 && { project: 'r1' }) }));
  const first = all.store.list({ limit: 3 });
  const second = all.store.list({ limit: 3, after: first.next ?? '' });
  all.store.markUsed([first.memories[0]?.id ?? '', 'nobody']);
  expect({
    first: first.memories.map(memory => memory.content),
    second: second.memories.map(memory => memory.content),
    end: second.next,
    global: all.store.list({ scope: 'global' }).memories.length,
    other: all.store.list({ project: 'r2' }).memories.length,
    used: all.store.get(first.memories[0]?.id ?? '').timesUsed,
    stats: all.store.stats(),
  }).toEqual({
    first: ['Number 4', 'Number 3', 'Number 2'],
    second: ['Number 1', 'Number 0'],
    end: undefined,
    global: 2,
    other: 2,
    used: 1,
    stats: { active: 5, superseded: 0, deleted: 0, byKind: { preference: 5 }, global: 2, project: 3 },
  });
});

test('what nobody would see in a memory is shown with its code, in new words, corrected and edited ones, so that it tells no model anything', async () => {
  using all = opened();
  const hidden = (text: string) => `${text}\u{e0041}\u202e`;
  const { memory } = all.store.upsert(
    all.draft(hidden('Uses npm'), { title: hidden('Npm'), topic: hidden('npm'), tags: [hidden('tools')] }),
  );
  const { memory: corrected } = all.store.correct({ id: memory.id, content: hidden('Uses pnpm'), source: { origin: 'manual' } });
  const { memory: edited } = all.store.edit({ id: corrected.id, title: hidden('Pnpm'), content: hidden('Uses yarn') });
  await all.store.importAll([all.draft(hidden('Likes tea'), { source: { origin: 'import' } })]);
  const all4 = JSON.stringify([memory, corrected, edited, all.store.everything()]);
  expect([/[\u{e0041}\u202e]/u.test(all4), edited.content.startsWith('Uses yarn')]).toEqual([false, true]);
});

test('what was forgotten does not come back from a list without dates; what is like it is handed back; with a date after it, it comes', async () => {
  using all = opened();
  const { memory } = all.store.upsert(all.draft('The lighthouse of Kereon is the property of Mallory.'));
  all.store.forget({ ids: [memory.id] });
  all.pass(hour);
  const source = { origin: 'import' } as const;
  const same = await all.store.importAll([all.draft('The lighthouse of Kereon is a property of Mallory!', { source })]);
  const other = 'The lighthouse of Kereon became the property of Mallory.';
  const undated = await all.store.importAll([all.draft(other, { source })]);
  const dated = await all.store.importAll([all.draft(other, { source, from: all.now() })]);
  expect([same.forgotten, undated.alike.length, undated.added, dated.added]).toEqual([1, 1, 0, 1]);
});

test('an addition that asks never ends a memory of its title in silence: it is refused with that one’s words, or holds beside it', () => {
  using all = opened();
  const note = (content: string, onTopic?: Draft['onTopic']) =>
    all.store.placed(all.draft(content, { title: 'Note', kind: 'fact', ...(onTopic !== undefined && { onTopic }) }));
  all.store.upsert(note('Anna lives in Brest.', 'ask'));
  const refused = failure(() => note('Marie lives in Lyon.', 'ask'));
  const same = failure(() => void note('anna lives in BREST', 'ask'));
  all.store.upsert(note('Marie lives in Lyon.', 'beside'));
  all.store.upsert(note('Paul lives in Metz.', 'beside'));
  const beside = all.words();
  all.store.upsert(note('Anna lives in Nantes.'));
  expect({ refused, same, beside, replaced: all.words() }).toEqual({
    refused: 'memory/topic-taken',
    same: undefined,
    beside: ['Paul lives in Metz.', 'Marie lives in Lyon.', 'Anna lives in Brest.'],
    replaced: ['Anna lives in Nantes.', 'Paul lives in Metz.', 'Marie lives in Lyon.'],
  });
});

test('a refused proposal is no forgotten memory, though its words stay out', () => {
  using all = opened();
  const draft = all.captured('Plays the organ.', all.now());
  all.proposals.capture(draft);
  const [proposal] = all.proposals.list({}).proposals;
  all.proposals.refuse(proposal?.id ?? '');
  const { memory } = all.store.upsert(all.draft('Likes tea.', { topic: 'tea' }));
  all.store.forget({ ids: [memory.id] });
  expect([all.store.stats().deleted, all.store.isNews(draft)]).toEqual([1, false]);
});
