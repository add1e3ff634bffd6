import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { begun, type Shown } from './memory.fixture.ts';

test('a private memory is for whom it was written alone, also where others manage the organization; a shared one is for all who work in it', async () => {
  const { cloud, marta, jonas, add, all, search } = await begun();
  await using _ = cloud;
  const own = await add(jonas, 'Jonas takes his tea cold');
  const shared = await add(jonas, 'The tide table is in UTC', { visibility: 'shared' });
  const titles = async (by: typeof marta) => (await all(by)).map(({ title }) => title);
  expect([await titles(marta), await titles(jonas), await search(marta, 'tea')]).toEqual([[shared.title], [shared.title, own.title], []]);
  const statuses = async (id: string) => {
    const got = await marta.send('GET', `/v1/memory/${id}`);
    const changed = await marta.send('PATCH', `/v1/memory/${id}`, { visibility: 'private' });
    const used = await marta.send('POST', `/v1/memory/${id}/used`);
    const forgotten = await marta.send('DELETE', `/v1/memory/${id}`);
    return [got, changed, used, forgotten].map(({ status }) => status);
  };
  expect([await statuses(own.id), await statuses(shared.id)]).toEqual([
    [404, 404, 404, 404],
    [200, 403, 200, 204],
  ]);
});

test('who only works in an organization does not change what another shared', async () => {
  const { cloud, marta, jonas, add } = await begun();
  await using _ = cloud;
  const { id } = await add(marta, 'Releases are on Tuesday', { visibility: 'shared' });
  const change = await jonas.send('PATCH', `/v1/memory/${id}`, { content: 'Releases are on Friday' });
  const forget = await jonas.send('DELETE', `/v1/memory/${id}`);
  expect([change.json.error, forget.json.error]).toEqual(['forbidden', 'forbidden']);
});

test('one of the same kind and topic takes the place of the older one; the same words make it surer and are kept once', async () => {
  const { cloud, marta, org, add, all } = await begun();
  await using _ = cloud;
  const topic = { topicKey: 'release-day', confidence: 0.6 };
  const tuesday = await add(marta, 'Releases are on Tuesday', topic);
  const again = await add(marta, 'releases are  ON tuesday', { ...topic, content: 'Releases are on Tuesday' });
  const thursday = await add(marta, 'Releases are on Thursday', topic);
  const other = await add(marta, 'Releases are on Tuesday', { ...topic, kind: 'preference' });
  const states = (await all(marta, '&includeArchived=true')).map(({ title, status }) => [title, status]);
  const stats = JSON.parse((await marta.send('GET', `/v1/memory/stats?organizationId=${org}`)).text) as object;
  expect([again.id === tuesday.id, again.confidence, thursday.status, other.status]).toEqual([true, 0.7, 'active', 'active']);
  expect(states).toEqual([
    ['Releases are on Tuesday', 'active'],
    ['Releases are on Thursday', 'active'],
    ['Releases are on Tuesday', 'superseded'],
  ]);
  expect(stats).toEqual({ total: 2, archived: 0, superseded: 1, kinds: { fact: 1, preference: 1 } });
});

test('any text is a valid search, parts of words and letters without their accents find, and tags narrow', async () => {
  const { cloud, marta, add, search } = await begun();
  await using _ = cloud;
  await add(marta, 'Déploiement le jeudi', { tags: ['équipe', 'release'] });
  await add(marta, 'The port is 8081', { tags: ['release'] });
  const odd = ['"', "'", '*', 'NEAR(', 'AND', 'a" OR "b', '%', '_', '🙂', '( : ^', 'abc\0def', '\0\0\0', 'x'.repeat(1_000)];
  expect(await Promise.all(odd.map(each => search(marta, each)))).toEqual(odd.map(() => []));
  expect([
    await search(marta, 'deploiem'),
    await search(marta, '808'),
    await search(marta, '81'),
    await search(marta, 'le jeudi port'),
    await search(marta, 'jeudi port', '&tag=release&tag=%C3%A9quipe'),
    await search(marta, 'port', '&tag=équipe'),
  ]).toEqual([
    ['Déploiement le jeudi'],
    ['The port is 8081'],
    ['The port is 8081'],
    ['The port is 8081', 'Déploiement le jeudi'],
    ['Déploiement le jeudi'],
    [],
  ]);
});

