import { expect, test } from 'vitest';
import { type Browser, hiddenField, testCloud } from './cloud.fixture.ts';

const admin = 'ada@nordlys.example';

async function begun() {
  const cloud = await testCloud({ env: { ATELIER_CLOUD_ADMIN: admin } });
  const [ada, jonas] = [await cloud.account(admin, 'Ada'), await cloud.account('jonas@nordlys.example', 'Jonas <b>')];
  const { store } = cloud.server.cloud;
  const idOf = async (email: string) =>
    (await store.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const csrf = hiddenField((await ada.get('/cloud/admin')).text, 'csrf');
  const give = async (by: Browser, more: Readonly<Record<string, string>> = {}, path = '/cloud/admin/give') =>
    by.form(path, { csrf, userId: await idOf('jonas@nordlys.example'), planId: 'max', days: '', q: '', ...more });
  return { cloud, ada, jonas, give };
}

test('an administrator finds accounts, gives a plan for some days and ends it; the page says what is so', async () => {
  const { cloud, ada, give } = await begun();
  await using _ = cloud;
  const account = await ada.get('/cloud/account');
  const found = await ada.get('/cloud/admin?q=jonas');
  const given = await give(ada, { days: '3', q: 'jonas' });
  const after = await ada.get(given.location);
  const ended = await give(ada, { q: 'jonas' }, '/cloud/admin/end');
  const last = await ada.get(ended.location);
  const none = await ada.get('/cloud/admin?q=%25');
  expect(account.text).toContain('href="/cloud/admin"');
  expect([found.text.includes('Ada'), found.text.includes('Jonas &#60;b&#62;'), found.text.includes('Plus')]).toEqual([false, true, true]);
  expect([given.status, after.text.includes('Max, until'), after.text.includes('The plan is given.')]).toEqual([303, true, true]);
  expect([last.text.includes('Max, until'), last.text.includes('/cloud/admin/end'), none.text.includes('No account has this')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('nobody else sees the page or gives a plan, and what another page sends is refused', async () => {
  const { cloud, ada, jonas, give } = await begun();
  await using _ = cloud;
  const own = hiddenField((await jonas.get('/cloud/account')).text, 'csrf');
  const tries = [
    await jonas.get('/cloud/admin'),
    await give(jonas, { csrf: own }),
    await give(jonas, { csrf: own }, '/cloud/admin/end'),
    await give(ada, { csrf: own }),
    await cloud.browser().get('/cloud/admin'),
  ];
  expect([tries.map(({ status }) => status), (await jonas.get('/cloud/account')).text.includes('/cloud/admin')]).toEqual([
    [403, 403, 403, 403, 303],
    false,
  ]);
  expect(await cloud.server.cloud.store.selectFrom('grants').select('id').execute()).toEqual([]);
});

test('what cannot be given is said on the page, and the search is kept', async () => {
  const { cloud, ada, give } = await begun();
  await using _ = cloud;
  const wrong = [
    await give(ada, { days: '0', q: 'jonas' }),
    await give(ada, { days: '9999', q: 'jonas' }),
    await give(ada, { planId: 'gold', q: 'jonas' }),
    await give(ada, { userId: '00000000-0000-7000-8000-000000000000', q: 'jonas' }),
  ];
  expect(
    wrong.map(({ status, text }) => [status, text.includes('role="alert"'), text.includes('value="jonas"'), text.includes('Ada')]),
  ).toEqual([
    [400, true, true, false],
    [400, true, true, false],
    [404, true, true, false],
    [404, true, true, false],
  ]);
});
