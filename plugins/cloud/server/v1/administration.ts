import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '../../protocol/problems.ts';
import { id, list, name, nullable, strict, text } from '../../protocol/schemas.ts';
import { effectivePlan } from '../../store/plans.ts';
import type { Plan, User } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { plainText } from '../../store/text.ts';
import { differences } from '../audit.ts';
import type { Acting } from '../changes.ts';
import { subscription, subscriptionOf } from './account.ts';
import type { Asked, Route, routesOf } from './routes.ts';

const tag = 'administration';
const word = { type: 'string' };
const yes = { type: 'boolean' };
const time = { type: 'integer' };
const planId = { type: 'string', pattern: '^[a-z0-9-]{1,40}$' };
const person = strict({
  ...{ id, email: word, displayName: word, isAdmin: yes, isVerified: yes, createdAt: time },
  ...{ subscriptionPlan: nullable(word), subscription: nullable(subscription) },
});
const plan = strict({ id: word, label: word, parallelSessionsLimit: { type: 'integer' }, isDefault: yes, isHidden: yes });
const entry = strict({
  ...{
    id,
    at: time,
    action: word,
    actor: nullable(word),
    target: nullable(word),
    organizationId: nullable(word),
    address: word,
    details: {},
  },
});
const one = strict({ id });
/** In one answer; the next ones by `before`. */
const pageLength = 100;
const dayMs = 24 * 3_600_000;

type Asking = Pick<Asked<unknown, unknown, unknown>, 'store' | 'now'>;

interface Search {
  readonly q?: string;
  readonly before?: string;
}

export interface Gift {
  readonly planId: string;
  readonly durationDays?: number;
}

