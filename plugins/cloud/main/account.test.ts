import { expect, test } from 'vitest';
import { readBootstrap } from './account.ts';
import { addressOf } from './address.ts';

const url = 'https://cloud.example';
const answer = {
  user: {
    email: 'marta@nordlys.example',
    displayName: 'Marta',
    subscription: { label: 'Pro', source: 'grant', expiresAt: 1_800_000_000_000 },
  },
  organizations: [{ id: 'b', name: 'Beta' }, { id: 'a', name: 'Alpha' }, { id: 'c' }, null],
  activeOrganizationId: 'a',
  usage: { activeParallelSessions: 1, parallelSessionsLimit: 10 },
  ...{ projects: [{}, {}], conversations: [{}] },
  cloudInstances: [{ baseUrl: url, endpoints: { apiBaseUrl: 'https://api.example' } }],
};

test('the account is read from the answer, with the published address of the routes; what nobody here knows is left out', () => {
  expect(readBootstrap({ ...answer, more: 1 }, url)).toEqual({
    account: {
      ...{ email: 'marta@nordlys.example', displayName: 'Marta', plan: 'Pro', complimentary: true, planUntil: 1_800_000_000_000 },
      ...{ organizations: ['Beta', 'Alpha'], activeOrganization: 'Alpha', active: 1, limit: 10 },
    },
    apiUrl: 'https://api.example',
  });
});

test('an answer that is none is none, and one that is hostile shows nothing false or hidden', () => {
  const none = [
    null,
    'x',
    [],
    {},
    { ...answer, user: null },
    { ...answer, usage: { activeParallelSessions: -1, parallelSessionsLimit: 1 } },
    { ...answer, projects: 3 },
  ];
  expect(none.map(one => readBootstrap(one, url))).toEqual(none.map(() => undefined));
  const user = { email: 'a'.repeat(5000), displayName: 'M\u202eatram\u0000', subscription: { label: 'Pro', expiresAt: 1e300 } };
  const { account, apiUrl } = readBootstrap(
    { ...answer, user, cloudInstances: [{ baseUrl: url, endpoints: { apiBaseUrl: 'http://api.example' } }] },
    url,
  )!;
  expect([account.email.length, ['\u202e', '\u0000'].some(one => account.displayName.includes(one)), account.planUntil, apiUrl]).toEqual([
    300,
    false,
    undefined,
    undefined,
  ]);
});

test('an address is that of a server: https, or http on this machine, and nothing around it', () => {
  expect(
    ['cloud.example', ' https://Cloud.example:8443/ ', 'http://127.0.0.1:4310', 'http://[::1]:1', 'https://exämple.org'].map(addressOf),
  ).toEqual([
    ...['https://cloud.example', 'https://cloud.example:8443', 'http://127.0.0.1:4310', 'http://[::1]:1', 'https://xn--exmple-cua.org'],
  ]);
  const bad = [
    '',
    'http://cloud.example',
    'http://127.0.0.1.evil.example',
    'https://a:b@cloud.example',
    'https://cloud.example/x',
    'https://cloud.example/?a',
    'javascript://x',
    'file:///etc',
    'https://',
  ];
  expect(bad.map(addressOf)).toEqual(bad.map(() => undefined));
});
