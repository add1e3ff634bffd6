import { randomUUIDv7 } from 'node:crypto';
import { hashOf } from '../../jobs/tokens.ts';
import { Problem } from '../../protocol/problems.ts';
import { email, id, list, strict, token } from '../../protocol/schemas.ts';
import type { User } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import type { Acting } from '../changes.ts';
import type { Cloud } from '../cloud.ts';
import { managers, type Role, role, roleIn, rowOf } from './membership.ts';
import type { routesOf } from './routes.ts';

const lifeMs = 7 * 24 * 3_600_000;
const time = { type: 'integer' };
const invite = strict({ id, organizationId: id, email: { type: 'string' }, role, expiresAt: time });

interface Invited {
  readonly organizationId: string;
  readonly email: string;
  readonly role: Role;
}

/** Invitations by mail, of which each works once and for its address only. */
export function addInvites(add: ReturnType<typeof routesOf>, cloud: Cloud): void {
  const tag = 'organizations';
  add<Invited>({
    ...{ method: 'POST', url: '/v1/organization/invites', summary: 'Invites an address by mail.', tag },
    body: strict({ organizationId: id, email, role }),
    answer: { 201: invite },
    handle: ({ user, body, ...asked }) => invitePerson(cloud, user, body, asked),
  });

  add<undefined, undefined, { organizationId: string }>({
    ...{ method: 'GET', url: '/v1/organization/invites', summary: 'The invitations that are open.', tag },
    query: strict({ organizationId: id }),
    answer: { 200: strict({ invites: list(invite) }) },
    async handle({ store, user, query, now }) {
      await roleIn(store, user.id, query.organizationId, managers);
      const invites = await store
        .selectFrom('invites')
        .select(['id', 'org_id as organizationId', 'email', 'role', 'expires_at as expiresAt'])
        .where('org_id', '=', query.organizationId)
        .where('accepted_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('id')
        .execute();
      return { invites };
    },
  });

  add<undefined, { id: string }>({
    ...{ method: 'DELETE', url: '/v1/organization/invites/:id', summary: 'Takes an invitation back.', tag },
    params: strict({ id }),
    answer: { 204: true },
    async handle({ store, user, params, note }) {
      const found = store.selectFrom('invites').selectAll().where('id', '=', params.id).where('accepted_at', 'is', null).executeTakeFirst();
      const row = await rowOf(found, orgId => roleIn(store, user.id, orgId, managers));
      await store.deleteFrom('invites').where('id', '=', row.id).execute();
      await note({ action: 'member.uninvited', org: row.org_id, target: row.id });
    },
  });

  add<{ token: string }>({
    ...{ method: 'POST', url: '/v1/organization/invites/accept', summary: 'Joins the organization of an invitation.', tag },
    body: strict({ token }),
    answer: { 200: strict({ organizationId: id, role }) },
    async handle({ user, body, ...asked }) {
      await cloud.limit('token', user.id);
      return acceptInvite(user, body.token, asked);
    },
  });
}

/** Invites an address by mail, if who asks may. */
export async function invitePerson(
  { jobs, limit }: Pick<Cloud, 'jobs' | 'limit'>,
  user: User,
  body: Invited,
  { store, now, note }: Acting,
) {
  const mine = await roleIn(store, user.id, body.organizationId, managers);
  if (body.role === 'owner' && mine !== 'owner') throw new Problem('forbidden');
  const address = body.email.toLowerCase();
  await limit('invites', user.id);
  await limit('mailAccount', hashOf(`invite ${address}`));
  const there = await store
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.org_id', '=', body.organizationId)
    .where('users.email', '=', address)
    .executeTakeFirst();
  if (there !== undefined) throw new Problem('conflict');
  // The newest counts: one that was sent before ends with it.
  await store
    .deleteFrom('invites')
    .where('org_id', '=', body.organizationId)
    .where('email', '=', address)
    .where('accepted_at', 'is', null)
    .execute();
  const row = { id: randomUUIDv7(), org_id: body.organizationId, email: address, role: body.role, expires_at: now + lifeMs };
  await store
    .insertInto('invites')
    .values({ ...row, token_hash: null, inviter: user.id, accepted_at: null })
    .execute();
  await jobs.add(store, 'mail-invite', { inviteId: row.id });
  await note({
    ...{ action: 'member.invited', org: row.org_id, target: row.id },
    details: { email: { after: address }, role: { after: body.role } },
  });
  jobs.wake();
  return { id: row.id, organizationId: row.org_id, email: row.email, role: row.role, expiresAt: row.expires_at };
}

/** Ends the open invitations of somebody who may not invite any more as they did. */
export async function endInvites(store: Store, orgId: string, userId: string, now: Role | undefined): Promise<void> {
  if (now === 'owner') return;
  await store
    .deleteFrom('invites')
    .where('org_id', '=', orgId)
    .where('inviter', '=', userId)
    .where('accepted_at', 'is', null)
    // An admin invites everybody but owners.
    .$if(now === 'admin', some => some.where('role', '=', 'owner'))
    .execute();
}

/** Lets somebody join by the token of their invitation. */
export async function acceptInvite(user: User, given: string, { store, now, note }: Acting) {
  const found = await store
    .selectFrom('invites')
    .selectAll()
    .where('token_hash', '=', hashOf(given))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (found === undefined) throw new Problem('invalid_link');
  // Whoever reads somebody else's mail still is not them.
  if (found.email !== user.email || user.email_verified_at === null) throw new Problem('wrong_account');
  await store.updateTable('invites').set({ accepted_at: now }).where('id', '=', found.id).execute();
  await store
    .insertInto('memberships')
    .values({ org_id: found.org_id, user_id: user.id, role: found.role, created_at: now })
    .onConflict(conflict => conflict.columns(['org_id', 'user_id']).doNothing())
    .execute();
  if (user.active_org_id === null)
    await store.updateTable('users').set({ active_org_id: found.org_id }).where('id', '=', user.id).execute();
  await note({ action: 'member.joined', org: found.org_id, target: user.id, details: { role: { after: found.role } } });
  return { organizationId: found.org_id, role: found.role };
}