/** What administrators of the server see and change: accounts, plans, subscriptions given without payment, and who did what. */
export function addAdministration(addRoute: ReturnType<typeof routesOf>): void {
  /** A route for administrators alone. */
  const add = <Body = undefined, Params = undefined, Query = undefined>(route: Omit<Route<Body, Params, Query>, 'tag'>): void =>
    addRoute<Body, Params, Query>({
      ...{ ...route, tag },
      may({ is_admin }) {
        if (is_admin !== 1) throw new Problem('administrators_only');
      },
    });

  add<undefined, undefined, Search>({
    ...{ method: 'GET', url: '/v1/admin/users', summary: 'The accounts of the server, the newest first.' },
    query: strict({ q: text(200), before: id }, ['q', 'before']),
    answer: { 200: strict({ users: list(person), more: yes }) },
    handle: ({ query, ...asking }) => findPeople(asking, query),
  });

  add<{ subscriptionPlan?: string | null; isAdmin?: boolean }, { id: string }>({
    ...{ method: 'PATCH', url: '/v1/admin/users/:id', summary: 'Gives an account a plan, or the administration of the server.' },
    ...{ params: one, body: strict({ subscriptionPlan: nullable(planId), isAdmin: yes }, ['subscriptionPlan', 'isAdmin']) },
    answer: { 200: person },
    async handle({ store, params, body, now, note }) {
      const { subscriptionPlan, isAdmin } = body;
      const row = await userOf(store, params.id);
      if (typeof subscriptionPlan === 'string') await planOf(store, subscriptionPlan);
      if (isAdmin === false && row.is_admin === 1) await keepOneAdministrator(store, row.id);
      const change = {
        plan_id: subscriptionPlan === undefined ? row.plan_id : subscriptionPlan,
        is_admin: isAdmin === undefined ? row.is_admin : Number(isAdmin),
      };
      await store.updateTable('users').set(change).where('id', '=', row.id).execute();
      if (change.plan_id !== row.plan_id)
        await note({
          action: `user.plan:${change.plan_id ?? 'none'}`,
          ...{ target: row.id, details: { plan: { before: row.plan_id, after: change.plan_id } } },
        });
      if (change.is_admin !== row.is_admin)
        await note({ action: change.is_admin === 1 ? 'user.administrator' : 'user.no-administrator', target: row.id });
      return shownPerson({ store, now }, { ...row, ...change });
    },
  });

  add<Gift, { id: string }>({
    ...{
      method: 'POST',
      url: '/v1/admin/users/:id/grant-subscription',
      summary: 'Gives an account a plan without payment, for some days or for good.',
    },
    ...{ params: one, body: strict({ planId, durationDays: { type: 'integer', minimum: 1, maximum: 3_660 } }, ['durationDays']) },
    answer: { 201: person },
    handle: ({ user, params, body, ...acting }) => givePlan(user, params.id, body, acting),
  });

  add<undefined, { id: string }>({
    ...{ method: 'DELETE', url: '/v1/admin/users/:id/grant', summary: 'Ends what was given to an account without payment.' },
    params: one,
    answer: { 204: true },
    handle: ({ params, ...acting }) => takeBack(params.id, acting),
  });

  add({
    ...{ method: 'GET', url: '/v1/admin/plans', summary: 'All plans, with those that are offered no more.' },
    answer: { 200: strict({ plans: list(plan) }) },
    async handle({ store }) {
      return { plans: (await plansOf(store)).map(shownPlan) };
    },
  });

  add<{ label?: string; parallelSessionsLimit?: number; isDefault?: true; isHidden?: boolean }, { id: string }>({
    ...{
      method: 'PATCH',
      url: '/v1/admin/plans/:id',
      summary: 'Changes a plan. The one made default takes the place of the one that was.',
    },
    params: strict({ id: planId }),
    body: strict(
      {
        ...{ label: name(60), parallelSessionsLimit: { type: 'integer', minimum: 0, maximum: 10_000 } },
        ...{ isDefault: { const: true }, isHidden: yes },
      },
      ['label', 'parallelSessionsLimit', 'isDefault', 'isHidden'],
    ),
    answer: { 200: plan },
    async handle({ store, params, body, now, note, tell }) {
      const row = await planOf(store, params.id);
      const changed: Plan = {
        id: row.id,
        label: body.label?.trim() ?? row.label,
        parallel_sessions_limit: body.parallelSessionsLimit ?? row.parallel_sessions_limit,
        is_default: body.isDefault === undefined ? row.is_default : 1,
        is_hidden: body.isHidden === undefined ? row.is_hidden : Number(body.isHidden),
      };
      // New accounts get the default plan, so it is one that is offered.
      if (changed.is_default === 1 && changed.is_hidden === 1) throw new Problem('conflict');
      if (changed.is_default > row.is_default) await store.updateTable('plans').set({ is_default: 0 }).execute();
      const { id: planKey, ...values } = changed;
      await store.updateTable('plans').set(values).where('id', '=', planKey).execute();
      await note({ action: 'plan.changed', target: row.id, details: differences(shownPlan(row), shownPlan(changed)) });
      if (changed.parallel_sessions_limit !== row.parallel_sessions_limit || changed.label !== row.label)
        for (const userId of await peopleOf(store, row.id, now)) await tell({ action: 'plan.changed', target: row.id, only: userId });
      return shownPlan(changed);
    },
  });

  add<undefined, undefined, { before?: string }>({
    ...{ method: 'GET', url: '/v1/admin/audit', summary: 'Who did what, the newest first.' },
    query: strict({ before: id }, ['before']),
    answer: { 200: strict({ entries: list(entry), more: yes }) },
    async handle({ store, query }) {
      const rows = await store
        .selectFrom('audit')
        .select(['id', 'ts as at', 'action', 'actor', 'target', 'org_id as organizationId', 'ip as address', 'details'])
        .$if(query.before !== undefined, some => some.where('id', '<', query.before ?? ''))
        .orderBy('id', 'desc')
        .limit(pageLength + 1)
        .execute();
      const entries = rows.slice(0, pageLength).map(row => ({ ...row, details: row.details === null ? null : JSON.parse(row.details) }));
      return { entries, more: rows.length > pageLength };
    },
  });
}

