import { expect, test } from 'vitest';
import { testCloud } from '../cloud.fixture.ts';
import { clientOf } from '../v1/client.fixture.ts';
import { listenAs, open, ticketOf } from './client.fixture.ts';
import { add, begun, joined } from './realtime.fixture.ts';
import { newTicket } from './realtime.ts';

const minute = 60_000;

test('what happens in an organization is told to those who work in it, in order and once, and goes on where a client left', async () => {
  const { cloud, marta, org, project, stream } = await begun();
  await using _ = cloud;
  const { jonas } = await joined(cloud, marta, org);
  await using first = await listenAs(jonas);
  const { last } = await first.subscribe(stream);
  await marta.send('PATCH', `/v1/projects/${project}`, { name: 'Neap tides' });
  const told = await first.until(({ type }) => type === 'project.renamed');
  await first[Symbol.asyncDispose]();
  for (const title of ['One', 'Two', 'Three']) await marta.send('POST', '/v1/conversations', { projectId: project, title });
  await using again = await listenAs(jonas);
  await again.subscribe(stream, told.seq);
  await marta.send('DELETE', `/v1/projects/${project}`);
  await again.until(({ type }) => type === 'project.archived');
  const from = (last as number) + 1;
  expect([told, first.events(stream), again.events(stream)]).toMatchObject([
    { op: 'ev', stream, seq: from, data: { target: project } },
    [from],
    [from + 1, from + 2, from + 3, from + 4],
  ]);
});

test('what is not kept is not told: a change that is refused, or asked for a second time, leaves no event', async () => {
  const { cloud, marta, org, stream } = await begun();
  await using _ = cloud;
  await using listener = await listenAs(marta);
  const { last } = await listener.subscribe(stream);
  const body = { name: 'Buoys', organizationId: org, kind: 'conversation_only' };
  await marta.send('POST', '/v1/projects', { ...body, kind: 'repository' });
  for (let at = 0; at < 2; at += 1) await marta.send('POST', '/v1/projects', body, { 'idempotency-key': 'one-key-of-mine' });
  await marta.send('POST', '/v1/projects', { ...body, name: 'Last' });
  await listener.until(({ seq }) => seq === (last as number) + 2);
  expect(listener.frames.filter(({ op }) => op === 'ev').map(({ type }) => type)).toEqual(['project.created', 'project.created']);
});

test('a ticket opens one connection, for half a minute, for a page of this server or a program, and for nothing else', async () => {
  const { cloud, marta } = await begun();
  await using _ = cloud;
  const ticket = await ticketOf(marta);
  await using opened = (await open(ticket, { origin: cloud.url })) as Awaited<ReturnType<typeof listenAs>>;
  const fresh = async () => await ticketOf(marta);
  const late = await fresh();
  const statuses = [
    await open(ticket),
    await open({ ...ticket, ticket: 'x'.repeat(43) }),
    await open(await fresh(), { origin: 'https://evil.example' }),
    await open(await fresh(), {}, 'other.protocol'),
    await open({ ...(await fresh()), websocketUrl: ticket.websocketUrl.replace('/v1/realtime', '/v1/other') }),
  ];
  cloud.later(31_000);
  const kept = await cloud.server.cloud.store.selectFrom('tickets').select('hash').execute();
  expect([statuses, await open(late), kept.some(({ hash }) => hash === late.ticket)]).toEqual([[401, 401, 403, 400, 404], 401, false]);
  expect((await opened.until(({ op }) => op === 'welcome')).heartbeatMs).toBe(15_000);
});

test('nobody hears a stream of others, and who may hear it no more is told so at once and told nothing else', async () => {
  // Without the look that comes every few seconds.
  const { cloud, marta, org, stream, conversation, conv } = await begun(3_600_000);
  await using _ = cloud;
  const { jonas, path } = await joined(cloud, marta, org);
  const stranger = await clientOf(cloud, 'stranger@foreign.example', 'Stranger');
  const { userId } = (await marta.send('GET', `/v1/organizations/${org}/members`)).json.members[0]!;
  await using outside = await listenAs(stranger);
  const refused = await Promise.all([stream, conv, `user:${userId}`].map(each => outside.subscribe(each)));
  await using inside = await listenAs(jonas);
  const heard = await Promise.all([stream, conv].map(each => inside.subscribe(each)));
  await marta.send('PATCH', path, { role: 'billing_viewer' });
  const conversationLost = await inside.until(({ op, stream: of }) => op === 'err' && of === conv);
  await marta.send('DELETE', path);
  const allLost = await inside.until(({ op, stream: of }) => op === 'err' && of === stream);
  const before = inside.frames.length;
  await marta.send('PATCH', '/v1/organization', { organizationId: org, name: 'Other' });
  inside.send({ op: 'ping', t: 7 });
  await inside.until(({ op }) => op === 'pong');
  expect([refused.map(({ code }) => code), heard.map(({ op }) => op), conversationLost.code, allLost.code]).toEqual([
    ['not_found', 'not_found', 'not_found'],
    ['live', 'live'],
    'forbidden',
    'not_found',
  ]);
  expect(inside.frames.length).toBe(before + 1);
  expect((await jonas.send('GET', `/v1/conversations/${conversation}/events`)).json.error).toBe('not_found');
});

