import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { clientOf } from './client.fixture.ts';
import { begun, type Shown } from './memory.fixture.ts';
import { memorySearch } from './memory-search.ts';

type Begun = Awaited<ReturnType<typeof begun>>;

const actionsOf = async ({ cloud }: Begun, id: string) =>
  (await cloud.server.cloud.store.selectFrom('audit').select('action').where('target', '=', id).orderBy('ts').orderBy('id').execute()).map(
    ({ action }) => action,
  );
const get = async (by: Begun['marta'], id: string) => JSON.parse((await by.send('GET', `/v1/memory/${id}`)).text) as Shown;

test('what another shared gives way to those who manage alone; the word of others stands beside it, and what was put away stays so', async () => {
  const all = await begun();
  const { cloud, marta, jonas, org, add, search } = all;
  await using _ = cloud;
  const topic = { kind: 'decision', topicKey: 'deploy', visibility: 'shared' };
  const theirs = await add(marta, 'Deploy from the main branch', topic);
  const away = await add(marta, 'An old truth', { visibility: 'shared', confidence: 0.1 });
  await marta.send('PATCH', `/v1/memory/${away.id}`, { archived: true });
  const beside = await add(jonas, 'Deploy from anywhere', topic);
  const again = await add(jonas, 'An old truth', { visibility: 'shared' });
  const agreed = await add(jonas, 'Deploy from the main branch', topic);
  expect([(await get(marta, theirs.id)).status, (await search(jonas, 'deploy')).length, (await get(marta, away.id)).archived]).toEqual([
    ...['active', 2, true],
  ]);
  expect([again.id === away.id, agreed.id === theirs.id]).toEqual([false, true]);
  const last = await add(marta, 'Deploy on Tuesdays', topic);
  expect([(await get(marta, theirs.id)).status, (await get(marta, beside.id)).status, last.status]).toEqual([
    ...['superseded', 'superseded', 'active'],
  ]);
  const events = await cloud.server.cloud.store.selectFrom('events').select(['type', 'body']).where('stream', '=', `org:${org}`).execute();
  expect([await actionsOf(all, theirs.id), events.filter(({ body }) => body.includes(theirs.id)).map(({ type }) => type)]).toEqual([
    ['memory.remembered', 'memory.reinforced', 'memory.superseded'],
    ['memory.remembered', 'memory.reinforced', 'memory.superseded'],
  ]);
});

test('of one topic, and of the same words, one is active, also after a correction or when it is shared; a topic can be taken away', async () => {
  const { cloud, marta, add, all } = await begun();
  await using _ = cloud;
  const topic = { topicKey: 'tide' };
  await add(marta, 'Shared', { ...topic, visibility: 'shared' });
  const own = await add(marta, 'Own', topic);
  await marta.send('PATCH', `/v1/memory/${own.id}`, { visibility: 'shared' });
  await add(marta, 'One', { content: 'Same' });
  const two = await add(marta, 'Two', { content: 'Same' });
  await marta.send('PATCH', `/v1/memory/${two.id}`, { title: 'One' });
  const cleared = await marta.send('PATCH', `/v1/memory/${own.id}`, { topicKey: null });
  expect([(await all(marta)).map(({ id }) => id), (JSON.parse(cleared.text) as Shown).topicKey]).toEqual([[two.id, own.id], null]);
});

test('a list goes on after a memory that was forgotten meanwhile, and says nothing of memories of others', async () => {
  const { cloud, marta, org, add, all } = await begun();
  await using _ = cloud;
  for (const title of ['One', 'Two', 'Three', 'Four']) await add(marta, title);
  const stranger = await clientOf(cloud, 'stranger@foreign.example', 'Stranger');
  const other = (await stranger.send('POST', '/v1/organizations', { name: 'Other' })).json.id;
  const foreign = await add(stranger, 'Foreign', { organizationId: other });
  const [, third] = await all(marta, '&limit=2');
  await marta.send('DELETE', `/v1/memory/${third!.id}`);
  const rest = await all(marta, `&limit=2&before=${third!.id}`);
  const unknown = `${foreign.id.slice(0, -6)}000000`;
  const [known, made] = await Promise.all(
    [foreign.id, unknown].map(id => marta.send('GET', `/v1/memory?organizationId=${org}&before=${id}`)),
  );
  expect([rest.map(({ title }) => title), known!.text === made!.text]).toEqual([['Two', 'One'], true]);
});

test('what is for one alone goes with who leaves; in a role that remembers nothing its writer can still forget it', async () => {
  const all = await begun();
  const { cloud, marta, jonas, org, add } = all;
  await using _ = cloud;
  const { store } = cloud.server.cloud;
  const own = await add(jonas, 'Jonas alone');
  const kept = await add(jonas, 'Jonas and others', { visibility: 'shared' });
  await add(jonas, 'Jonas still');
  const path = `/v1/organizations/${org}/members/${own.userId}`;
  await marta.send('PATCH', path, { role: 'billing_viewer' });
  const statuses = [
    (await jonas.send('GET', `/v1/memory/${own.id}`)).status,
    (await jonas.send('DELETE', `/v1/memory/${kept.id}`)).status,
    (await jonas.send('DELETE', `/v1/memory/${own.id}`)).status,
  ];
  await marta.send('DELETE', path);
  const left = await store.selectFrom('memories').select('id').execute();
  expect([statuses, left]).toEqual([[403, 403, 204], [{ id: kept.id }]]);
});

test('a search finds accented capitals by small letters without, and words of two signs beside longer ones', async () => {
  const { cloud, marta, add, search } = await begun();
  await using _ = cloud;
  await add(marta, 'ÉTÉ À L’ÎLE');
  await add(marta, '東京', { content: '駅' });
  for (const title of ['page one', 'page two']) await add(marta, title);
  expect([
    await search(marta, 'îl'),
    await search(marta, 'ét'),
    await search(marta, 'ete'),
    await search(marta, '東京 page', '&limit=2'),
  ]).toEqual([['ÉTÉ À L’ÎLE'], ['ÉTÉ À L’ÎLE'], ['ÉTÉ À L’ÎLE'], ['東京', 'page two']]);
  expect(await search(marta, 'is it on page')).toEqual(['page two', 'page one']);
});

test('a search looks through the words once, however many memories it finds', async () => {
  const { cloud, org, add, marta } = await begun();
  await using _ = cloud;
  const { userId } = await add(marta, 'The port is 8081');
  const asked = { organizationId: org, userId, tags: [], limit: 10 };
  const plans = ['the port', '東京 port', '81'].map(query => {
    const { sql, parameters } = memorySearch(cloud.server.cloud.store, { ...asked, query }).compile();
    const database = new Sqlite(join(cloud.data, 'cloud.sqlite'), { readonly: true });
    database.function('plain', text => text);
    const steps = database.prepare(`explain query plan ${sql}`).all(...parameters) as readonly { readonly detail: string }[];
    database.close();
    const details = steps.map(({ detail }) => detail);
    return [details.filter(each => /memory_words/.test(each)).length, details.some(each => /correlated/i.test(each))];
  });
  expect(plans).toEqual(Array.from({ length: 3 }, () => [1, false]));
});
