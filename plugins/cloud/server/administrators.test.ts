import { expect, test } from 'vitest';
import { hiddenField, password, testCloud } from './cloud.fixture.ts';
import { connect } from './oidc/desktop.fixture.ts';
import { clientOf } from './v1/client.fixture.ts';

const address = 'ada@nordlys.example';

interface Entry {
  readonly action: string;
  readonly actor: string | null;
  readonly target: string | null;
  readonly details: unknown;
}

async function begun() {
  const cloud = await testCloud({ env: { ATELIER_CLOUD_ADMIN: address } });
  const ada = await clientOf(cloud, address, 'Ada');
  const { store } = cloud.server.cloud;
  const idOf = async (email: string) =>
    (await store.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const entries = async () => (JSON.parse((await ada.send('GET', '/v1/admin/audit')).text) as { entries: readonly Entry[] }).entries;
  const last = async (action: string) => (await entries()).find(entry => entry.action === action);
  return { cloud, ada, store, idOf, last };
}

test('a server keeps an administrator who can sign in, and who was relieved of it does not come back by a new password', async () => {
  const { cloud, ada, store, idOf } = await begun();
  await using _ = cloud;
  const person = cloud.browser();
  await person.post('/v1/web/signup', { email: 'unverified@nordlys.example', displayName: 'Unverified', password });
  const change = async (email: string, isAdmin: boolean) =>
    (await ada.send('PATCH', `/v1/admin/users/${await idOf(email)}`, { isAdmin })).json.error ?? 'done';
  const first = [await change('unverified@nordlys.example', true), await change(address, false)];
  await clientOf(cloud, 'jonas@nordlys.example', 'Jonas');
  const second = [await change('jonas@nordlys.example', true), await change(address, false)];
  const reset = async () => {
    await person.post('/v1/web/forgot-password', { email: address });
    const token = URL.parse((await cloud.mail.to(address)).link('/cloud/reset-password'))?.searchParams.get('token');
    await person.post('/v1/web/reset-password', { token, password: `${password} again` });
    const { is_admin } = await store.selectFrom('users').select('is_admin').where('email', '=', address).executeTakeFirstOrThrow();
    return is_admin;
  };
  const relieved = await reset();
  await store.updateTable('users').set({ is_admin: 0 }).execute();
  const alone = await reset();
  const noted = await store
    .selectFrom('audit')
    .select('action')
    .where('target', '=', await idOf(address))
    .orderBy('ts')
    .execute();
  expect([first, second, relieved, alone]).toEqual([['done', 'last_administrator'], ['done', 'done'], 0, 1]);
  expect(noted.filter(({ action }) => action === 'user.administrator').length).toBe(2);
});

test('what was and what is stands with what was changed; sign-ins that failed, sign-outs, desktops and the organization chosen are written down', async () => {
  const { cloud, ada, idOf, last } = await begun();
  await using _ = cloud;
  const email = 'jonas@nordlys.example';
  const person = await cloud.account(email, 'Jonas');
  await connect(cloud, person);
  const id = await idOf(email);
  await ada.send('PATCH', `/v1/admin/users/${id}`, { subscriptionPlan: 'max' });
  await ada.send('PATCH', '/v1/admin/plans/pro', { parallelSessionsLimit: 12 });
  const org = (await ada.send('POST', '/v1/organizations', { name: 'Nordlys' })).json.id;
  await ada.send('PATCH', '/v1/organization', { organizationId: org, name: 'Sørlys' });
  await ada.send('POST', '/v1/organization/active', { organizationId: org });
  await person.post('/v1/web/login', { email, password: 'wrong' });
  await person.form('/v1/web/logout-all', { csrf: hiddenField((await person.get('/cloud/account')).text, 'csrf') });
  const seen = async (action: string) => {
    const entry = await last(action);
    return [entry?.target === id, entry?.details];
  };
  expect([
    (await last('user.plan:max'))?.details,
    (await last('plan.changed'))?.details,
    (await last('organization.changed'))?.details,
    (await last('user.active-organization'))?.details,
  ]).toEqual([
    { plan: { before: 'plus', after: 'max' } },
    { parallelSessionsLimit: { before: 10, after: 12 } },
    { name: { before: 'Nordlys', after: 'Sørlys' } },
    { organization: { before: org, after: org } },
  ]);
  expect([await seen('user.desktop-approved'), await seen('user.sign-in-failed'), await seen('user.signed-out-everywhere')]).toEqual([
    [true, null],
    [true, null],
    [true, null],
  ]);
});

test('people are found by names with accented capitals, however they are typed', async () => {
  const { cloud, ada } = await begun();
  await using _ = cloud;
  await clientOf(cloud, 'elodie@nordlys.example', 'Élodie ÉTÉ');
  const found = async (q: string) =>
    (JSON.parse((await ada.send('GET', `/v1/admin/users?q=${encodeURIComponent(q)}`)).text) as { users: readonly object[] }).users.length;
  expect([await found('Élodie'), await found('élodie été'), await found('ETE'), await found('zz')]).toEqual([1, 1, 1, 0]);
});
