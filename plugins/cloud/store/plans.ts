import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Plan } from './schema.ts';
import type { Store } from './store.ts';

export interface EffectivePlan {
  readonly plan: Plan;
  readonly source: 'grant' | 'subscription';
  readonly grantedAt: number | undefined;
  /** When it ends; undefined if it does not end by itself. */
  readonly expiresAt: number | undefined;
}

/** The one place that decides what a user may: the latest grant that is in force, else the subscription, else nothing. */
export async function effectivePlan(store: Store, userId: string, now: number): Promise<EffectivePlan | undefined> {
  const granted = await store
    .selectFrom('grants')
    .innerJoin('plans', 'plans.id', 'grants.plan_id')
    .selectAll('plans')
    .select(['grants.granted_at', 'grants.expires_at'])
    .where('grants.user_id', '=', userId)
    .where('grants.revoked_at', 'is', null)
    .where(eb => eb.or([eb('grants.expires_at', 'is', null), eb('grants.expires_at', '>', now)]))
    .orderBy('grants.granted_at', 'desc')
    .orderBy('grants.id', 'desc')
    .executeTakeFirst();
  if (granted !== undefined) {
    const { granted_at, expires_at, ...plan } = granted;
    return { plan, source: 'grant', grantedAt: granted_at, expiresAt: expires_at ?? undefined };
  }
  const plan = await store
    .selectFrom('users')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .selectAll('plans')
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return plan === undefined ? undefined : { plan, source: 'subscription', grantedAt: undefined, expiresAt: undefined };
}

/** A session that sleeps or has stopped holds no place. */
const holdsPlace = ['starting', 'ready', 'streaming'] as const;

export interface Usage {
  readonly activeParallelSessions: number;
  readonly parallelSessionsLimit: number;
  readonly remainingParallelSessions: number;
}

export async function usageOf(store: Store, userId: string, now: number): Promise<Usage> {
  const { active } = await store
    .selectFrom('runtime_sessions')
    .select(eb => eb.fn.countAll<number>().as('active'))
    .where('user_id', '=', userId)
    .where('status', 'in', holdsPlace)
    .executeTakeFirstOrThrow();
  const limit = (await effectivePlan(store, userId, now))?.plan.parallel_sessions_limit ?? 0;
  return { activeParallelSessions: active, parallelSessionsLimit: limit, remainingParallelSessions: Math.max(0, limit - active) };
}

export type Admission = { readonly sessionId: string; readonly isNew: boolean } | { readonly refused: 'no-plan' | 'limit' };

/** The one place where a session takes a place of its user's plan. One that has a place already keeps it, also at the limit. */
export async function admit(
  store: Store,
  {
    userId,
    orgId,
    conversationId,
    now,
  }: { readonly userId: string; readonly orgId: string; readonly conversationId: string; readonly now: number },
): Promise<Admission> {
  return store.transaction().execute(async tx => {
    const there = await tx.selectFrom('runtime_sessions').selectAll().where('conv_id', '=', conversationId).executeTakeFirst();
    if (there !== undefined && (holdsPlace as readonly string[]).includes(there.status)) return { sessionId: there.id, isNew: false };
    const effective = await effectivePlan(tx, userId, now);
    if (effective === undefined) return { refused: 'no-plan' };
    const sessionId = there?.id ?? randomUUIDv7();
    // Counted by the statement that writes: between a count and an insert another one could slip in.
    const isFree = sql<boolean>`(select count(*) from runtime_sessions
      where user_id = ${userId} and status in (${sql.join(holdsPlace)})) < ${effective.plan.parallel_sessions_limit}`;
    const { numAffectedRows = 0n } = await sql`
      insert into runtime_sessions (id, org_id, conv_id, user_id, status, fence, created_at)
      select ${sessionId}, ${orgId}, ${conversationId}, ${userId}, 'starting', 1, ${now} where ${isFree}
      on conflict (conv_id) do update set status = 'starting', user_id = excluded.user_id, fence = runtime_sessions.fence + 1
    `.execute(tx);
    return numAffectedRows === 0n ? { refused: 'limit' } : { sessionId, isNew: there === undefined };
  });
}