/** Accounts by what stands in their names and addresses. */
export async function findPeople({ store, now }: Asking, { q, before }: Search) {
  const like = `%${plainText(q ?? '').replace(/[\\%_]/g, sign => `\\${sign}`)}%`;
  const rows = await store
    .selectFrom('users')
    .selectAll()
    .$if(before !== undefined, some => some.where('id', '<', before ?? ''))
    .$if(q !== undefined, some =>
      some.where(sql<boolean>`(email like ${like} escape '\\' or plain(display_name) like ${like} escape '\\')`),
    )
    .orderBy('id', 'desc')
    .limit(pageLength + 1)
    .execute();
  const users = await Promise.all(rows.slice(0, pageLength).map(row => shownPerson({ store, now }, row)));
  return { users, more: rows.length > pageLength };
}

/** Gives an account a plan without payment. */
export async function givePlan(user: User, personId: string, { planId: wanted, durationDays }: Gift, { store, now, note }: Acting) {
  const row = await userOf(store, personId);
  const { id: granted } = await planOf(store, wanted);
  // The newest counts: one that was given before ends with it.
  await endGrants(store, row.id, now);
  const expires_at = durationDays === undefined ? null : now + durationDays * dayMs;
  await store
    .insertInto('grants')
    .values({ id: randomUUIDv7(), user_id: row.id, plan_id: granted, granted_by: user.id, granted_at: now, expires_at, revoked_at: null })
    .execute();
  await note({ action: `user.granted:${granted}`, target: row.id, details: { plan: { after: granted }, until: { after: expires_at } } });
  return shownPerson({ store, now }, row);
}

export async function takeBack(personId: string, { store, now, note }: Acting): Promise<void> {
  const row = await userOf(store, personId);
  await endGrants(store, row.id, now);
  await note({ action: 'user.grant-ended', target: row.id });
}

export const plansOf = (store: Store) => store.selectFrom('plans').selectAll().orderBy('parallel_sessions_limit').orderBy('id').execute();

async function userOf(store: Store, userId: string): Promise<User> {
  const row = await store.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  return row;
}

async function planOf(store: Store, key: string): Promise<Plan> {
  const row = await store.selectFrom('plans').selectAll().where('id', '=', key).executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  return row;
}

async function keepOneAdministrator(store: Store, userId: string): Promise<void> {
  if (!(await hasAdministrator(store, userId))) throw new Problem('last_administrator');
}

/** Whether somebody besides one can administer the server: who has not verified their address cannot sign in. */
export async function hasAdministrator(store: Store, except = ''): Promise<boolean> {
  const found = await store
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .where('email_verified_at', 'is not', null)
    .where('id', '!=', except)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whose plan it is, by subscription or given. */
async function peopleOf(store: Store, key: string, now: number): Promise<readonly string[]> {
  const rows = await store
    .selectFrom('users')
    .select('id')
    .where(eb =>
      eb.or([
        eb('plan_id', '=', key),
        eb('id', 'in', qb =>
          qb
            .selectFrom('grants')
            .select('user_id')
            .where('plan_id', '=', key)
            .where('revoked_at', 'is', null)
            .where(each => each.or([each('expires_at', 'is', null), each('expires_at', '>', now)])),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id: userId }) => userId);
}

async function endGrants(store: Store, userId: string, now: number): Promise<void> {
  await store.updateTable('grants').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null).execute();
}

async function shownPerson({ store, now }: Asking, row: User) {
  return {
    ...{ id: row.id, email: row.email, displayName: row.display_name, isAdmin: row.is_admin === 1 },
    ...{ isVerified: row.email_verified_at !== null, createdAt: row.created_at, subscriptionPlan: row.plan_id },
    subscription: subscriptionOf(await effectivePlan(store, row.id, now)),
  };
}

function shownPlan({ id: planKey, label, parallel_sessions_limit, is_default, is_hidden }: Plan) {
  return { id: planKey, label, parallelSessionsLimit: parallel_sessions_limit, isDefault: is_default === 1, isHidden: is_hidden === 1 };
}
