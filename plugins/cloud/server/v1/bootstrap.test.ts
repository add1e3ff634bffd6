import { expect, test } from 'vitest';
import { testCloud } from '../cloud.fixture.ts';
import { type Listener, open } from '../realtime/client.fixture.ts';
import { clientOf } from './client.fixture.ts';

test('the first answer has a mark, and is sent again only if something of it has changed', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, 'marta@nordlys.example');
  const ask = (mark?: string) =>
    marta.send('GET', '/v1/bootstrap', undefined, mark === undefined ? {} : { 'if-none-match': `"x", ${mark}` });
  const { etag } = await ask();
  const same = await ask(etag);
  await marta.send('POST', '/v1/organizations', { name: 'Nordlys' });
  const changed = await ask(etag);
  expect([same.status, same.text, changed.status, changed.etag !== etag]).toEqual([304, '', 200, true]);
});

test('a ticket has its older name too', async () => {
  await using cloud = await testCloud();
  const marta = await clientOf(cloud, 'marta@nordlys.example');
  const { token, websocketUrl } = JSON.parse((await marta.send('GET', '/v1/realtime/token')).text) as Readonly<Record<string, string>>;
  await using opened = (await open({ ticket: token ?? '', websocketUrl: websocketUrl ?? '' })) as Listener;
  expect((await opened.until(({ op }) => op === 'welcome')).op).toBe('welcome');
});
