import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { admit, effectivePlan, usageOf } from './plans.ts';
import { createSealer } from './seal.ts';
import { openStore, type Store } from './store.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'atelier-cloud-store-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function open(file = join(folder(), 'cloud.sqlite')): Promise<Store> {
  const store = await openStore(file);
  onTestFinished(() => store.destroy());
  return store;
}

const now = 1_800_000_000_000;

/** A user of an organization with as many conversations as asked for. */
async function withConversations(store: Store, plan: string | null, count: number) {
  const [userId, orgId, projectId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  await store
    .insertInto('users')
    .values({
      ...{ id: userId, email: `${userId}@example.org`, display_name: 'M', password_hash: '', email_verified_at: now, is_admin: 0 },
      ...{ plan_id: plan, active_org_id: null, sessions_valid_after: 0, language: 'en', created_at: now },
    })
    .execute();
  await store.insertInto('organizations').values({ id: orgId, slug: orgId, name: 'O', created_at: now }).execute();
  const project = {
    id: projectId,
    org_id: orgId,
    name: 'P',
    kind: 'conversation_only',
    clone_url: null,
    default_branch: null,
    auth_mode: null,
  };
  await store
    .insertInto('projects')
    .values({ ...project, created_by: userId, created_at: now, archived_at: null })
    .execute();
  const conversations = Array.from({ length: count }, () => randomUUIDv7());
  for (const id of conversations) {
    const row = { id, org_id: orgId, project_id: projectId, created_by: userId, title: 'T', status: 'active', model: null };
    await store
      .insertInto('conversations')
      .values({ ...row, created_at: now, updated_at: now })
      .execute();
  }
  return { userId, orgId, conversations };
}

async function grant(store: Store, userId: string, planId: string, expiresAt: number | null, grantedAt = now) {
  const row = { id: randomUUIDv7(), user_id: userId, plan_id: planId, granted_by: 'x', granted_at: grantedAt };
  await store
    .insertInto('grants')
    .values({ ...row, expires_at: expiresAt, revoked_at: null })
    .execute();
}

test('a database is made private, keeps a journal, and every table of a tenant names its organization', async () => {
  const file = join(folder(), 'cloud.sqlite');
  const store = await open(file);
  const tables = await store.introspection.getTables();
  const tenant = ['memberships', 'invites', 'projects', 'conversations', 'providers', 'secrets', 'runtime_sessions', 'audit'];
  const journal = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(store);
  expect({
    mode: statSync(file).mode & 0o777,
    journal: journal.rows[0]?.journal_mode,
    plans: (await store.selectFrom('plans').selectAll().orderBy('parallel_sessions_limit').execute()).map(plan => [
      plan.id,
      plan.parallel_sessions_limit,
    ]),
    withoutOrganization: tenant.filter(
      name => !tables.find(table => table.name === name)?.columns.some(column => column.name === 'org_id'),
    ),
  }).toEqual({
    mode: 0o600,
    journal: 'wal',
    plans: [
      ['plus', 3],
      ['pro', 10],
      ['max', 30],
    ],
    withoutOrganization: [],
  });
});

test('a database of a newer program is refused and left as it is', async () => {
  const file = join(folder(), 'cloud.sqlite');
  const newer = await openStore(file);
  await sql`insert into kysely_migration (name, timestamp) values ('9990-later', '2030-01-01')`.execute(newer);
  await newer.destroy();
  await expect(openStore(file)).rejects.toThrow(/9990-later/);
});

test('a sealed secret opens where it belongs, and nowhere else, with its key, and if nobody changed it', () => {
  const sealer = createSealer(randomBytes(32));
  const sealed = sealer.seal('sk-canary', 'org-1/provider/p');
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
  const tries = [
    () => sealer.open(sealed, 'org-1/provider/p'),
    () => sealer.open(sealed, 'org-2/provider/p'),
    () => sealer.open(changed, 'org-1/provider/p'),
    () => createSealer(randomBytes(32)).open(sealed, 'org-1/provider/p'),
  ].map(attempt => {
    try {
      return attempt();
    } catch {
      return 'refused';
    }
  });
  expect({ tries, isHidden: !sealed.includes('canary'), isFresh: sealer.seal('sk-canary', 'org-1/provider/p') !== sealed }).toEqual({
    ...{ tries: ['sk-canary', 'refused', 'refused', 'refused'], isHidden: true, isFresh: true },
  });
});

test('the plan in force is the latest grant until it ends or is taken back, then the subscription, then none', async () => {
  const store = await open();
  const { userId } = await withConversations(store, 'plus', 0);
  const nobody = await withConversations(store, null, 0);
  const at = async (time: number, id = userId) => {
    const found = await effectivePlan(store, id, time);
    return found && `${found.plan.id} by ${found.source}`;
  };
  await grant(store, userId, 'max', now + 100, now - 2);
  await grant(store, userId, 'pro', now + 50, now - 1);
  const seen = [await at(now), await at(now + 60), await at(now + 100), await at(now, nobody.userId)];
  await grant(store, userId, 'max', null, now);
  seen.push(await at(now + 1e12));
  await store.updateTable('grants').set({ revoked_at: now }).where('user_id', '=', userId).execute();
  seen.push(await at(now));
  expect(seen).toEqual(['pro by grant', 'max by grant', 'plus by subscription', undefined, 'max by grant', 'plus by subscription']);
});

test.each([
  ['plus', 3],
  ['pro', 10],
  ['max', 30],
])('of 100 sessions that start at once, a plan %s admits exactly %i; one that runs is opened again at the limit', async (plan, limit) => {
  const store = await open();
  const { userId, orgId, conversations } = await withConversations(store, plan, 100);
  const start = (conversationId: string) => admit(store, { userId, orgId, conversationId, now });
  const all = await Promise.all(conversations.map(start));
  const admitted = all.flatMap((one, index) => ('refused' in one ? [] : [conversations[index] ?? '']));
  const again = await Promise.all(Array.from({ length: 20 }, () => start(admitted[0] ?? '')));
  expect({
    admitted: admitted.length,
    refused: new Set(all.flatMap(one => ('refused' in one ? [one.refused] : []))),
    again: new Set(again.map(one => 'isNew' in one && one.isNew)),
    usage: await usageOf(store, userId, now),
  }).toEqual({
    ...{ admitted: limit, refused: new Set(['limit']), again: new Set([false]) },
    usage: { activeParallelSessions: limit, parallelSessionsLimit: limit, remainingParallelSessions: 0 },
  });
});

test('a session that sleeps holds no place; to wake it takes one again, with a new fence', async () => {
  const store = await open();
  const { userId, orgId, conversations } = await withConversations(store, 'plus', 4);
  const start = (index: number) => admit(store, { userId, orgId, conversationId: conversations[index] ?? '', now });
  for (const index of [0, 1, 2]) await start(index);
  const full = await start(3);
  await store
    .updateTable('runtime_sessions')
    .set({ status: 'sleeping' })
    .where('conv_id', '=', conversations[0] ?? '')
    .execute();
  const fits = await start(3);
  const woken = await start(0);
  await store
    .updateTable('runtime_sessions')
    .set({ status: 'stopped' })
    .where('conv_id', '=', conversations[1] ?? '')
    .execute();
  const later = await start(0);
  const { fence } = await store
    .selectFrom('runtime_sessions')
    .select('fence')
    .where('conv_id', '=', conversations[0] ?? '')
    .executeTakeFirstOrThrow();
  expect([full, 'isNew' in fits, woken, 'isNew' in later && later.isNew, fence]).toEqual([
    { refused: 'limit' },
    true,
    { refused: 'limit' },
    false,
    2,
  ]);
});

test('without a plan nothing starts; a grant admits, and its end lowers what is admitted', async () => {
  const store = await open();
  const { userId, orgId, conversations } = await withConversations(store, null, 5);
  const start = (index: number, time: number) => admit(store, { userId, orgId, conversationId: conversations[index] ?? '', now: time });
  const before = await start(0, now);
  await grant(store, userId, 'pro', now + 100);
  for (const index of [0, 1, 2, 3]) await start(index, now);
  expect([before, await usageOf(store, userId, now).then(usage => usage.activeParallelSessions), await start(4, now + 100)]).toEqual([
    ...[{ refused: 'no-plan' }, 4, { refused: 'no-plan' }],
  ]);
});
