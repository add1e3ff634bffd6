import { expect, test } from 'vitest';
import { failure, hour, opened } from './store.fixture.ts';

test.each(['manual', 'import'] as const)('capture ends nothing of origin %s: the person sees both and decides', origin => {
  using all = opened();
  const { memory } = all.store.upsert(all.draft('Uses npm.', { source: { origin } }));
  const state = all.store.upsert(all.draft('The migration runs.', { kind: 'task_state', topic: 'task', source: { origin } })).memory;
  all.pass(hour);
  const found = all.captured('Uses yarn.', all.now());
  const refused = [
    failure(() => all.store.upsert(found)),
    failure(() => all.store.upsert(all.captured('The migration is done.', all.now(), { kind: 'task_state', topic: 'task' }))),
  ];
  const there = [all.store.get(memory.id).status, all.store.get(state.id).content];
  all.proposals.capture(found);
  const [proposal] = all.proposals.list({}).proposals;
  const { ended } = all.proposals.accept(proposal?.id ?? '', {});
  expect({ refused, there, against: proposal?.memories?.map(({ id }) => id), ended }).toEqual({
    refused: ['memory/own-words', 'memory/own-words'],
    there: ['active', 'The migration runs.'],
    against: [memory.id],
    ended: [memory.id],
  });
});

test('what the person agrees to holds from then on, also where something else was said since', () => {
  using all = opened();
  const said = all.now();
  all.pass(hour);
  const { memory } = all.store.upsert(all.draft('Uses npm.'));
  const { memory: now } = all.store.correct({ id: memory.id, content: 'Uses pnpm.', source: { origin: 'manual' } });
  all.proposals.capture(all.captured('Uses yarn.', said));
  const [proposal] = all.proposals.list({}).proposals;
  all.pass(hour);
  const stored = all.proposals.accept(proposal?.id ?? '', {});
  expect([stored.was, stored.ended, stored.memory.status, stored.memory.from, all.words()]).toEqual([
    'added',
    [now.id],
    'active',
    all.now(),
    ['Uses yarn.'],
  ]);
});

test('both are true: the one that was ended is itself again, on a topic of its own, and a later one of the topic does not end it', () => {
  using all = opened();
  const { memory: one } = all.store.upsert(all.draft('Uses npm at work.'));
  const { memory: two } = all.store.upsert(all.draft('Uses yarn at home.'));
  const { memory, change } = all.store.separate(one.id);
  const both = [memory.id === one.id, memory.topic, all.words()];
  all.store.upsert(all.draft('Uses bun at home.'));
  const later = all.words();
  const third = all.store.separate(two.id).memory.topic;
  expect({ both, later, third, undone: all.store.undo(change).restored }).toEqual({
    both: [true, 'package-manager-2', ['Uses yarn at home.', 'Uses npm at work.']],
    later: ['Uses bun at home.', 'Uses npm at work.'],
    third: 'package-manager-3',
    undone: 1,
  });
});

test('two who change different things of a memory both keep what they wrote; of the same thing the later one is told and loses nothing', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.draft('Uses npm.', { tags: ['a'] }));
  const { id, tags, content, title } = memory;
  all.store.edit({ id, content: 'Uses pnpm.', was: { content } });
  all.store.edit({ id, tags: ['b'], title: 'Packages', was: { tags, title } });
  const both = all.store.get(id);
  const late = failure(() => all.store.edit({ id, content: 'Uses yarn.', was: { content } }));
  const kept = all.store.get(id).content;
  all.store.edit({ id, content: 'Uses yarn.', was: { content: kept } });
  expect([both.content, both.tags, both.title, late, kept, all.store.get(id).content]).toEqual([
    'Uses pnpm.',
    ['b'],
    'Packages',
    'memory/changed-meanwhile',
    'Uses pnpm.',
    'Uses yarn.',
  ]);
});

test('a title that tells the old words tells the new ones after a correction, and one that names the subject stays', () => {
  using all = opened();
  const titles = (title: string, content: string, corrected: string) => {
    const { id } = all.store.upsert(all.draft(content, { title })).memory;
    return all.store.correct({ id, title, content: corrected, source: { origin: 'manual' } }).memory.title;
  };
  expect([
    titles('Lives in Brest', 'The person lives in Brest.', 'The person lives in Nantes.'),
    titles('Home: Lyon', 'The home is Lyon.', 'The home is Paris.'),
    titles('Package manager', 'Uses npm.', 'Uses pnpm.'),
    titles('Coffee', 'Drinks coffee black.', 'Drinks coffee with milk.'),
  ]).toEqual(['The person lives in Nantes.', 'The home is Paris.', 'Package manager', 'Coffee']);
});

