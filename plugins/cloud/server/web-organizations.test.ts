import { expect, test } from 'vitest';
import { type Answer, type Browser, hiddenField, testCloud } from './cloud.fixture.ts';
import { clientOf } from './v1/client.fixture.ts';

const email = 'marta@nordlys.example';
const canary = 'sk-canary-0123456789';

async function send(person: Browser, page: Answer, path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
  return person.form(path, { csrf: hiddenField(page.text, 'csrf'), ...fields });
}

test('a person names their organization, gives it a key that no page shows again, and a mistake keeps what was typed', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const account = await person.get('/cloud/account');
  const first = await person.get('/cloud/onboarding');
  const wrong = await send(person, first, '/cloud/onboarding/organization', { name: 'Nord\u202elys' });
  const made = await send(person, first, '/cloud/onboarding/organization', { name: '<b>Nordlys</b>' });
  const second = await person.get('/cloud/onboarding');
  const organizationId = hiddenField(second.text, 'organizationId');
  const short = await send(person, second, '/cloud/onboarding/provider', { organizationId, kind: 'openai', secret: 'short' });
  const saved = await send(person, second, '/cloud/onboarding/provider', { organizationId, kind: 'openai', secret: ` ${canary} ` });
  const after = await person.get('/cloud/account');
  const { sealer, store } = cloud.server.cloud;
  const [secret] = await store.selectFrom('secrets').selectAll().execute();
  expect({
    leads: account.text.includes('href="/cloud/onboarding"'),
    ...{
      wrong: wrong.status,
      made: made.location,
      short: [short.status, short.text.includes('value="openai" checked'), short.text.includes('short"')],
    },
    ...{ saved: saved.location, isEscaped: after.text.includes('&lt;b&gt;Nordlys') || !after.text.includes('<b>Nordlys') },
    leaks:
      [short, saved, after, await person.get('/cloud/onboarding')].filter(({ text }) => text.includes('canary')).length +
      Number(cloud.log().includes('canary')),
    opened: sealer.open(secret?.sealed ?? '', `${organizationId}/${secret?.owner_id}`),
  }).toEqual({
    ...{
      leads: true,
      wrong: 400,
      made: '/cloud/onboarding',
      short: [400, true, false],
      saved: '/cloud/onboarding/computer',
      isEscaped: true,
    },
    ...{ leaks: 0, opened: canary },
  });
});

test('who names an organization invites people with it; a mistake among them makes nothing, and keeps what was typed', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const page = await person.get('/cloud/onboarding');
  const begin = (fields: Readonly<Record<string, string>>) =>
    send(person, page, '/cloud/onboarding/organization', { name: 'Nordlys', ...fields });
  const bad = await begin({ invite1: 'jonas@nordlys.example', role1: 'admin', invite2: 'no address', role2: 'member' });
  const owner = await begin({ invite1: 'jonas@nordlys.example', role1: 'owner' });
  const { store } = cloud.server.cloud;
  const before = await store.selectFrom('organizations').selectAll().execute();
  const made = await begin({
    ...{
      invite1: 'Jonas@nordlys.example',
      role1: 'member',
      invite2: 'jonas@nordlys.example',
      role2: 'admin',
      invite3: email,
      role3: 'member',
    },
  });
  const invites = await store.selectFrom('invites').select(['email', 'role']).execute();
  const { body } = await cloud.mail.to('jonas@nordlys.example');
  const computer = await person.get('/cloud/onboarding/computer');
  expect({
    bad: [bad.status, bad.text.includes('value="no address"'), bad.text.includes('value="admin" selected')],
    ...{ owner: owner.status, before, made: made.location, invites, names: body.includes('Nordlys') },
    steps: computer.text.split('Done: ').length - 1,
    link: computer.text.includes(`atelier://cloud/connect?base_url=${encodeURIComponent(cloud.url)}`),
  }).toEqual({
    ...{ bad: [400, true, true], owner: 400, before: [], made: '/cloud/onboarding', names: true, steps: 2, link: true },
    invites: [{ email: 'jonas@nordlys.example', role: 'admin' }],
  });
});

test('an invitation is looked at first, joined by a press, and leads over the sign-in of whoever is signed out', async () => {
  await using cloud = await testCloud();
  const owner = await clientOf(cloud, email);
  const { json } = await owner.send('POST', '/v1/organizations', { name: 'Nordlys' });
  await owner.send('POST', '/v1/organization/invites', { organizationId: json.id, email: 'jonas@nordlys.example', role: 'member' });
  const link = URL.parse((await cloud.mail.to('jonas@nordlys.example')).link('/cloud/accept-invite'));
  const path = `${link?.pathname}${link?.search}`;
  const signedOut = await cloud.browser().get(path);
  const other = await cloud.account('aude@nordlys.example');
  const theirs = await send(other, await other.get(path), '/cloud/accept-invite', { token: link?.searchParams.get('token') ?? '' });
  const jonas = await cloud.account('jonas@nordlys.example');
  const page = await jonas.get(path);
  const members = async () => (await owner.send('GET', `/v1/organizations/${json.id}/members`)).json.members.length;
  const before = await members();
  const joined = await send(jonas, page, '/cloud/accept-invite', { token: hiddenField(page.text, 'token') });
  const again = await jonas.get(path);
  expect({
    signedOut: new URL(signedOut.location, cloud.url).searchParams.get('return_to'),
    ...{
      theirs: theirs.status,
      asks: page.text.includes('Nordlys'),
      before,
      joined: joined.location,
      now: await members(),
      again: again.status,
    },
  }).toEqual({ signedOut: path, theirs: 409, asks: true, before: 1, joined: '/cloud/account', now: 2, again: 400 });
});

test('another page can neither begin an organization nor give a key or join in somebody’s name', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const page = await person.get('/cloud/onboarding');
  const csrf = hiddenField(page.text, 'csrf');
  const statuses: number[] = [];
  const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    '/cloud/onboarding/organization': { name: 'Mine' },
    '/cloud/onboarding/provider': { organizationId: '00000000-0000-4000-8000-000000000000', kind: 'openai', secret: canary },
    '/cloud/accept-invite': { token: 'x'.repeat(43) },
  };
  for (const [path, fields] of Object.entries(forms)) {
    statuses.push((await person.form(path, { csrf, ...fields }, { origin: 'https://evil.example' })).status);
    statuses.push((await person.form(path, { csrf: 'x'.repeat(43), ...fields })).status);
  }
  const rows = await cloud.server.cloud.store.selectFrom('organizations').selectAll().execute();
  expect([statuses, rows]).toEqual([[403, 403, 403, 403, 403, 403], []]);
});
