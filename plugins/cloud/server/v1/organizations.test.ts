import { expect, test } from 'vitest';
import { type TestCloud, testCloud } from '../cloud.fixture.ts';
import { type Client, clientOf, type Told } from './client.fixture.ts';

const owner = 'marta@nordlys.example';

async function invite(cloud: TestCloud, by: Client, organizationId: string, email: string, role: string): Promise<string> {
  const { status, text } = await by.send('POST', '/v1/organization/invites', { organizationId, email, role });
  if (status !== 201) throw new Error(`Not invited: ${status} ${text}`);
  const { link } = await cloud.mail.to(email);
  return URL.parse(link('/cloud/accept-invite'))?.searchParams.get('token') ?? '';
}

async function begun(cloud: TestCloud, name = 'Nordlys Works') {
  const marta = await clientOf(cloud, owner);
  const { json } = await marta.send('POST', '/v1/organizations', { name });
  return { marta, org: json.id, json };
}

test('who begins an organization owns it, it is the active one, and its short name is made of its name', async () => {
  await using cloud = await testCloud();
  const { marta, json } = await begun(cloud, 'Nørdlys  Wörks!');
  const again = await marta.send('POST', '/v1/organizations', { name: 'Nørdlys Wörks' });
  const taken = await marta.send('POST', '/v1/organizations', { name: 'Other', slug: json.slug });
  const { json: first } = await marta.send('GET', '/v1/bootstrap');
  expect([
    json.slug,
    json.role,
    again.status,
    again.json.slug.startsWith('n-rdlys-works-'),
    taken.json.error,
    first.activeOrganizationId,
  ]).toEqual([...['n-rdlys-works', 'owner', 201, true, 'conflict', json.id]]);
});

test('an invitation works once, for its address only; a newer one ends it, and it can be taken back', async () => {
  await using cloud = await testCloud();
  const { marta, org } = await begun(cloud);
  const accept = (client: Client, token: string) => client.send('POST', '/v1/organization/invites/accept', { token });
  const first = await invite(cloud, marta, org, 'jonas@nordlys.example', 'member');
  const second = await invite(cloud, marta, org, 'jonas@nordlys.example', 'admin');
  const jonas = await clientOf(cloud, 'jonas@nordlys.example', 'Jonas');
  const aude = await clientOf(cloud, 'aude@nordlys.example', 'Aude');
  const old = await accept(jonas, first);
  const stolen = await accept(aude, second);
  const joined = await accept(jonas, second);
  const twice = await accept(jonas, second);
  const forAude = await invite(cloud, marta, org, 'aude@nordlys.example', 'member');
  const { json: open } = await marta.send('GET', `/v1/organization/invites?organizationId=${org}`);
  await marta.send('DELETE', `/v1/organization/invites/${open.invites[0]?.id}`);
  const late = await accept(aude, forAude);
  const inside = await marta.send('POST', '/v1/organization/invites', {
    organizationId: org,
    email: 'JONAS@nordlys.example',
    role: 'member',
  });
  expect([
    old.json.error,
    stolen.json.error,
    joined.json.role,
    twice.json.error,
    open.invites.length,
    late.json.error,
    inside.json.error,
  ]).toEqual([...['invalid_link', 'wrong_account', 'admin', 'invalid_link', 1, 'invalid_link', 'conflict']]);
});