test('a project that gets another key keeps its memories, and one that began as a copy of the same repository is not told them', () => {
  using all = opened();
  const folder = 'folder:1';
  all.store.seenFolder({ folder, identity: 'a', project: folder });
  const first = all.store.upsert(all.draft('Tests run by make.', { project: folder })).memory;
  all.store.seenFolder({ folder, identity: 'a', project: 'example.org/p' });
  const added = all.store.list({ project: 'example.org/p' }).memories.length;
  const { ended } = all.store.upsert(all.draft('Tests run by npm.', { project: 'example.org/p' }));
  all.store.seenFolder({ folder, identity: 'a', project: 'example.org/q' });
  all.store.upsert(all.draft('The key of q.', { project: 'example.org/q', topic: 'q' }));
  const told = (project: string) => all.store.list({ project }).memories.map(({ content }) => content);
  const renamed = told('example.org/q');
  const copy = told('example.org/p');
  all.store.seenFolder({ folder, identity: 'a', project: folder });
  const removed = told(folder);
  // Another repository at the same path.
  all.store.seenFolder({ folder, identity: 'b', project: 'example.org/other' });
  expect({ added, ended, renamed, copy, removed, other: told('example.org/other') }).toEqual({
    added: 1,
    ended: [first.id],
    renamed: ['The key of q.', 'Tests run by npm.'],
    copy: ['Tests run by npm.'],
    removed: ['The key of q.', 'Tests run by npm.'],
    other: [],
  });
});

test('a folder that names the repository of another one is not given its memories until the person agrees, and is not asked about twice', () => {
  using all = opened();
  const mine = { folder: 'folder:1', identity: 'a', project: 'example.org/secret' };
  const other = { folder: 'folder:2', identity: 'b', project: 'example.org/secret' };
  const first = all.store.isShared(mine);
  all.store.seenFolder(mine);
  all.store.upsert(all.draft('The launch is in May.', { project: mine.project }));
  const imported = { folder: 'folder:3', identity: 'c', project: 'example.org/imported' };
  all.store.upsert(all.draft('Came with a file.', { project: imported.project, topic: 'file' }));
  const asked = [all.store.isShared(mine), all.store.isShared(other), all.store.isShared(imported)];
  all.store.seenFolder({ ...other, project: other.folder });
  all.store.upsert(all.draft('The copy has notes.', { project: other.folder, topic: 'notes' }));
  const later = { ...other, identity: 'd' };
  const share = (known: typeof other) => all.proposals.share(known, '/home/copy');
  const proposed = [share(later), share(later)];
  const [claim] = all.proposals.list({}).proposals;
  all.proposals.refuse(claim?.id ?? '');
  proposed.push(share(later), share(other));
  all.proposals.acceptCopy(all.proposals.list({}).proposals[0]?.id ?? '');
  expect({
    first,
    asked,
    proposed,
    claim: [claim?.kind, claim?.title, claim?.content],
    shared: [all.store.isShared(other), all.store.isShared(later)],
    told: all.store.list({ project: other.project }).memories.map(({ content }) => content),
  }).toEqual({
    first: true,
    asked: [true, false, false],
    proposed: [true, false, false, true],
    claim: ['share', 'example.org/secret', '/home/copy'],
    shared: [true, false],
    told: ['The copy has notes.', 'The launch is in May.'],
  });
});

test('what the person mended is theirs: no capture, model or extension ends it by itself; what they kept no model and no extension ends without a word', () => {
  using all = opened();
  const { memory } = all.store.upsert(all.captured('Lives in Brest.', all.now(), { topic: 'home' }));
  all.pass(10);
  const mended = all.store.edit({ id: memory.id, content: 'Lives in the port of Brest.' }).memory;
  all.pass(10);
  const tool = { origin: 'tool', conversation: 'c2', message: 'm2', quote: 'the house of Mallory' } as const;
  const kept = all.store.upsert(all.captured('Drinks tea.', all.now(), { topic: 'drinks' })).memory;
  all.store.keep([kept.id]);
  all.pass(10);
  expect({
    origin: [mended.source.origin, mended.source.quote],
    tool: failure(() => all.store.upsert(all.draft('Lives at Mallory’s.', { topic: 'home', source: tool })).was),
    capture: failure(() => all.store.upsert(all.captured('Lives in Nantes.', all.now(), { topic: 'home' })).was),
    correct: failure(() => all.store.correct({ id: mended.id, content: 'Lives at Mallory’s.', source: tool }).was),
    keptByTool: failure(() => all.store.upsert(all.draft('Drinks oil.', { topic: 'drinks', source: tool })).was),
    keptCorrected: failure(() => all.store.correct({ id: kept.id, content: 'Drinks oil.', source: tool }).was),
    shown: failure(() => all.store.correct({ id: kept.id, content: 'Drinks water.', source: tool }, [kept.id]).was),
    words: all.words(),
  }).toEqual({
    origin: ['manual', 'Lives in Brest.'],
    ...{ tool: 'memory/own-words', capture: 'memory/own-words', correct: 'memory/own-words' },
    ...{ keptByTool: 'memory/own-words', keptCorrected: 'memory/own-words', shown: 'added' },
    words: ['Drinks water.', 'Lives in the port of Brest.'],
  });
});
