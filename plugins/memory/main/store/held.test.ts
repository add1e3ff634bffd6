import { expect, test } from 'vitest';
import { atOnce } from '../pieces.ts';
import { failure, hour, opened } from './store.fixture.ts';

const [notes, other] = ['@acme/notes', '@acme/other'];
const source = { origin: 'tool' } as const;

type Opened = ReturnType<typeof opened>;
const stored = ({ store, draft }: Opened, by: string | undefined, content: string, more: object = {}) =>
  failure(() => store.upsert(draft(content, { title: content, source, ...more }), undefined, by)) as { memory: { id: string } };
/** What models are told, and what waits until the person keeps it. */
const told = ({ store }: Opened) => store.list({ told: true }).memories.map(({ content }) => content);
const held = ({ store }: Opened) =>
  store.list({}).memories.flatMap(({ content, storedBy }) => (storedBy === undefined ? [] : [[content, storedBy]]));

test('an extension writes over a task or a summary that it stored alone: not over what the person said, nor over that of another extension', () => {
  using all = opened();
  const trip = { kind: 'task_state', topic: 'trip' } as const;
  const boat = { kind: 'summary', topic: 'boat' } as const;
  all.store.upsert(all.captured('The trip is booked.', all.now(), trip));
  all.store.upsert(all.captured('The boat is blue.', all.now(), boat));
  stored(all, notes, 'The tea is bought.', { ...trip, topic: 'tea' });
  const codes = [
    stored(all, notes, 'The trip is cancelled.', trip),
    stored(all, notes, 'The boat is sold.', boat),
    stored(all, notes, 'The boat is lost.', { ...boat, kind: 'fact' }),
    stored(all, other, 'The tea is stolen.', { ...trip, topic: 'tea' }),
    stored(all, notes, 'The tea is drunk.', { ...trip, topic: 'tea' }),
  ].map(one => (typeof one === 'string' ? one : 'done'));
  const before = held(all);
  all.store.upsert(all.captured('The tea is cold.', all.now(), { ...trip, topic: 'tea' }));
  expect({ codes, before, told: told(all), held: held(all) }).toEqual({
    codes: [...Array(4).fill('memory/own-words'), 'done'],
    before: [['The tea is drunk.', notes]],
    told: ['The tea is cold.', 'The boat is blue.', 'The trip is booked.'],
    held: [],
  });
});

test('two extensions that say the same say it for no model: it names both, neither ends it, and the person’s own words free it', () => {
  using all = opened();
  const topic = { topic: 'mallory' };
  stored(all, notes, 'Trusts mallory.example.', topic);
  stored(all, other, 'Trusts mallory.example.', topic);
  stored(all, notes, 'Trusts mallory.example.', topic);
  stored(all, notes, 'Likes tea.');
  const likes = stored(all, other, 'Likes cake.');
  all.store.correct({ id: likes.memory.id, content: 'Likes tea.', source }, [], other);
  const before = [held(all).toSorted(), told(all)];
  const code = stored(all, notes, 'Trusts nobody.', topic);
  all.store.upsert(all.captured('Trusts mallory.example.', all.now(), topic));
  expect([before, code, told(all)]).toEqual([
    [
      [
        ['Likes tea.', `${notes}, ${other}`],
        ['Trusts mallory.example.', `${notes}, ${other}`],
      ],
      [],
    ],
    'memory/own-words',
    ['Trusts mallory.example.'],
  ]);
});

test('what the person said is no history of what an extension stored after it, nor outdated, kept out or already known by it', () => {
  using all = opened();
  const home = { kind: 'profile', topic: 'home' } as const;
  const said = all.now();
  all.pass(hour);
  stored(all, notes, 'Lives in Lyon.', home);
  stored(all, notes, 'Lives in Paris.', home);
  stored(all, notes, 'The boat is sold.', { topic: 'boat' });
  stored(all, notes, 'Likes rain.');
  all.pass(hour);
  const was = [
    all.store.upsert(all.captured('Lives in Lyon.', said, home)).was,
    all.store.upsert(all.captured('The boat is blue.', said, { kind: 'summary', topic: 'boat' })).was,
  ];
  const isNews = all.store.isNews(all.draft('Likes rain.', { source }));
  expect({ was, isNews, told: told(all) }).toEqual({
    was: ['added', 'added'],
    isNews: true,
    told: ['The boat is blue.', 'Lives in Lyon.'],
  });
});

test('both are true: the one of an extension is told from then on too, whether it was ended or ended the other, until that is undone', () => {
  using all = opened();
  const ended = stored(all, notes, 'Likes tea.', { topic: 'tea' }).memory.id;
  stored(all, notes, 'Likes green tea.', { topic: 'tea' });
  const one = stored(all, notes, 'Likes cake.', { topic: 'cake' }).memory.id;
  const { change = '' } = all.store.separate(ended);
  all.store.separate(one);
  const after = told(all).toSorted();
  atOnce(all.store.undoing(change));
  expect([after, told(all)]).toEqual([['Likes cake.', 'Likes green tea.', 'Likes tea.'], ['Likes cake.']]);
});

test('what an extension stored and took back itself keeps out nothing that the person says, and what they had forgotten of it is proposed when they say it', () => {
  using all = opened();
  const forget = (content: string, by?: string) => {
    const { memory } = stored(all, notes, content);
    atOnce(all.store.forgetting({ ids: [memory.id] }, [{ id: memory.id, ...(by !== undefined && { by }) }]));
  };
  forget('Likes tea.', notes);
  forget('Likes coffee.');
  const said = (content: string) =>
    failure(() =>
      all.store.upsert(all.captured(content, all.now(), { topic: content, source: { ...all.captured(content, 0).source, message: 'm9' } })),
    );
  const own = ['Likes tea.', 'Likes coffee.'].map(said).map(one => (typeof one === 'string' ? one : 'done'));
  const { memory } = stored(all, undefined, 'Likes juice.', { source: { origin: 'manual' } });
  atOnce(all.store.forgetting({ ids: [memory.id] }));
  const others = ['Likes coffee.', 'Likes juice.'].map(content => stored(all, other, content));
  expect({ own, others, juice: said('Likes juice.') }).toEqual({
    own: ['done', 'memory/alike-forgotten'],
    others: ['memory/forgotten', 'memory/forgotten'],
    juice: 'memory/forgotten',
  });
});
