import { randomUUIDv7 } from 'node:crypto';
import { Problem } from '../../protocol/problems.ts';
import { id, list, name, type Schema, strict } from '../../protocol/schemas.ts';
import type { User } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { differences } from '../audit.ts';
import type { Acting } from '../changes.ts';
import { endInvites } from './invites.ts';
import { managers, type Role, role, roleIn } from './membership.ts';
import type { routesOf } from './routes.ts';

type Add = ReturnType<typeof routesOf>;

const slug: Schema = { type: 'string', pattern: '^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$' };
const word = { type: 'string' };
const organization = strict({ id, name: word, slug: word, role });
const member = strict({ userId: id, displayName: word, email: word, role });
const ofOrganization = strict({ id });
const ofMember = strict({ id, userId: id });
/** How many one account may begin: an organization costs nothing. */
const most = 20;

interface Named {
  readonly id: string;
}

interface OfMember extends Named {
  readonly userId: string;
}

export function addOrganizations(add: Add): void {
  const tag = 'organizations';
  add<{ name: string; slug?: string }>({
    ...{ method: 'POST', url: '/v1/organizations', summary: 'Begins an organization; who asks owns it.', tag },
    body: strict({ name: name(80), slug }, ['slug']),
    answer: { 201: organization },
    handle: ({ user, body, ...asked }) => beginOrganization(user, body, asked),
  });

  add<{ organizationId?: string; name?: string; slug?: string }>({
    ...{ method: 'PATCH', url: '/v1/organization', summary: 'Renames an organization; without an id, the active one.', tag },
    body: strict({ organizationId: id, name: name(80), slug }, ['organizationId', 'name', 'slug']),
    answer: { 200: organization },
    async handle({ store, user, body, note }) {
      const orgId = body.organizationId ?? user.active_org_id ?? '';
      const mine = await roleIn(store, user.id, orgId, managers);
      if (body.slug !== undefined && (await isTaken(store, body.slug, orgId))) throw new Problem('conflict');
      const change = { ...(body.name !== undefined && { name: body.name.trim() }), ...(body.slug !== undefined && { slug: body.slug }) };
      const before = await store.selectFrom('organizations').selectAll().where('id', '=', orgId).executeTakeFirstOrThrow();
      if (Object.keys(change).length > 0) await store.updateTable('organizations').set(change).where('id', '=', orgId).execute();
      const now = await store.selectFrom('organizations').selectAll().where('id', '=', orgId).executeTakeFirstOrThrow();
      await note({ action: 'organization.changed', org: orgId, details: differences(before, { name: now.name, slug: now.slug }) });
      return { id: orgId, name: now.name, slug: now.slug, role: mine };
    },
  });

  add<{ organizationId: string }>({
    ...{ method: 'POST', url: '/v1/organization/active', summary: 'Chooses the organization that clients begin with.', tag },
    body: strict({ organizationId: id }),
    answer: { 204: true },
    async handle({ store, user, body, note }) {
      await roleIn(store, user.id, body.organizationId);
      await store.updateTable('users').set({ active_org_id: body.organizationId }).where('id', '=', user.id).execute();
      const details = { organization: { before: user.active_org_id, after: body.organizationId } };
      await note({ action: 'user.active-organization', target: user.id, details });
    },
  });

  add<undefined, Named>({
    ...{ method: 'DELETE', url: '/v1/organizations/:id', summary: 'Deletes an organization with all that it has.', tag },
    params: ofOrganization,
    answer: { 204: true },
    async handle({ store, user, params, note, forget }) {
      await roleIn(store, user.id, params.id, ['owner']);
      await store.updateTable('users').set({ active_org_id: null }).where('active_org_id', '=', params.id).execute();
      await store.deleteFrom('organizations').where('id', '=', params.id).execute();
      await note({ action: 'organization.deleted', org: params.id });
      forget();
    },
  });

  add<undefined, Named>({
    ...{ method: 'GET', url: '/v1/organizations/:id/members', summary: 'Who is in an organization.', tag },
    params: ofOrganization,
    answer: { 200: strict({ members: list(member) }) },
    async handle({ store, user, params }) {
      await roleIn(store, user.id, params.id);
      const rows = await store
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['users.id as userId', 'users.display_name as displayName', 'users.email', 'memberships.role'])
        .where('memberships.org_id', '=', params.id)
        .orderBy('users.display_name')
        .orderBy('users.id')
        .execute();
      return { members: rows };
    },
  });

  add<{ role: Role }, OfMember>({
    ...{ method: 'PATCH', url: '/v1/organizations/:id/members/:userId', summary: 'Gives somebody another role.', tag },
    ...{ params: ofMember, body: strict({ role }) },
    answer: { 204: true },
    async handle({ store, user, params, body, note }) {
      const mine = await roleIn(store, user.id, params.id, managers);
      const theirs = await roleIn(store, params.userId, params.id);
      // Who owns an organization is for its owners to say.
      if (mine !== 'owner' && (theirs === 'owner' || body.role === 'owner')) throw new Problem('forbidden');
      if (theirs === 'owner' && body.role !== 'owner') await checkOtherOwner(store, params);
      await ofOne(store, params).updateTable({ role: body.role });
      await endInvites(store, params.id, params.userId, body.role);
      await note({
        ...{ action: 'member.changed', org: params.id, target: params.userId },
        details: { role: { before: theirs, after: body.role } },
      });
    },
  });

  add<undefined, OfMember>({
    ...{ method: 'DELETE', url: '/v1/organizations/:id/members/:userId', summary: 'Removes somebody, or oneself.', tag },
    params: ofMember,
    answer: { 204: true },
    async handle({ store, user, params, note, forget }) {
      const isSelf = params.userId === user.id;
      const mine = await roleIn(store, user.id, params.id, isSelf ? undefined : managers);
      const theirs = await roleIn(store, params.userId, params.id);
      if (theirs === 'owner' && mine !== 'owner') throw new Problem('forbidden');
      if (theirs === 'owner') await checkOtherOwner(store, params);
      await ofOne(store, params).remove();
      await endInvites(store, params.id, params.userId, undefined);
      // What was for them alone is nobody's now.
      if ((await forgetPrivate(store, params.id, params.userId)) > 0) forget();
      await store
        .updateTable('users')
        .set({ active_org_id: null })
        .where('id', '=', params.userId)
        .where('active_org_id', '=', params.id)
        .execute();
      await note({ action: 'member.removed', org: params.id, target: params.userId, details: { role: { before: theirs } } });
    },
  });
}

