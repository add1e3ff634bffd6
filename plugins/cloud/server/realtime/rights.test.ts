import { request } from 'node:http';
import { expect, test } from 'vitest';
import { dropOldEvents, lastOf } from '../../store/streams.ts';
import { hiddenField, password } from '../cloud.fixture.ts';
import { connect } from '../oidc/desktop.fixture.ts';
import { clientOf } from '../v1/client.fixture.ts';
import { rightsOf } from './access.ts';
import { type Listener, listenAs, open, ticketOf } from './client.fixture.ts';
import { add, begun, joined } from './realtime.fixture.ts';
import { newTicket } from './realtime.ts';

/** Without the look that comes every few seconds. */
const never = 3_600_000;

const typesOf = (listener: Listener, stream: string) =>
  listener.frames.filter(({ op, stream: of }) => op === 'ev' && of === stream).map(({ type }) => type);

test('who signs out everywhere, or sets a new password, leaves no ticket that opens or renews a connection, and none that is open', async () => {
  const { cloud } = await begun(never);
  await using _ = cloud;
  const { store, now } = cloud.server.cloud;
  const email = 'ticket@nordlys.example';
  const person = await cloud.account(email);
  await connect(cloud, person);
  const { id } = await store.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const websocketUrl = `${cloud.url.replace('http', 'ws')}/v1/realtime`;
  const fresh = async () => ({ ...(await newTicket(store, id, now())), websocketUrl });
  const opened = async () => (await open(await fresh())) as Listener;
  const ends: (() => Promise<unknown>)[] = [
    async () => person.form('/v1/web/logout-all', { csrf: hiddenField((await person.get('/cloud/account')).text, 'csrf') }),
    async () => {
      await person.post('/v1/web/forgot-password', { email });
      const token = URL.parse((await cloud.mail.to(email)).link('/cloud/reset-password'))?.searchParams.get('token');
      return person.post('/v1/web/reset-password', { token, password: `${password} again` });
    },
  ];
  const seen: unknown[] = [];
  for (const end of ends) {
    const [there, before] = [await opened(), await fresh()];
    await end();
    seen.push([await there.closed, await open(before), (await store.selectFrom('tickets').select('hash').execute()).length]);
  }
  expect(seen).toEqual([
    [4401, 401, 0],
    [4401, 401, 0],
  ]);
});

test('who only sees bills hears of the organization and its members alone; a private memory is told to its writer', async () => {
  const { cloud, marta, org, project, stream } = await begun(never);
  await using _ = cloud;
  const { jonas } = await joined(cloud, marta, org, 'billing_viewer');
  await using viewer = await listenAs(jonas);
  await using worker = await listenAs(marta);
  const { userId } = (await marta.send('GET', `/v1/organizations/${org}/members`)).json.members.find(({ email }) => email === marta.email)!;
  await Promise.all([viewer.subscribe(stream), worker.subscribe(stream), worker.subscribe(`user:${userId}`)]);
  const memory = { organizationId: org, kind: 'fact', title: 'T', content: 'C' };
  await marta.send('POST', '/v1/memory', memory);
  await marta.send('POST', '/v1/memory', { ...memory, visibility: 'shared' });
  await marta.send('PATCH', `/v1/projects/${project}`, { name: 'Neap tides' });
  await marta.send('PATCH', '/v1/organization', { organizationId: org, name: 'Other' });
  await Promise.all([viewer, worker].map(each => each.until(({ type }) => type === 'organization.changed')));
  expect([typesOf(viewer, stream), typesOf(worker, stream), typesOf(worker, `user:${userId}`)]).toEqual([
    ['organization.changed'],
    ['memory.remembered', 'project.renamed', 'organization.changed'],
    ['memory.remembered'],
  ]);
});

