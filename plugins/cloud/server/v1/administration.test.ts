import { expect, test } from 'vitest';
import { testCloud } from '../cloud.fixture.ts';
import { type Client, clientOf, type Told } from './client.fixture.ts';

const address = 'ada@nordlys.example';
const day = 24 * 3_600_000;
const nobody = '00000000-0000-7000-8000-000000000000';

async function begun() {
  const cloud = await testCloud({ env: { ATELIER_CLOUD_ADMIN: address } });
  const ada = await clientOf(cloud, address, 'Ada');
  const jonas = await clientOf(cloud, 'jonas@nordlys.example', 'Jonas 100%');
  const find = async (q: string) => {
    const { users } = JSON.parse((await ada.send('GET', `/v1/admin/users?q=${encodeURIComponent(q)}`)).text) as {
      users: readonly { readonly id: string; readonly email: string; readonly subscription: object | null }[];
    };
    return users;
  };
  const [found] = await find('jonas@');
  return { cloud, ada, jonas, find, of: `/v1/admin/users/${found?.id ?? ''}` };
}

const codeOf = async (told: Promise<Told>) => {
  const { status, json } = await told;
  return status < 400 ? status : json.error;
};
const limitOf = async (client: Client) => {
  const { usage } = JSON.parse((await client.send('GET', '/v1/account')).text) as { usage: { parallelSessionsLimit: number } };
  return usage.parallelSessionsLimit;
};