test('a hint that is lost is made up for, hundreds of events come in order without a gap, also while more happen', async () => {
  const { cloud, marta, conv } = await begun(20);
  await using _ = cloud;
  for (let n = 1; n <= 1_200; n += 1) await add(cloud, conv, n, { told: false });
  await using listener = await listenAs(marta);
  listener.send({ op: 'sub', stream: conv, after: 0 });
  for (let n = 1_201; n <= 1_300; n += 1) await add(cloud, conv, n, { told: n % 3 === 0 });
  await listener.until(({ op, seq }) => op === 'ev' && seq === 1_300);
  await add(cloud, conv, 1_301, { told: false });
  await listener.until(({ op, seq }) => op === 'ev' && seq === 1_301);
  expect(listener.events(conv)).toEqual(Array.from({ length: 1_301 }, (_, at) => at + 1));
});

test('who comes back to what is kept no more, or from a server that was set back, is told to read the whole again', async () => {
  const { cloud, marta, conversation, conv } = await begun();
  await using _ = cloud;
  for (let n = 1; n <= 3; n += 1) await add(cloud, conv, n);
  await cloud.server.cloud.store.updateTable('events').set({ ts: 0 }).execute();
  await add(cloud, conv, 4);
  await using listener = await listenAs(marta);
  await listener.subscribe(conv, 1);
  const gap = listener.frames.find(({ op }) => op === 'gap');
  await using other = await listenAs(marta);
  await other.subscribe(conv, 99);
  const gone = await marta.send('GET', `/v1/conversations/${conversation}/events?after=1`);
  const rest = await marta.send('GET', `/v1/conversations/${conversation}/events?after=3`);
  expect([gap, listener.events(conv), other.frames.find(({ op }) => op === 'gap')?.oldest, other.events(conv)]).toMatchObject([
    { stream: conv, oldest: 4 },
    [4],
    4,
    [],
  ]);
  expect([gone.status, gone.json.error, JSON.parse(rest.text)]).toMatchObject([
    410,
    'gone_before',
    { oldest: 4, last: 4, events: [{ seq: 4 }] },
  ]);
});

test('a connection ends with its quarter of an hour unless it is renewed, and with a password that is reset', async () => {
  const { cloud, marta } = await begun(20);
  await using _ = cloud;
  await using renewed = await listenAs(marta);
  await using left = await listenAs(marta);
  cloud.later(14 * minute + 1_000);
  const warned = await renewed.until(({ op }) => op === 'auth_expiring');
  // The access token, which a client renews too, has ended with the clock.
  const { store, now } = cloud.server.cloud;
  const { id } = await store.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const { ticket } = await newTicket(store, id, now());
  renewed.send({ op: 'auth', ticket });
  await renewed.until(({ op }) => op === 'authorized');
  cloud.later(minute);
  const code = await left.closed;
  renewed.send({ op: 'ping', t: 1 });
  await renewed.until(({ op }) => op === 'pong');
  await cloud.server.cloud.store
    .updateTable('users')
    .set({ sessions_valid_after: cloud.server.cloud.now() + 1 })
    .execute();
  expect([(warned.inMs as number) <= minute, code, await renewed.closed]).toEqual([true, 4401, 4401]);
});

test('frames that are none are answered by name and end the connection after five; too many or too large ones end it too', async () => {
  const { cloud, marta, stream } = await begun();
  await using _ = cloud;
  await using wrong = await listenAs(marta);
  for (const frame of ['not json', '[]', { op: 'sub', stream: 'org:1' }, { op: 'sub', stream, after: -1 }]) wrong.send(frame);
  await wrong.until(({ op, stream: of }) => op === 'err' && of === stream);
  wrong.sendBytes(new Uint8Array([1, 2, 3]));
  await using many = await listenAs(marta);
  for (let at = 0; at < 101; at += 1) many.send({ op: 'ping', t: at });
  await using large = await listenAs(marta);
  large.send({ op: 'ping', t: 'x'.repeat(70_000) });
  expect([await wrong.closed, wrong.frames.filter(({ code }) => code === 'invalid_request').length]).toEqual([4400, 5]);
  expect([await many.closed, await large.closed]).toEqual([4429, 1009]);
});

test('behind a proxy each sender has a limit of its own', async () => {
  await using cloud = await testCloud({ env: { ATELIER_CLOUD_TRUST_PROXY: '1' } });
  const ticket = { ticket: 'x'.repeat(43), websocketUrl: `${cloud.url.replace('http', 'ws')}/v1/realtime` };
  const from = (address: string) => open(ticket, { headers: { 'x-forwarded-for': `192.0.2.9, ${address}` } });
  for (let at = 0; at < 1_200; at += 1) await cloud.server.cloud.limit('request', '192.0.2.1');
  expect([await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([429, 401]);
});

test('a server that ends says so, and an account has twenty connections at most', async () => {
  const { cloud, marta } = await begun();
  await using _ = cloud;
  const all = await Promise.all(Array.from({ length: 20 }, () => listenAs(marta)));
  const one = (await open(await ticketOf(marta))) as Awaited<ReturnType<typeof listenAs>>;
  const refused = await one.closed;
  await cloud.server.stop();
  const bye = await all[0]!.until(({ op }) => op === 'bye');
  expect([refused, bye.code, await Promise.all(all.map(({ closed }) => closed))]).toEqual([4429, 'restart', all.map(() => 1012)]);
});