/** How many private memories of somebody in an organization were forgotten. */
async function forgetPrivate(store: Store, orgId: string, userId: string): Promise<number> {
  const own = store.deleteFrom('memories').where('org_id', '=', orgId).where('user_id', '=', userId).where('visibility', '=', 'private');
  await store.deleteFrom('idempotency').where('org_id', '=', orgId).where('user_id', '=', userId).execute();
  return Number((await own.executeTakeFirst()).numDeletedRows);
}

interface Naming {
  readonly name: string;
  readonly slug?: string;
}

/** Begins an organization that somebody owns. */
export async function beginOrganization(user: User, body: Naming, { store, now, note }: Acting) {
  const { count } = await store
    .selectFrom('memberships')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user.id)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) throw new Problem('organization_limit');
  const row = { id: randomUUIDv7(), name: body.name.trim(), slug: await freeSlug(store, body), created_at: now };
  await store.insertInto('organizations').values(row).execute();
  await store.insertInto('memberships').values({ org_id: row.id, user_id: user.id, role: 'owner', created_at: now }).execute();
  if (user.active_org_id === null) await store.updateTable('users').set({ active_org_id: row.id }).where('id', '=', user.id).execute();
  await note({ action: 'organization.created', org: row.id });
  return { id: row.id, name: row.name, slug: row.slug, role: 'owner' };
}

function ofOne(store: Store, { id: orgId, userId }: OfMember) {
  return {
    updateTable: (change: { role: Role }) =>
      store.updateTable('memberships').set(change).where('org_id', '=', orgId).where('user_id', '=', userId).execute(),
    remove: () => store.deleteFrom('memberships').where('org_id', '=', orgId).where('user_id', '=', userId).execute(),
  };
}

async function checkOtherOwner(store: Store, { id: orgId, userId }: OfMember): Promise<void> {
  const other = await store
    .selectFrom('memberships')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('role', '=', 'owner')
    .where('user_id', '!=', userId)
    .executeTakeFirst();
  if (other === undefined) throw new Problem('last_owner');
}

async function isTaken(store: Store, wanted: string, except?: string): Promise<boolean> {
  const there = await store.selectFrom('organizations').select('id').where('slug', '=', wanted).executeTakeFirst();
  return there !== undefined && there.id !== except;
}

/** The wanted one, or one made of the name. */
async function freeSlug(store: Store, { name: title, slug: wanted }: Naming): Promise<string> {
  if (wanted !== undefined) {
    if (await isTaken(store, wanted)) throw new Problem('conflict');
    return wanted;
  }
  // Letters with a mark become the letter alone.
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  const base = plain.replace(/^-|-$/g, '').slice(0, 32).replace(/-$/, '') || 'organization';
  if (!(await isTaken(store, base))) return base;
  return `${base.slice(0, 28)}-${randomUUIDv7().slice(-8)}`;
}