test('nobody but an administrator gets anything of the administration, by any of its routes', async () => {
  const { cloud, ada, jonas, of } = await begun();
  await using _ = cloud;
  const described = (await (await fetch(`${cloud.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, object>> };
  const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
    path.startsWith('/v1/admin/') ? Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`) : [],
  );
  const tries: Readonly<Record<string, readonly [path: string, body?: object]>> = {
    'GET /v1/admin/users': ['/v1/admin/users'],
    'PATCH /v1/admin/users/{id}': [of, { isAdmin: true }],
    'POST /v1/admin/users/{id}/grant-subscription': [`${of}/grant-subscription`, { planId: 'max' }],
    'DELETE /v1/admin/users/{id}/grant': [`${of}/grant`],
    'GET /v1/admin/plans': ['/v1/admin/plans'],
    'PATCH /v1/admin/plans/{id}': ['/v1/admin/plans/plus', { parallelSessionsLimit: 99 }],
    'GET /v1/admin/audit': ['/v1/admin/audit'],
  };
  expect(Object.keys(tries).toSorted()).toEqual(routes.toSorted());
  const refused = await Promise.all(
    Object.entries(tries).map(([route, [path, body]]) => codeOf(jonas.send(route.split(' ', 1)[0] ?? '', path, body))),
  );
  expect(refused).toEqual(routes.map(() => 'administrators_only'));
  expect([await codeOf(ada.send('PATCH', `/v1/admin/users/${nobody}`, { isAdmin: true })), await limitOf(jonas)]).toEqual(['not_found', 3]);
});

test('what is given without payment counts from then to its end, the newest alone, and can be taken back; the plan of the account comes again', async () => {
  const { cloud, ada, jonas, of } = await begun();
  await using _ = cloud;
  const give = (body: object) => codeOf(ada.send('POST', `${of}/grant-subscription`, body));
  const before = await limitOf(jonas);
  const given = await give({ planId: 'max', durationDays: 2 });
  const raised = await limitOf(jonas);
  await give({ planId: 'pro', durationDays: 1 });
  const lower = await limitOf(jonas);
  await ada.send('PATCH', of, { subscriptionPlan: null });
  const still = await limitOf(jonas);
  await ada.send('DELETE', `${of}/grant`);
  const none = await limitOf(jonas);
  await give({ planId: 'max' });
  const forGood = await limitOf(jonas);
  expect([before, given, raised, lower, still, none, forGood]).toEqual([3, 201, 30, 10, 10, 0, 30]);
  expect([
    await give({ planId: 'gold' }),
    await give({ planId: 'max', durationDays: 0 }),
    await give({ planId: 'max', durationDays: 1.5 }),
    await give({ planId: 'max', extra: 1 }),
    await codeOf(ada.send('PATCH', of, { subscriptionPlan: 'gold' })),
  ]).toEqual(['not_found', 'invalid_request', 'invalid_request', 'invalid_request', 'not_found']);
});

test('a gift ends by itself', async () => {
  const { cloud, ada, of, find } = await begun();
  await using _ = cloud;
  await ada.send('POST', `${of}/grant-subscription`, { planId: 'max', durationDays: 1 });
  const [during] = await find('jonas');
  // Shorter than the life of what signs the requests; the end is moved instead of the clock.
  const { store, now } = cloud.server.cloud;
  await store.updateTable('grants').set({ expires_at: now() }).execute();
  const [after] = await find('jonas');
  expect([during?.subscription, after?.subscription]).toMatchObject([
    { planId: 'max', source: 'grant', expiresAt: expect.toSatisfy((end: number) => end > now() + day - 3_600_000) },
    { planId: 'plus', source: 'subscription', expiresAt: null },
  ]);
});

test('accounts are found by what stands in their names and addresses, signs of a pattern among it, page by page', async () => {
  const { cloud, ada, find } = await begun();
  await using _ = cloud;
  const { store, now } = cloud.server.cloud;
  const row = { password_hash: '', email_verified_at: null, is_admin: 0, plan_id: null, active_org_id: null, sessions_valid_after: 0 };
  for (let at = 0; at < 101; at += 1) {
    const id = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
    const values = { ...row, id, email: `bulk${at}@x.example`, display_name: 'Bulk', language: 'en', created_at: now() };
    await store.insertInto('users').values(values).execute();
  }
  const emails = async (q: string) => (await find(q)).map(({ email }) => email);
  const page = async (query: string) =>
    JSON.parse((await ada.send('GET', `/v1/admin/users?q=bulk${query}`)).text) as { users: readonly { id: string }[]; more: boolean };
  const first = await page('');
  const second = await page(`&before=${first.users.at(-1)?.id ?? ''}`);
  expect([await emails('100%'), await emails('JONAS'), await emails('%'), await emails('_'), await emails('\\')]).toEqual([
    ['jonas@nordlys.example'],
    ['jonas@nordlys.example'],
    ['jonas@nordlys.example'],
    [],
    [],
  ]);
  expect([first.users.length, first.more, second.users.length, second.more]).toEqual([100, true, 1, false]);
});

test('a server keeps an administrator, and one default plan that is offered', async () => {
  const { cloud, ada, jonas, of, find } = await begun();
  await using _ = cloud;
  const [me] = await find('ada@');
  const lower = (by: Client) => codeOf(by.send('PATCH', `/v1/admin/users/${me?.id ?? ''}`, { isAdmin: false }));
  const last = await lower(ada);
  await ada.send('PATCH', of, { isAdmin: true });
  const handed = [await lower(jonas), await codeOf(ada.send('GET', '/v1/admin/users'))];
  const change = (id: string, body: object) => codeOf(jonas.send('PATCH', `/v1/admin/plans/${id}`, body));
  const tries = [
    await change('plus', { isHidden: true }),
    await change('pro', { isDefault: true, label: 'Professional', parallelSessionsLimit: 12 }),
    await change('plus', { isHidden: true }),
    await change('pro', { isDefault: false }),
    await change('gold', { label: 'Gold' }),
  ];
  const { plans } = JSON.parse((await jonas.send('GET', '/v1/admin/plans')).text) as { plans: readonly object[] };
  expect([last, handed, tries]).toEqual([
    'last_administrator',
    [200, 'administrators_only'],
    ['conflict', 200, 200, 'invalid_request', 'not_found'],
  ]);
  expect(plans).toEqual([
    { id: 'plus', label: 'Plus', parallelSessionsLimit: 3, isDefault: false, isHidden: true },
    { id: 'pro', label: 'Professional', parallelSessionsLimit: 12, isDefault: true, isHidden: false },
    { id: 'max', label: 'Max', parallelSessionsLimit: 30, isDefault: false, isHidden: false },
  ]);
});

test('what an administrator changed is written down with who and for whom', async () => {
  const { cloud, ada, of } = await begun();
  await using _ = cloud;
  await ada.send('POST', `${of}/grant-subscription`, { planId: 'pro', durationDays: 3 });
  await ada.send('PATCH', of, { subscriptionPlan: 'max', isAdmin: true });
  await ada.send('DELETE', `${of}/grant`);
  const { entries } = JSON.parse((await ada.send('GET', '/v1/admin/audit')).text) as {
    entries: readonly { readonly action: string; readonly actor: string; readonly target: string }[];
  };
  const { actor, target } = entries[0]!;
  // Two of one request may have one time.
  expect([
    entries
      .slice(0, 4)
      .map(({ action }) => action)
      .toSorted(),
    of.endsWith(target),
    actor === target,
  ]).toEqual([['user.administrator', 'user.grant-ended', 'user.granted:pro', 'user.plan:max'], true, false]);
});
