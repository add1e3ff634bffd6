import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { candidate, opened } from './harness.fixture.ts';

const codeOf = (error: { code: string }) => error.code;

test('without a candidate the harness changes neither the prompt nor any call', async () => {
  await using at = await opened();
  await at.turn('Look.', [{ name: 'bash', arguments: { command: 'echo one 2>/dev/null' } }]);
  const { active, candidates, problems } = await at.harness.call('list', {});
  expect({
    asked: at.asked(),
    active,
    problems,
    ids: candidates.map(({ candidate: one, isFixed }) => [one.id, isFixed]),
    archived: existsSync(join(at.archive, 'active.json')),
  }).toEqual({
    asked: expect.stringMatching(/one(?!.*environment_snapshot)(?!.*harness)/s),
    ...{ active: 'default', problems: [], ids: [['default', true]], archived: false },
  });
});

test('the active candidate adds its sections, denies what it does not let through, and advises after a failure; the default one ends that', async () => {
  await using at = await opened();
  const narrow = candidate('narrow', {
    prompt: { before: [{ title: 'First', text: 'You whistle.' }], after: [{ title: 'Last', text: 'You hum.' }] },
    permissions: { mode: 'only', tools: ['read'] },
    hooks: { before: 'off', after: 'Look at the folder first.' },
  });
  await at.harness.call('save', narrow);
  await at.harness.call('activate', { id: 'narrow' });
  const conversation = await at.turn('Look.', [
    { name: 'bash', arguments: { command: 'echo never' } },
    { name: 'read', arguments: { path: 'nowhere.txt' } },
  ]);
  const narrowed = at.asked();
  await at.harness.call('remove', { id: 'narrow' });
  await at.turn('Again.', [{ name: 'bash', arguments: { command: 'echo $((20 + 22))' } }], conversation);
  expect({
    order: [narrowed.indexOf('You whistle.') < narrowed.indexOf('You hum.'), narrowed.includes('You whistle.')],
    denied: narrowed.includes('lets only these tools be called: read'),
    advised: narrowed.includes('Look at the folder first.'),
    after: [at.asked().includes('You hum.'), at.asked().includes('42')],
    active: (await at.harness.call('list', {})).active,
    file: existsSync(join(at.archive, 'candidates/narrow')),
  }).toEqual({
    ...{ order: [true, true], denied: true, advised: true, after: [false, true] },
    ...{ active: 'default', file: false },
  });
});

test('C11: no candidate allows what the access mode refuses', async () => {
  await using at = await opened();
  await at.harness.call('save', candidate('wide', { permissions: { mode: 'only', tools: ['read', 'bash'] } }));
  await at.harness.call('activate', { id: 'wide' });
  await at.turn('Look.', [{ name: 'read', arguments: { path: '/etc/passwd' } }]);
  expect(at.asked()).not.toContain('root:');
});

test('a candidate of a newer Atelier, a broken one and one with another name are told with a code and left as they are; the default one holds', async () => {
  const files = {
    'active.json': JSON.stringify({ version: 1, id: 'future' }),
    'candidates/future/candidate.json': JSON.stringify({ ...candidate('future'), version: 2, telepathy: true }),
    'candidates/broken/candidate.json': '{"version": 1,',
    'candidates/odd/candidate.json': JSON.stringify({ ...candidate('odd'), permissions: { mode: 'everything', tools: [] } }),
    'candidates/one/candidate.json': JSON.stringify(candidate('other')),
    'candidates/good/candidate.json': JSON.stringify(candidate('good')),
  };
  await using at = await opened(files);
  const { active, candidates, problems } = await at.harness.call('list', {});
  const refusals = [
    await at.harness.call('activate', { id: 'future' }).catch(codeOf),
    await at.harness.call('save', candidate('future')).catch(codeOf),
    await at.harness.call('save', candidate('default')).catch(codeOf),
    await at.harness.call('remove', { id: 'default' }).catch(codeOf),
  ];
  await at.turn('Look.', [{ name: 'bash', arguments: { command: 'echo $((20 + 22))' } }]);
  expect({
    active,
    ids: candidates.map(one => one.candidate.id),
    codes: problems.map(({ code, en, fr }) => [code, en !== fr]).toSorted(),
    refusals,
    works: at.asked().includes('42'),
    kept: readFileSync(join(at.archive, 'candidates/future/candidate.json'), 'utf8'),
  }).toEqual({
    active: 'default',
    ids: ['default', 'good'],
    codes: [
      ['harness/newer-candidate', true],
      ['harness/unreadable-candidate', true],
      ['harness/unreadable-candidate', true],
      ['harness/unreadable-candidate', true],
    ],
    refusals: ['harness/unknown-candidate', 'harness/newer-candidate', 'harness/fixed-candidate', 'harness/fixed-candidate'],
    works: true,
    kept: files['candidates/future/candidate.json'],
  });
});