test('after a removal nothing more of the organization is told, however much happens with it; the account hears of it on its own stream', async () => {
  const { cloud, marta, org, stream, conv } = await begun(never);
  await using _ = cloud;
  const { jonas, path } = await joined(cloud, marta, org);
  const me = path.split('/').at(-1)!;
  await using listener = await listenAs(jonas);
  await Promise.all([stream, conv, `user:${me}`].map(each => listener.subscribe(each)));
  const project = { name: 'After', organizationId: org, kind: 'conversation_only' };
  const removed = marta.send('DELETE', path);
  await Promise.all([removed, ...Array.from({ length: 6 }, () => marta.send('POST', '/v1/projects', project))]);
  await add(cloud, conv, 1);
  await listener.until(({ type }) => type === 'member.removed');
  await Promise.all([stream, conv].map(each => listener.until(({ op, stream: of }) => op === 'err' && of === each)));
  const lost = listener.frames.findIndex(({ op, stream: of }) => op === 'err' && of === stream);
  const events = await cloud.server.cloud.store.selectFrom('events').select(['seq', 'type']).where('stream', '=', stream).execute();
  const at = events.find(({ type }) => type === 'member.removed')!.seq;
  expect([
    listener.events(stream).filter(seq => seq! >= at),
    listener.events(conv),
    listener.frames.slice(lost).filter(({ op, stream: of }) => op === 'ev' && of === stream),
    typesOf(listener, `user:${me}`),
  ]).toEqual([[], [], [], ['member.removed']]);
});

test('a change that ends nobody’s rights asks for no rights, and one look asks as much of two hundred streams as of one', async () => {
  const { cloud, marta, org, stream, conv } = await begun(never);
  await using _ = cloud;
  const all = await Promise.all(Array.from({ length: 4 }, () => listenAs(marta)));
  for (const each of all) for (const of of [stream, conv]) await each.subscribe(of);
  const count = queriesOf(cloud.server.cloud.store);
  await marta.send('PATCH', '/v1/organization', { organizationId: org, name: 'Other' });
  await Promise.all(all.map(each => each.until(({ type }) => type === 'organization.changed')));
  for (const each of all) each.send({ op: 'ping', t: 1 });
  await Promise.all(all.map(each => each.until(({ op }) => op === 'pong')));
  const changes = count();
  await rightsOf(
    cloud.server.cloud.store,
    ['somebody'],
    Array.from({ length: 200 }, (_, at) => `conv:${at}`),
  );
  expect([changes, count()]).toEqual([0, 1]);
});

/** How often the organizations of conversations were asked for from now on, which each look at rights does. */
function queriesOf(store: { readonly selectFrom: unknown }): () => number {
  let count = 0;
  const original = store.selectFrom as (table: string) => { select(columns: unknown): unknown };
  Object.assign(store, {
    selectFrom(table: string) {
      if (table === 'conversations') count += 1;
      return original.call(store, table);
    },
  });
  return () => count;
}

test('as many streams as there may be are asked for in parts', async () => {
  const { cloud, stream } = await begun();
  await using _ = cloud;
  const others = Array.from({ length: 40_000 }, (_, at) => `conv:${at}`);
  expect((await lastOf(cloud.server.cloud.store, [...others, stream])).get(stream)).toBeGreaterThan(0);
});

test('a request that asks for another protocol elsewhere is answered as any other; a connection that is refused is in the log', async () => {
  const { cloud, marta } = await begun();
  await using _ = cloud;
  const headers = { connection: 'Upgrade', upgrade: 'h2c' };
  const status = await new Promise(resolve => {
    request(new URL('/healthz', cloud.url), { headers }, answer => resolve(answer.resume().statusCode)).end();
  });
  await open({ ...(await ticketOf(marta)), ticket: 'x'.repeat(43) });
  expect([status, cloud.log().includes('a connection was refused')]).toEqual([200, true]);
});

test('whose plan changes hears of it; what is kept no more goes also where nothing happens', async () => {
  const { cloud, conv } = await begun();
  await using _ = cloud;
  const { store, now } = cloud.server.cloud;
  const ada = await clientOf(cloud, 'ada@nordlys.example', 'Ada');
  const { id } = await store.selectFrom('users').select('id').where('email', '=', ada.email).executeTakeFirstOrThrow();
  await store.updateTable('users').set({ is_admin: 1 }).where('id', '=', id).execute();
  await using listener = await listenAs(ada);
  await listener.subscribe(`user:${id}`);
  await ada.send('PATCH', '/v1/admin/plans/plus', { parallelSessionsLimit: 4 });
  const told = await listener.until(({ type }) => type === 'plan.changed');
  await add(cloud, conv, 1);
  await store.updateTable('events').set({ ts: 0 }).where('stream', '=', conv).execute();
  await dropOldEvents(store, now());
  const left = await store.selectFrom('events').select('seq').where('stream', '=', conv).execute();
  expect([told.data, left]).toMatchObject([{ target: 'plus' }, []]);
});
