import { Problem } from '../../protocol/problems.ts';
import { choice } from '../../protocol/schemas.ts';
import type { Store } from '../../store/store.ts';

export const roles = ['owner', 'admin', 'member', 'billing_viewer'] as const;
export type Role = (typeof roles)[number];
export const role = choice(...roles);

/** Who may change what everybody in the organization has. */
export const managers: readonly Role[] = ['owner', 'admin'];
/** Who works with projects and conversations. */
export const workers: readonly Role[] = ['owner', 'admin', 'member'];

/** What somebody had to be in an organization. */
export interface Right {
  readonly org: string;
  readonly allowed: readonly Role[];
}

interface Asking {
  readonly userId: string;
  readonly rights: Right[];
}

const asking = new WeakMap<Store, Asking>();

/** Keeps the rights of a user that are asked for in a transaction, until what it returns is called, which has them. */
export function rightsAsked(store: Store, userId: string): () => readonly Right[] {
  const rights: Right[] = [];
  asking.set(store, { userId, rights });
  return () => {
    asking.delete(store);
    return rights;
  };
}

/** The role of a user in an organization. Whoever is not in it is told nothing, not even that it is there. */
export async function roleIn(store: Store, userId: string, orgId: string, allowed: readonly Role[] = roles): Promise<Role> {
  const found = await store
    .selectFrom('memberships')
    .select('role')
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) throw new Problem('not_found');
  if (!(allowed as readonly string[]).includes(found.role)) throw new Problem('forbidden');
  const asked = asking.get(store);
  if (asked?.userId === userId) asked.rights.push({ org: orgId, allowed });
  return found.role as Role;
}

/** The row of this id in one of the organizations of a user. */
export async function rowOf<Row extends { readonly org_id: string }>(
  row: Promise<Row | undefined>,
  check: (orgId: string) => Promise<unknown>,
): Promise<Row> {
  const found = await row;
  if (found === undefined) throw new Problem('not_found');
  await check(found.org_id);
  return found;
}

/** The organizations of a user, by name. */
export function organizationsOf(store: Store, userId: string) {
  return store
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.org_id')
    .select(['organizations.id', 'organizations.name', 'organizations.slug', 'memberships.role'])
    .where('memberships.user_id', '=', userId)
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute();
}
