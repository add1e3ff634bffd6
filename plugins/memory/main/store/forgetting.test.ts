import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Draft } from '../../contract/index.ts';
import { failure, hour, opened } from './store.fixture.ts';
import { hmacOf } from './tombstones.ts';

const brother = 'The brother of the person lives in Brest and works as a baker.';
const sister = 'The sister of the person lives in Brest and works as a baker.';

test('another fact about what was forgotten is for the person to decide, and the same one stays out whatever its case, accents and small words', () => {
  using all = opened();
  const said = all.now();
  const source = { origin: 'captured', conversation: 'c9', message: 'm9' } as const;
  const again = (content: string, more: Partial<Draft> = {}) =>
    failure(() => all.store.upsert(all.captured(content, said - 5, { source, topic: content, ...more })));
  const { memory } = all.store.upsert(all.captured(brother, said - 9, { topic: 'brother' }));
  all.store.forget({ ids: [memory.id] });
  const same = ['THE BROTHER of the person; lives in Brést and works as a baker', brother.replace('a baker', 'the baker')].map(one =>
    again(one),
  );
  const other = again(sister);
  // A fork has the same message by another id.
  const fork = again('He bakes.', { from: said - 9 });
  const far = all.store.upsert(all.captured('The port of Quimper opens at six.', said, { source, topic: 'port' })).was;
  expect({ same, other, fork, far, words: all.words() }).toEqual({
    same: ['memory/forgotten', 'memory/forgotten'],
    other: 'memory/alike-forgotten',
    fork: 'memory/alike-forgotten',
    far: 'added',
    words: ['The port of Quimper opens at six.'],
  });
});

test('what is like something forgotten is proposed with that word, and is a memory when the person agrees', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.captured(brother, all.now(), { topic: 'brother' }));
  all.store.forget({ ids: [memory.id] });
  const proposed = [sister, brother].map(content => all.proposals.capture(all.captured(content, all.now(), { topic: 'family' })));
  const { proposals } = all.proposals.list({});
  const { memory: kept } = all.proposals.accept(proposals[0]?.id ?? '', {});
  expect({ proposed, why: proposals.map(({ content, forgotten }) => [content, forgotten]), kept: kept.content }).toEqual({
    proposed: [true, false],
    why: [[sister, true]],
    kept: sister,
  });
});

test('forgetting takes the proposals along that say it or fit what was asked for, and undoing it brings them back', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.draft('Likes tea.', { topic: 'tea' }));
  const propose = (content: string, conversation: string) =>
    all.proposals.capture(
      all.captured(content, all.now(), { topic: content, source: { origin: 'captured', conversation, message: content } }),
    );
  propose('Likes the tea!', 'c1');
  propose('Drinks green tea in the evening.', 'c2');
  propose('Plays the piano.', 'c3');
  const left = () => all.proposals.list({}).proposals.map(({ content }) => content);
  // Words that are there are not proposed.
  const first = left();
  const preview = all.store.preview({ text: 'TEA' });
  const { change } = all.store.forget({ text: 'tea' });
  const byWords = left();
  all.store.undo(change);
  const back = left();
  const { change: byConversation } = all.store.forget({ conversation: 'c3' });
  expect({
    first: first.length,
    preview: [preview.total, preview.proposals],
    byWords,
    back: back.length,
    last: left(),
    undone: byConversation !== undefined,
    memory: all.store.get(memory.id).status,
  }).toEqual({
    first: 3,
    preview: [1, 2],
    byWords: ['Plays the piano.'],
    back: 3,
    last: ['Drinks green tea in the evening.', 'Likes the tea!'],
    undone: true,
    memory: 'active',
  });
});

test('more than a thousand are forgotten at once, as many as were counted, and none that came since', async () => {
  using all = opened();
  await all.store.importAll(
    Array.from({ length: 1203 }, (_, n) => all.draft(`Tea number ${n}`, { topic: `t${n}`, source: { origin: 'import' } })),
  );
  const preview = all.store.preview({ text: 'tea' });
  all.store.upsert(all.draft('Tea that came later.', { topic: 'later' }));
  const { forgotten, change } = all.store.forget({ text: 'tea', upTo: preview.upTo });
  const left = all.words();
  const { restored } = all.store.undo(change);
  expect({ listed: preview.memories.length, total: preview.total, forgotten, left, restored }).toEqual({
    listed: 1000,
    total: 1203,
    forgotten: 1203,
    left: ['Tea that came later.'],
    restored: 1203,
  });
});