test('an active candidate whose file is gone leaves the default one, and says so', async () => {
  await using at = await opened({ 'active.json': JSON.stringify({ version: 1, id: 'gone' }) });
  const { active, problems } = await at.harness.call('list', {});
  expect([active, problems.map(({ code }) => code)]).toEqual(['default', ['harness/unknown-candidate']]);
});

test('of more candidates than are read the page says that some are left out', async () => {
  const ids = Array.from({ length: 52 }, (_, at) => `one-${at}`);
  await using at = await opened(Object.fromEntries(ids.map(id => [`candidates/${id}/candidate.json`, JSON.stringify(candidate(id))])));
  const { candidates, problems } = await at.harness.call('list', {});
  expect([candidates.length, problems.map(({ code, en }) => [code, en.includes('2 are left out')])]).toEqual([
    51,
    [['harness/left-out', true]],
  ]);
});

test('a first prompt waits for no snapshot of the environment; the next one has it, of the project alone', async () => {
  await using at = await opened();
  await at.harness.call('save', candidate('aware', { bootstrap: { environmentSnapshot: true } }));
  await at.harness.call('activate', { id: 'aware' });
  const conversation = await at.turn('Look.', [], undefined, await at.addProject());
  const first = at.asked().includes('<environment_snapshot>');
  await expect
    .poll(async () => {
      await at.turn('And now?', [], conversation);
      return at.asked().includes('<environment_snapshot>');
    })
    .toBe(true);
  expect({ first, git: at.asked().includes('Git: a repository') }).toEqual({ first: false, git: true });
});

test('a word goes with its thumb: the other thumb begins without one, the same keeps it', async () => {
  await using at = await opened();
  const conversation = await at.turn('Say it.');
  const [entry = ''] = at.answers;
  const rate = async (thumb: 'up' | 'down', word?: string) => {
    await at.harness.call('rate', { conversation, entry, thumb, ...(word !== undefined && { word }) });
    const [rating] = await at.harness.call('ratings', { conversation });
    return [rating?.thumb, rating?.word];
  };
  expect([await rate('up', 'clear'), await rate('up'), await rate('down'), await rate('down', 'wrong'), await rate('up')]).toEqual([
    ['up', 'clear'],
    ['up', 'clear'],
    ['down', ''],
    ['down', 'wrong'],
    ['up', ''],
  ]);
});

test('a thumb and its word are kept, changed, taken back, shown on the answer, and gone with the conversation', async () => {
  await using at = await opened();
  const conversation = await at.turn('Say it.');
  const [entry = ''] = at.answers;
  await at.harness.call('rate', { conversation, entry, thumb: 'up', word: ' short ' });
  const rated = await at.harness.call('ratings', { conversation });
  await at.harness.call('rate', { conversation, entry, thumb: 'down', word: 'too short' });
  const labels = await at.kernel.run('harness.downLabels', { conversation });
  await at.harness.call('rate', { conversation, entry, thumb: 'none' });
  const back = await at.harness.call('ratings', { conversation });
  expect({ rated, labels, back }).toEqual({
    rated: [{ entry, thumb: 'up', word: 'short' }],
    labels: { labels: [{ entry, text: expect.stringContaining('too short') }] },
    back: [],
  });
});

test('new conversations record the active candidate only if the person has switched that on, and their thumbs count for it', async () => {
  await using at = await opened();
  await at.harness.call('save', candidate('kind'));
  await at.harness.call('activate', { id: 'kind' });
  const before = await at.turn('One.');
  await at.harness.call('setRecording', { on: true });
  const after = await at.turn('Two.');
  await expect.poll(() => at.recorded(after)).toBe('kind');
  for (const [index, conversation] of [before, after].entries())
    await at.harness.call('rate', { conversation, entry: at.answers[index] ?? '', thumb: 'up' });
  const { candidates } = await at.harness.call('list', {});
  expect({
    before: await at.recorded(before),
    thumbs: candidates.map(({ candidate: one, up, down }) => [one.id, up, down]),
  }).toEqual({
    thumbs: [
      ['default', 0, 0],
      ['kind', 1, 0],
    ],
  });
});