test('what is forgotten or corrected is in no answer and in no file of the database, also while the server runs', async () => {
  const { cloud, marta, org, add, search } = await begun();
  await using _ = cloud;
  const body = { organizationId: org, kind: 'fact', title: 'Zanzibarquux', content: 'Zanzibarquux again' };
  const left = () => readdirSync(cloud.data).filter(file => readFileSync(join(cloud.data, file)).includes('anzibarquux'));
  const first = await marta.send('POST', '/v1/memory', body, { 'idempotency-key': 'one-key-of-mine' });
  await add(marta, 'Something else');
  const before = [await search(marta, 'zanzibarquux'), left().length > 0];
  await marta.send(
    'PATCH',
    `/v1/memory/${first.json.id}`,
    { title: 'Another', content: 'Another' },
    { 'idempotency-key': 'two-keys-of-mine' },
  );
  const corrected = left();
  await marta.send('PATCH', `/v1/memory/${first.json.id}`, { title: body.title }, { 'idempotency-key': 'three-keys-of-mine' });
  await marta.send('DELETE', `/v1/memory/${first.json.id}`);
  const forgotten = [await search(marta, 'zanzibarquux'), left()];
  const other = (await marta.send('POST', '/v1/organizations', { name: 'Other' })).json.id;
  await marta.send('POST', '/v1/memory', { ...body, organizationId: other }, { 'idempotency-key': 'four-keys-of-mine' });
  await marta.send('DELETE', `/v1/organizations/${other}`);
  expect([before, corrected, forgotten, left()]).toEqual([[['Zanzibarquux'], true], [], [[], []], []]);
});

test('a memory is found until it is put away, counts its use, and a page ends where it is told to', async () => {
  const { cloud, marta, add, all, search } = await begun();
  await using _ = cloud;
  const { id } = await add(marta, 'The lighthouse opens at nine');
  for (const title of ['One', 'Two', 'Three']) await add(marta, title);
  const used = JSON.parse((await marta.send('POST', `/v1/memory/${id}/used`)).text) as Shown;
  const first = await all(marta, '&limit=2');
  const next = await all(marta, `&limit=2&before=${first.at(-1)?.id ?? ''}`);
  await marta.send('PATCH', `/v1/memory/${id}`, { archived: true });
  expect([
    used.timesUsed,
    first.length,
    next.map(({ title }) => title),
    await search(marta, 'lighthouse'),
    (await all(marta)).length,
  ]).toEqual([1, 2, ['One', 'The lighthouse opens at nine'], [], 3]);
});

test('what is no memory is refused by name of the place, and nothing of it is kept', async () => {
  const { cloud, marta, org, all } = await begun();
  await using _ = cloud;
  const draft = { organizationId: org, kind: 'fact', title: 'T', content: 'C' };
  const tries: readonly object[] = [
    { ...draft, kind: 'rumour' },
    { ...draft, content: '' },
    { ...draft, content: 'x'.repeat(8_001) },
    { ...draft, confidence: 1.1 },
    { ...draft, tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
    { ...draft, title: '\u202e' },
    { ...draft, status: 'active' },
  ];
  const codes = await Promise.all(tries.map(async body => (await marta.send('POST', '/v1/memory', body)).json.error));
  const queries = ['&limit=0', '&limit=101', '&limit=1e1', '&scope=all', '&includeArchived=yes'];
  const asked = await Promise.all(
    queries.map(async query => (await marta.send('GET', `/v1/memory?organizationId=${org}${query}`)).json.error),
  );
  expect([codes, asked, (await all(marta)).length]).toEqual([tries.map(() => 'invalid_request'), queries.map(() => 'invalid_request'), 0]);
});