test('each role may what it may: admins manage, members work, and an organization keeps an owner', async () => {
  await using cloud = await testCloud();
  const { marta, org } = await begun(cloud);
  const join = async (email: string, role: string) => {
    const client = await clientOf(cloud, email, role);
    await client.send('POST', '/v1/organization/invites/accept', { token: await invite(cloud, marta, org, email, role) });
    return client;
  };
  const admin = await join('admin@nordlys.example', 'admin');
  const member = await join('member@nordlys.example', 'member');
  const viewer = await join('viewer@nordlys.example', 'billing_viewer');
  const { json: all } = await viewer.send('GET', `/v1/organizations/${org}/members`);
  const idOf = (client: Client) => all.members.find(({ email }) => email === client.email)?.userId ?? '';
  const of = (client: Client) => `/v1/organizations/${org}/members/${idOf(client)}`;
  const codeOf = async (told: Promise<Told>) => {
    const { status, json } = await told;
    return status < 400 ? status : json.error;
  };
  const rename = (client: Client) => codeOf(client.send('PATCH', '/v1/organization', { organizationId: org, name: 'Nordlys' }));
  const project = (client: Client) =>
    codeOf(client.send('POST', '/v1/projects', { name: 'Tides', organizationId: org, kind: 'conversation_only' }));
  expect({
    rename: [await rename(marta), await rename(admin), await rename(member), await rename(viewer)],
    project: [await project(member), await project(viewer)],
    toOwner: [
      await codeOf(admin.send('PATCH', of(member), { role: 'owner' })),
      await codeOf(admin.send('PATCH', of(marta), { role: 'member' })),
    ],
    lower: await codeOf(admin.send('PATCH', of(member), { role: 'billing_viewer' })),
    ownWay: await codeOf(member.send('PATCH', of(member), { role: 'admin' })),
    last: [await codeOf(marta.send('PATCH', of(marta), { role: 'admin' })), await codeOf(marta.send('DELETE', of(marta)))],
    removed: [
      await codeOf(viewer.send('DELETE', of(member))),
      await codeOf(viewer.send('DELETE', of(viewer))),
      await codeOf(viewer.send('GET', `/v1/organizations/${org}/members`)),
    ],
    deleted: [
      await codeOf(admin.send('DELETE', `/v1/organizations/${org}`)),
      await codeOf(marta.send('DELETE', `/v1/organizations/${org}`)),
    ],
    left: (await admin.send('GET', '/v1/bootstrap')).json.organizations,
  }).toEqual({
    rename: [200, 200, 'forbidden', 'forbidden'],
    project: [201, 'forbidden'],
    toOwner: ['forbidden', 'forbidden'],
    lower: 204,
    ownWay: 'forbidden',
    last: ['last_owner', 'last_owner'],
    removed: ['forbidden', 204, 'not_found'],
    deleted: ['forbidden', 204],
    left: [],
  });
});

test('a plan cannot be chosen with the organization, and nothing unknown is taken', async () => {
  await using cloud = await testCloud();
  const { marta, org } = await begun(cloud);
  const plan = await marta.send('PATCH', '/v1/organization', { organizationId: org, plan: 'max' });
  const { json } = await marta.send('GET', '/v1/account');
  expect([plan.status, plan.json.error, json.user.subscription.planId]).toEqual([400, 'invalid_request', 'plus']);
});

test('an invitation ends when who sent it may not send it any more', async () => {
  await using cloud = await testCloud();
  const { marta, org } = await begun(cloud);
  const jonas = await clientOf(cloud, 'jonas@nordlys.example', 'Jonas');
  await jonas.send('POST', '/v1/organization/invites/accept', { token: await invite(cloud, marta, org, jonas.email, 'owner') });
  const owner = await invite(cloud, jonas, org, 'ines@nordlys.example', 'owner');
  const member = await invite(cloud, jonas, org, 'aude@nordlys.example', 'member');
  const { json: people } = await marta.send('GET', `/v1/organizations/${org}/members`);
  const path = `/v1/organizations/${org}/members/${people.members.find(({ email }) => email === jonas.email)?.userId ?? ''}`;
  const open = async () => (await marta.send('GET', `/v1/organization/invites?organizationId=${org}`)).json.invites.length;
  await marta.send('PATCH', path, { role: 'admin' });
  const asAdmin = await open();
  await marta.send('DELETE', path);
  const [ines, aude] = [await clientOf(cloud, 'ines@nordlys.example', 'Ines'), await clientOf(cloud, 'aude@nordlys.example', 'Aude')];
  const late = [
    await ines.send('POST', '/v1/organization/invites/accept', { token: owner }),
    await aude.send('POST', '/v1/organization/invites/accept', { token: member }),
  ];
  expect([asAdmin, await open(), late.map(({ json }) => json.error)]).toEqual([1, 0, ['invalid_link', 'invalid_link']]);
});
