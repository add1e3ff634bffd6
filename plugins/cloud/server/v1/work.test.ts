import { expect, test } from 'vitest';
import { testCloud } from '../cloud.fixture.ts';
import { isInner, publicAddress } from './addresses.ts';
import { clientOf } from './client.fixture.ts';

const canary = 'sk-canary-0123456789-abcdefgh';

async function begun() {
  const cloud = await testCloud();
  const marta = await clientOf(cloud, 'marta@nordlys.example');
  const { json } = await marta.send('POST', '/v1/organizations', { name: 'Nordlys' });
  return { cloud, marta, org: json.id };
}

test('K6: a key of a provider goes in and never out: of answers, the database and the log only its end is told', async () => {
  const { cloud, marta, org } = await begun();
  await using _ = cloud;
  const given = { organizationId: org, kind: 'anthropic', label: 'Ours', secret: canary };
  const added = await marta.send('POST', '/v1/organization/providers', given);
  const url = `/v1/organization/providers/${added.json.id}`;
  const texts = [
    added.text,
    (await marta.send('GET', `/v1/organization/providers?organizationId=${org}`)).text,
    (await marta.send('PATCH', url, { label: 'Still ours' })).text,
    (await marta.send('GET', '/v1/bootstrap')).text,
    cloud.log(),
    JSON.stringify(await cloud.server.cloud.store.selectFrom('secrets').selectAll().execute()),
    JSON.stringify(await cloud.server.cloud.store.selectFrom('idempotency').selectAll().execute()),
  ];
  const { sealer, store } = cloud.server.cloud;
  const { sealed } = await store.selectFrom('secrets').select('sealed').executeTakeFirstOrThrow();
  // A key that is given for one address is not told to another.
  const moved = await marta.send('PATCH', url, { baseUrl: 'https://evil.example/v1' });
  const removed = await marta.send('DELETE', url);
  expect({
    hint: added.json.secretHint,
    leaks: texts.filter(text => text.includes('canary')),
    opened: sealer.open(sealed, `${org}/${added.json.id}`),
    ...{ moved: moved.json.error, removed: removed.status },
    left: (await store.selectFrom('secrets').selectAll().execute()).length,
  }).toEqual({ hint: '…efgh', leaks: [], opened: canary, moved: 'invalid_request', removed: 204, left: 0 });
});

test('addresses of the server’s own network and of machines are refused, however they are written', async () => {
  const bad = [
    'http://api.example',
    'https://localhost',
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f000001',
    'https://2130706433',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::]',
    'https://[fc00::1]',
    'https://[fe80::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:a9fe:a9fe]',
    'https://[64:ff9b::7f00:1]',
    'https://intranet',
    'https://db.internal',
    'https://printer.local',
    'https://localhost.',
    'https://user:pass@api.example',
    'file:///etc/passwd',
    'ftp://api.example',
    'javascript:alert(1)',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'https://192.0.2.1',
    'https://203.0.113.7',
    'https://[2001:db8::1]',
    'https://[2002:7f00:1::]',
    '',
  ];
  expect(bad.filter(text => publicAddress(text) !== undefined)).toEqual([]);
  expect(['https://api.example/v1', 'https://8.8.8.8', 'https://[2606:4700::1111]/'].map(publicAddress)).toEqual([
    ...['https://api.example/v1', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'],
  ]);
  expect([isInner('8.8.8.8'), isInner('example.org')]).toEqual([false, false]);
});

test('a project of a repository keeps its token to itself, and without a plan nothing is begun', async () => {
  const { cloud, marta, org } = await begun();
  await using _ = cloud;
  const project = { name: 'Gauges', organizationId: org, kind: 'repository' };
  const repository = { cloneUrl: 'https://git.example/gauges.git', authMode: 'token', accessToken: canary };
  const made = await marta.send('POST', '/v1/projects', { ...project, repository });
  const wrong = [
    { ...project },
    { ...project, kind: 'conversation_only', repository },
    { ...project, repository: { ...repository, accessToken: undefined } },
    { ...project, repository: { ...repository, authMode: 'none' } },
  ];
  const refused: string[] = [];
  for (const body of wrong) refused.push((await marta.send('POST', '/v1/projects', body)).json.error);
  const inner = await marta.send('POST', '/v1/projects', { ...project, repository: { ...repository, cloneUrl: 'https://10.0.0.1/x.git' } });
  const conversation = await marta.send('POST', '/v1/conversations', { projectId: made.json.id, title: 'Tides' });
  await marta.send('PATCH', `/v1/conversations/${conversation.json.id}`, { title: 'High tides' });
  await marta.send('DELETE', `/v1/projects/${made.json.id}`);
  const inArchived = await marta.send('POST', '/v1/conversations', { projectId: made.json.id, title: 'Late' });
  const kept = await marta.send('GET', `/v1/conversations?projectId=${made.json.id}`);
  await cloud.server.cloud.store.updateTable('users').set({ plan_id: null }).execute();
  const unpaid = await marta.send('POST', '/v1/projects', { ...project, kind: 'conversation_only' });
  expect({
    repository: made.json.repository,
    refused,
    inner: inner.json.error,
    inArchived: inArchived.json.error,
    kept: kept.json.conversations.map(({ title }) => title),
    unpaid: [unpaid.status, unpaid.json.error],
    leaks: [made.text, kept.text, cloud.log()].filter(text => text.includes('canary')),
  }).toEqual({
    repository: { cloneUrl: 'https://git.example/gauges.git', defaultBranch: null, authMode: 'token' },
    refused: wrong.map(() => 'invalid_request'),
    ...{ inner: 'private_address', inArchived: 'conflict', kept: ['High tides'], unpaid: [403, 'subscription_required'], leaks: [] },
  });
});

test('what is sent again with the same key is done once and answered alike; the key with something else is refused', async () => {
  const { cloud, marta, org } = await begun();
  await using _ = cloud;
  const body = { name: 'Tides', organizationId: org, kind: 'conversation_only' };
  const key = { 'idempotency-key': 'a-key-of-a-client' };
  const [first, second, third] = await Promise.all([0, 1, 2].map(() => marta.send('POST', '/v1/projects', body, key)));
  const other = await marta.send('POST', '/v1/projects', { ...body, name: 'Other' }, key);
  const bad = await marta.send('POST', '/v1/projects', body, { 'idempotency-key': 'short' });
  const failed = await marta.send(
    'POST',
    '/v1/projects',
    { ...body, organizationId: '00000000-0000-4000-8000-000000000000' },
    { 'idempotency-key': 'another-key' },
  );
  const mended = await marta.send('POST', '/v1/projects', body, { 'idempotency-key': 'another-key' });
  const { json } = await marta.send('GET', `/v1/projects?organizationId=${org}`);
  expect([
    first?.json.id === second?.json.id,
    first?.json.id === third?.json.id,
    other.json.error,
    bad.status,
    failed.status,
    mended.status,
    json.projects.length,
  ]).toEqual([...[true, true, 'conflict', 400, 404, 201, 2]]);
});
