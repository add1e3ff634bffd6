import { expect, test } from 'vitest';
import { testCloud } from '../cloud.fixture.ts';
import { type Client, clientOf } from './client.fixture.ts';

const canary = 'CANARY';

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags?: readonly string[] }>>>>;
}

test('nobody of another organization sees or changes anything, by any route, whatever their role is there', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, 'marta@nordlys.example', canary);
  const make = async (path: string, body: object) => (await marta.send('POST', path, body)).json.id;
  const org = await make('/v1/organizations', { name: canary });
  const provider = await make('/v1/organization/providers', {
    organizationId: org,
    kind: 'openai',
    label: canary,
    secret: 'sk-0123456789',
  });
  const project = await make('/v1/projects', { name: canary, organizationId: org, kind: 'conversation_only' });
  const conversation = await make('/v1/conversations', { projectId: project, title: canary });
  const invite = await make('/v1/organization/invites', { organizationId: org, email: 'jonas@nordlys.example', role: 'member' });
  const remember = (visibility: string) =>
    make('/v1/memory', { organizationId: org, kind: 'fact', title: canary, content: `${canary} ${visibility}`, visibility });
  const memories = [await remember('private'), await remember('shared')];
  const { json: people } = await marta.send('GET', `/v1/organizations/${org}/members`);
  const martaId = people.members[0]?.userId ?? '';

  const stranger = await clientOf(cloud, 'stranger@foreign.example', 'Stranger');
  const own = (await stranger.send('POST', '/v1/organizations', { name: 'Foreign' })).json.id;
  const strangerId = (await stranger.send('GET', `/v1/organizations/${own}/members`)).json.members[0]?.userId ?? '';
  const { store } = cloud.server.cloud;
  const before = await content();

  /** All that a route may take, with the ids of the other organization. */
  const tries: Readonly<Record<string, readonly (readonly [path: string, body?: object])[]>> = {
    'PATCH /v1/organization': [['/v1/organization', { organizationId: org, name: 'Mine' }]],
    'POST /v1/organization/active': [['/v1/organization/active', { organizationId: org }]],
    'DELETE /v1/organizations/{id}': [[`/v1/organizations/${org}`]],
    'GET /v1/organizations/{id}/members': [[`/v1/organizations/${org}/members`]],
    'PATCH /v1/organizations/{id}/members/{userId}': [
      [`/v1/organizations/${org}/members/${martaId}`, { role: 'member' }],
      [`/v1/organizations/${org}/members/${strangerId}`, { role: 'owner' }],
      [`/v1/organizations/${own}/members/${martaId}`, { role: 'member' }],
    ],
    'DELETE /v1/organizations/{id}/members/{userId}': [
      [`/v1/organizations/${org}/members/${martaId}`],
      [`/v1/organizations/${own}/members/${martaId}`],
    ],
    'POST /v1/organization/invites': [['/v1/organization/invites', { organizationId: org, email: 'x@foreign.example', role: 'owner' }]],
    'GET /v1/organization/invites': [[`/v1/organization/invites?organizationId=${org}`]],
    'DELETE /v1/organization/invites/{id}': [[`/v1/organization/invites/${invite}`]],
    'GET /v1/organization/providers': [[`/v1/organization/providers?organizationId=${org}`]],
    'POST /v1/organization/providers': [
      ['/v1/organization/providers', { organizationId: org, kind: 'openai', label: 'Mine', secret: 'sk-9876543210' }],
    ],
    'PATCH /v1/organization/providers/{id}': [[`/v1/organization/providers/${provider}`, { secret: 'sk-9876543210' }]],
    'DELETE /v1/organization/providers/{id}': [[`/v1/organization/providers/${provider}`]],
    'GET /v1/projects': [[`/v1/projects?organizationId=${org}`]],
    'POST /v1/projects': [['/v1/projects', { name: 'Mine', organizationId: org, kind: 'conversation_only' }]],
    'PATCH /v1/projects/{id}': [[`/v1/projects/${project}`, { name: 'Mine' }]],
    'DELETE /v1/projects/{id}': [[`/v1/projects/${project}`]],
    'GET /v1/conversations': [[`/v1/conversations?projectId=${project}`]],
    'POST /v1/conversations': [['/v1/conversations', { projectId: project, title: 'Mine' }]],
    'PATCH /v1/conversations/{id}': [[`/v1/conversations/${conversation}`, { title: 'Mine' }]],
    'GET /v1/conversations/{id}/events': [[`/v1/conversations/${conversation}/events`]],
    'GET /v1/memory': [[`/v1/memory?organizationId=${org}`]],
    'GET /v1/memory/search': [[`/v1/memory/search?organizationId=${org}&query=${canary}`]],
    'GET /v1/memory/stats': [[`/v1/memory/stats?organizationId=${org}`]],
    'POST /v1/memory': [
      ['/v1/memory', { organizationId: org, kind: 'fact', title: 'Mine', content: 'Mine' }],
      ['/v1/memory', { organizationId: own, projectId: project, kind: 'fact', title: 'Mine', content: 'Mine' }],
      ['/v1/memory', { organizationId: own, sourceConversationId: conversation, kind: 'fact', title: 'Mine', content: 'Mine' }],
    ],
    'GET /v1/memory/{id}': memories.map(each => [`/v1/memory/${each}`]),
    'PATCH /v1/memory/{id}': memories.map(each => [`/v1/memory/${each}`, { content: 'Mine' }]),
    'DELETE /v1/memory/{id}': memories.map(each => [`/v1/memory/${each}`]),
    'POST /v1/memory/{id}/used': memories.map(each => [`/v1/memory/${each}/used`]),
    'DELETE /v1/conversations/{id}': [[`/v1/conversations/${conversation}`]],
  };
  /** These name nothing of an organization; what they tell is looked at. */
  const named = [
    'GET /v1/account',
    'GET /v1/bootstrap',
    'POST /v1/organizations',
    'POST /v1/organization/invites/accept',
    'POST /v1/realtime/ticket',
    'GET /v1/realtime/token',
  ];
  /** Of the server and not of an organization; another test walks them as somebody who does not administer it. */
  const isOfServer = (route: string) => route.includes(' /v1/admin/');

  const described = (await (await fetch(`${cloud.url}/openapi.json`)).json()) as Description;
  const routes = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { tags }]) =>
      path.startsWith('/v1/') && !tags?.includes('web') ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  expect(routes.filter(route => !isOfServer(route)).toSorted()).toEqual([...Object.keys(tries), ...named].toSorted());

  async function content(): Promise<string> {
    const tables = ['organizations', 'memberships', 'invites', 'providers', 'secrets', 'projects', 'conversations', 'memories'] as const;
    const rows = await Promise.all(tables.map(table => store.selectFrom(table).selectAll().execute()));
    // Whether the mail of the invitation has been sent yet is not of this.
    return JSON.stringify(rows).replace(/"token_hash":(?:null|"[^"]*")/g, '');
  }

  const faults: string[] = [];
  const role = (name: string) => store.updateTable('memberships').set({ role: name }).where('user_id', '=', strangerId).execute();
  const walk = async (client: Client, as: string) => {
    for (const [route, all] of Object.entries(tries)) {
      for (const [path, body] of all) {
        const { status, text } = await client.send(route.split(' ', 1)[0] ?? '', path, body);
        const isOwn = path.includes(own) || JSON.stringify(body ?? '').includes(own);
        if (status !== 404 && !(isOwn && status === 403)) faults.push(`${as}: ${route} ${path}: ${status}`);
        if (text.includes(canary)) faults.push(`${as}: ${route} tells ${text}`);
      }
    }
    for (const path of ['/v1/account', '/v1/bootstrap'])
      if ((await client.send('GET', path)).text.includes(canary)) faults.push(`${as}: ${path} tells of others`);
  };
  for (const name of ['owner', 'admin', 'billing_viewer']) {
    await role(name);
    await walk(stranger, name);
  }
  await role('owner');
  expect({ faults, isSame: (await content()) === before }).toEqual({ faults: [], isSame: true });
});
