import { expect, test } from 'vitest';
import { begun } from './memory.fixture.ts';

const key = (at: number) => ({ 'idempotency-key': `one-key-of-mine-${at}` });

test('a second try is answered as the first only to who may still ask, and not once what it tells of was changed or deleted', async () => {
  const { cloud, marta, jonas, org, add } = await begun();
  await using _ = cloud;
  const draft = (title: string) => ({ organizationId: org, kind: 'fact', title, content: title });
  const remember = async (title: string, at: number) => await jonas.send('POST', '/v1/memory', draft(title), key(at));
  const first = await remember('One', 1);
  const same = await remember('One', 1);
  const second = await remember('Two', 2);
  await jonas.send('PATCH', `/v1/memory/${second.json.id}`, { content: 'Corrected' });
  const third = await remember('Three', 3);
  await jonas.send('DELETE', `/v1/memory/${third.json.id}`);
  const changed = await Promise.all([remember('Two', 2), remember('Three', 3)]);
  const project = { name: 'Tides', organizationId: org, kind: 'conversation_only' };
  await jonas.send('POST', '/v1/projects', project, key(4));
  const { userId } = await add(jonas, 'Whose');
  await marta.send('PATCH', `/v1/organizations/${org}/members/${userId}`, { role: 'billing_viewer' });
  const lesser = await Promise.all([remember('One', 1), jonas.send('POST', '/v1/projects', project, key(4))]);
  await marta.send('DELETE', `/v1/organizations/${org}/members/${userId}`);
  const gone = [await remember('One', 1), await jonas.send('POST', '/v1/projects', project, key(4))];
  const codes = [changed, lesser, gone].map(all => all.map(({ json }) => json.error));
  expect([same.text === first.text, codes]).toEqual([
    true,
    [
      ['conflict', 'conflict'],
      ['forbidden', 'forbidden'],
      ['not_found', 'not_found'],
    ],
  ]);
});

test('what an organization had is in no answer that is kept once it is deleted, and a ticket is never kept', async () => {
  const { cloud, marta, org } = await begun();
  await using _ = cloud;
  const draft = { organizationId: org, kind: 'fact', title: 'Canary', content: 'Canary' };
  await marta.send('POST', '/v1/memory', draft, key(1));
  const tickets = [
    await marta.send('POST', '/v1/realtime/ticket', undefined, key(2)),
    await marta.send('POST', '/v1/realtime/ticket', undefined, key(2)),
  ];
  const deleted = [];
  for (let at = 0; at < 2; at += 1) deleted.push((await marta.send('DELETE', `/v1/organizations/${org}`, undefined, key(3))).status);
  const kept = await cloud.server.cloud.store.selectFrom('idempotency').select('response').execute();
  expect([kept, deleted, tickets[0]!.text === tickets[1]!.text]).toEqual([[{ response: 'null' }], [204, 204], false]);
});

test('each route that keeps its answer says so in its description', async () => {
  const { cloud } = await begun();
  await using _ = cloud;
  const { paths } = (await (await fetch(`${cloud.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: object; parameters?: readonly { name: string; in: string }[] }>>;
  };
  const without = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, parameters = [] }]) =>
      security === undefined || method === 'get' || parameters.some(each => each.in === 'header' && each.name === 'idempotency-key')
        ? []
        : [`${method} ${path}`],
    ),
  );
  expect(without).toEqual(['post /v1/realtime/ticket']);
});
