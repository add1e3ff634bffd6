import { expect, test } from 'vitest';
import { password, testCloud } from '../cloud.fixture.ts';
import { clientOf } from './client.fixture.ts';

const owner = 'marta@nordlys.example';

/** Nothing to read, or something that hides, turns or is no character. */
const unreadable = [
  '   ',
  '\u00a0',
  'A\u061cB',
  'A\u00adB',
  'A\u2060B',
  'A\u180eB',
  'A\u{e0041}B',
  '\u3164',
  'A\ud800B',
  'A\u202eB',
  'A\nB',
];

test('a name can be read: nothing that is blank, hides or turns is one, in any field', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, owner);
  const org = (await marta.send('POST', '/v1/organizations', { name: 'Nordlys' })).json.id;
  const project = (await marta.send('POST', '/v1/projects', { name: 'Tides', organizationId: org, kind: 'conversation_only' })).json.id;
  const person = cloud.browser();
  const tries: readonly ((name: string) => Promise<{ readonly status: number }>)[] = [
    name => marta.send('POST', '/v1/organizations', { name }),
    name => marta.send('PATCH', '/v1/organization', { organizationId: org, name }),
    name => marta.send('POST', '/v1/projects', { name, organizationId: org, kind: 'conversation_only' }),
    name => marta.send('PATCH', `/v1/projects/${project}`, { name }),
    name => marta.send('POST', '/v1/conversations', { projectId: project, title: name }),
    name => marta.send('POST', '/v1/organization/providers', { organizationId: org, kind: 'openai', label: name, secret: 'sk-0123456789' }),
  ];
  const faults: string[] = [];
  for (const name of unreadable) {
    for (const [at, send] of tries.entries()) {
      const { status } = await send(name);
      if (status !== 400) faults.push(`${at} ${JSON.stringify(name)}: ${status}`);
    }
  }
  const blank = await person.post('/v1/web/signup', { email: 'new@nordlys.example', displayName: ' \u3000 ', password });
  const good = await marta.send('PATCH', `/v1/projects/${project}`, { name: ' Ναυτικό 🌊 ❤️ 潮汐 ' });
  expect({ faults, blank: blank.status, good: good.status }).toEqual({ faults: [], blank: 400, good: 200 });
});

test('who may only see bills is told no project and no conversation, also by the first answer', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, owner);
  const org = (await marta.send('POST', '/v1/organizations', { name: 'Nordlys' })).json.id;
  const project = (await marta.send('POST', '/v1/projects', { name: 'Canary', organizationId: org, kind: 'conversation_only' })).json.id;
  await marta.send('POST', '/v1/conversations', { projectId: project, title: 'Canary' });
  const { store } = cloud.server.cloud;
  const told = async () => {
    const { json, text } = await marta.send('GET', '/v1/bootstrap');
    return [json.organizations.length, json.projects.length, json.conversations.length, text.includes('Canary')];
  };
  const before = await told();
  await store.updateTable('memberships').set({ role: 'billing_viewer' }).execute();
  expect([before, await told()]).toEqual([
    [1, 1, 1, true],
    [1, 0, 0, false],
  ]);
});

test('who has begun as many organizations as one may is told that, and not to wait', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, owner);
  const begin = async () => (await marta.send('POST', '/v1/organizations', { name: 'Nordlys' })).json.error ?? 'begun';
  const all: string[] = [];
  for (let at = 0; at < 21; at += 1) all.push(await begin());
  expect([all.slice(0, 20).every(word => word === 'begun'), all[20]]).toEqual([true, 'organization_limit']);
});

test('a route that takes nothing takes no body, text and forms are no JSON, and no part of a sign is kept', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, owner);
  const org = (await marta.send('POST', '/v1/organizations', { name: 'Nordlys' })).json.id;
  const draft = { organizationId: org, kind: 'fact', title: 'T', content: 'C' };
  const { id } = (await marta.send('POST', '/v1/memory', draft)).json;
  const type = (name: string) => ({ 'content-type': name });
  const person = cloud.browser();
  const form = await person.form('/v1/memory', { title: 'T' });
  const text = await person.send('POST', '/v1/web/login', '{}', type('text/plain'));
  const codes = [
    await marta.send('POST', `/v1/memory/${id}/used`, { evil: 1 }),
    await marta.send('DELETE', `/v1/memory/${id}`, { evil: 1 }),
    await marta.send('POST', '/v1/realtime/ticket', { evil: 1 }),
    await marta.send('POST', '/v1/memory', { ...draft, content: 'x\ud800y' }),
    await marta.send('POST', '/v1/memory', { ...draft, content: 'x\u0000y' }),
  ].map(({ json }) => json.error);
  expect([codes, form.status, form.json().error, text.status]).toEqual([
    ...[codes.map(() => 'invalid_request'), 415, 'unsupported_media_type', 415],
  ]);
});
