import * as oidc from 'openid-client';
import { expect, test } from 'vitest';
import { hiddenField, type TestCloud, testCloud } from '../cloud.fixture.ts';
import { type Connected, connect, desktop, email } from '../oidc/desktop.fixture.ts';

interface Account {
  readonly user: { readonly email: string; readonly subscription: { readonly planId: string; readonly source: string } | null };
  readonly usage: { readonly parallelSessionsLimit: number };
  readonly plans: readonly { readonly id: string }[];
}

const ask = (cloud: TestCloud, { config, tokens }: Connected, dpop: oidc.DPoPHandle) =>
  oidc.fetchProtectedResource(config, tokens.access_token, new URL('/v1/account', cloud.url), 'GET', undefined, undefined, { DPoP: dpop });

test('the account is told to the desktop whose token and key it is, and to nobody else', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const app = await connect(cloud, person);
  const thief = await desktop(cloud);
  const account = (await (await ask(cloud, app, app.dpop)).json()) as Account;
  const refused = async (headers: Readonly<Record<string, string>>) => (await fetch(`${cloud.url}/v1/account`, { headers })).status;
  const statuses = [
    await refused({}),
    await refused({ authorization: `Bearer ${app.tokens.access_token}` }),
    await refused({ authorization: `DPoP ${app.tokens.access_token}` }),
    await refused({ authorization: 'DPoP x', dpop: 'y' }),
    await refused({ cookie: [...person.cookies].map(pair => pair.join('=')).join('; ') }),
    await ask(cloud, app, thief.dpop).then(
      ({ status }) => status,
      (error: { status?: number }) => error.status,
    ),
  ];
  expect({ email: account.user.email, plans: account.plans.map(({ id }) => id), statuses }).toEqual({
    ...{ email, plans: ['plus', 'pro', 'max'], statuses: [401, 401, 401, 401, 401, 401] },
  });
});

test('a proof that was sent once counts once', async () => {
  await using cloud = await testCloud();
  const app = await connect(cloud, await cloud.account(email));
  const sent: Headers[] = [];
  app.config[oidc.customFetch] = (url, options) => {
    sent.push(new Headers(options.headers));
    return fetch(url, options as RequestInit);
  };
  const first = await ask(cloud, app, app.dpop);
  const again = await fetch(`${cloud.url}/v1/account`, { headers: sent.at(-1) ?? {} });
  expect([first.status, again.status]).toEqual([200, 401]);
});

test('a complimentary grant raises the limit that the account is told, and its end lowers it', async () => {
  await using cloud = await testCloud();
  const app = await connect(cloud, await cloud.account(email));
  const { store } = cloud.server.cloud;
  const { id } = await store.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const told = async () => {
    const { user, usage } = (await (await ask(cloud, app, app.dpop)).json()) as Account;
    return [user.subscription?.planId, user.subscription?.source, usage.parallelSessionsLimit];
  };
  const before = await told();
  const row = { id: 'g', user_id: id, plan_id: 'pro', granted_by: id, granted_at: Date.now(), revoked_at: null };
  await store
    .insertInto('grants')
    .values({ ...row, expires_at: Date.now() + 600_000 })
    .execute();
  const during = await told();
  await store.updateTable('grants').set({ expires_at: Date.now() }).execute();
  expect([before, during, await told()]).toEqual([
    ['plus', 'subscription', 3],
    ['pro', 'grant', 10],
    ['plus', 'subscription', 3],
  ]);
});

test('an access token counts no more once its person signed out everywhere, in the second in which it was given too', async () => {
  await using cloud = await testCloud();
  const person = await cloud.account(email);
  const status = (app: Connected) =>
    ask(cloud, app, app.dpop).then(
      answer => answer.status,
      (error: { status?: number }) => error.status,
    );
  const app = await connect(cloud, person);
  const before = await status(app);
  await person.form('/v1/web/logout-all', { csrf: hiddenField((await person.get('/cloud/account')).text, 'csrf') });
  expect([before, await status(app)]).toEqual([200, 401]);
});

test('K6: what a client shows first has the organizations of who asks, their work and the address of the routes, and nothing of others, nor a key', async () => {
  await using cloud = await testCloud();
  const app = await connect(cloud, await cloud.account(email));
  await cloud.account('other@nordlys.example');
  const { store } = cloud.server.cloud;
  const [mine, other] = await store.selectFrom('users').select('id').orderBy('email').execute();
  const now = Date.now();
  for (const [org, user, name] of [
    ['00000000-0000-4000-8000-000000000001', mine, 'Nordlys'],
    ['00000000-0000-4000-8000-000000000002', other, 'Foreign'],
  ] as const) {
    const project = org.replace('-8000-', '-9000-');
    await store.insertInto('organizations').values({ id: org, slug: name.toLowerCase(), name, created_at: now }).execute();
    await store.insertInto('memberships').values({ org_id: org, user_id: user!.id, role: 'owner', created_at: now }).execute();
    await store
      .insertInto('projects')
      .values({ id: project, org_id: org, name: `${name} archive`, kind: 'conversation_only', created_by: user!.id, created_at: now })
      .execute();
    const provider = { id: `p-${name}`, org_id: org, kind: 'openai', label: 'Canary', secret_hint: 'canary-hint', created_at: now };
    await store.insertInto('providers').values(provider).execute();
    await store
      .insertInto('secrets')
      .values({ owner_kind: 'provider', owner_id: provider.id, org_id: org, sealed: 'canary-key' })
      .execute();
    await store
      .insertInto('conversations')
      .values({
        ...{ id: org.replace('-8000-', '-a000-'), org_id: org, project_id: project, created_by: user!.id, title: `${name} tides` },
        ...{ status: 'active', created_at: now, updated_at: now },
      })
      .execute();
  }
  const answer = await oidc.fetchProtectedResource(
    ...([
      app.config,
      app.tokens.access_token,
      new URL('/v1/bootstrap', cloud.url),
      'GET',
      undefined,
      undefined,
      { DPoP: app.dpop },
    ] as const),
  );
  const text = await answer.text();
  const told = JSON.parse(text) as Record<string, readonly Record<string, unknown>[]>;
  expect({
    keys: /canary/i.test(text),
    organizations: told.organizations?.map(({ name, role }) => [name, role]),
    projects: told.projects?.map(({ name }) => name),
    conversations: told.conversations?.map(({ title }) => title),
    active: told.activeOrganizationId,
    instances: told.cloudInstances?.map(({ baseUrl, endpoints }) => [baseUrl, endpoints]),
  }).toEqual({
    keys: false,
    organizations: [['Nordlys', 'owner']],
    projects: ['Nordlys archive'],
    conversations: ['Nordlys tides'],
    active: '00000000-0000-4000-8000-000000000001',
    instances: [[cloud.url, { apiBaseUrl: cloud.url, realtimeBaseUrl: cloud.url.replace('http', 'ws'), runtimeBaseUrl: null }]],
  });
});