test('what is put back is the same memory as before, with its history, and may be captured again', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.captured('Likes tea.', all.now(), { tags: ['a'] }));
  const { memory: now } = all.store.correct({ id: memory.id, content: 'Likes coffee.', source: { origin: 'manual' } });
  const before = [all.store.get(memory.id), all.store.get(now.id)];
  const { change } = all.store.forget({ ids: [now.id] });
  all.pass(hour / 2);
  all.store.putBack(now.id);
  const after = [all.store.get(memory.id), all.store.get(now.id)];
  expect({
    after,
    twice: failure(() => all.store.putBack(now.id)),
    undo: failure(() => all.store.undo(change)),
    free: all.store.upsert(all.captured('Likes coffee', all.now())).was,
  }).toEqual({
    after: before.map(one => ({ ...one, updatedAt: expect.any(Number) })),
    twice: 'memory/unknown',
    undo: 'memory/nothing-to-undo',
    free: 'reinforced',
  });
});

test('no memory is there twice: not after a correction to words that are there, nor after an undo of what was written again', () => {
  using all = opened();
  const one = all.store.upsert(all.draft('Uses npm.', { topic: 'a' })).memory;
  const two = all.store.upsert(all.draft('Uses pnpm.', { topic: 'b' })).memory;
  const corrected = all.store.correct({ id: one.id, content: 'uses PNPM', source: { origin: 'manual' } });
  const afterCorrection = all.words();
  all.store.undo(corrected.change);
  const undone = all.words();
  const { change } = all.store.forget({ ids: [one.id] });
  all.store.upsert(all.draft('Uses npm!', { topic: 'c' }));
  all.store.undo(change);
  expect({
    was: [corrected.was, corrected.memory.id],
    afterCorrection,
    undone,
    words: all.words(),
    old: all.store.get(one.id).status,
  }).toEqual({
    was: ['reinforced', two.id],
    afterCorrection: ['Uses pnpm.'],
    undone: ['Uses pnpm.', 'Uses npm.'],
    words: ['Uses npm!', 'Uses pnpm.'],
    old: 'superseded',
  });
});

test('a long import lets other work go on, and what is forgotten meanwhile does not come with it', async () => {
  using all = opened();
  const source = { origin: 'import' } as const;
  const gone = 'Green tea is drunk at home.';
  const drafts = Array.from({ length: 1000 }, (_, n) =>
    all.draft(n === 700 ? gone : `A boat with the name ${n} lies in the port.`, { topic: `t${n}`, source }),
  );
  const { memory } = all.store.upsert(all.draft(gone));
  let turns = 0;
  let isOver = false;
  const importing = all.store.importAll(drafts).finally(() => (isOver = true));
  for (; !isOver; turns += 1) {
    await setImmediate();
    if (turns === 2) all.store.forget({ ids: [memory.id] });
  }
  const { added, forgotten, change } = await importing;
  const count = all.store.stats().active;
  all.store.undo(change);
  expect({ isFree: turns >= 20, added, forgotten, count: count === added, left: all.words() }).toEqual({
    isFree: true,
    added: 999,
    forgotten: 1,
    count: true,
    left: [],
  });
});

test('former words stay out while their memory is forgotten: not before, not after it is put back, and not once the person wrote them down again', () => {
  using all = opened();
  const source = { origin: 'captured', conversation: 'c2', message: 'm2' } as const;
  const known = (content: string) => !all.store.isNews(all.captured(content, all.now(), { topic: 'other', source }));
  const { memory } = all.store.upsert(all.captured('Likes tea.', all.now()));
  all.store.edit({ id: memory.id, content: 'Plays the piano.' });
  const edited = known('likes the TEA');
  const { change } = all.store.forget({ ids: [memory.id] });
  const forgotten = known('likes the TEA');
  all.store.undo(change);
  const undone = known('likes the TEA');
  all.store.forget({ ids: [memory.id] });
  all.pass(2 * hour);
  all.store.purge();
  const purged = known('likes the TEA');
  const { memory: written } = all.store.upsert(all.draft('Likes tea.', { topic: 'tea' }));
  all.store.edit({ id: written.id, content: 'Likes coffee.' });
  const back = known('Likes tea.');
  const { memory: task } = all.store.upsert(all.captured('The boat is half painted.', all.now(), { kind: 'task_state', topic: 'boat' }));
  all.store.upsert(all.captured('The boat is painted.', all.now() + 1, { kind: 'task_state', topic: 'boat' }));
  all.store.forget({ ids: [task.id] });
  expect({ edited, forgotten, undone, purged, back, task: known('The boat is half painted.') }).toEqual({
    edited: false,
    forgotten: true,
    undone: false,
    purged: true,
    back: false,
    task: true,
  });
});

test('the hash of words is an HMAC, as former versions made it', () => {
  const key = new Uint8Array(16).map((_, at) => at * 17);
  const texts = ['', 'likes tea', 'aime le thé', 'x'.repeat(9000)];
  expect(texts.map(text => hmacOf(key)(text).toString('hex'))).toEqual(
    texts.map(text => createHmac('sha256', key).update(text).digest('hex')),
  );
});
