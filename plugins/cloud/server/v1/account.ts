import type { FastifyInstance } from 'fastify';
import { answers, id, list, nullable, strict } from '../../protocol/schemas.ts';
import { type EffectivePlan, effectivePlan, usageOf } from '../../store/plans.ts';
import type { Access } from '../access.ts';
import type { Cloud } from '../cloud.ts';

const number = { type: 'integer' };
const word = { type: 'string' };
export const usage = strict({ activeParallelSessions: number, parallelSessionsLimit: number, remainingParallelSessions: number });
export const subscription = strict({ planId: word, label: word, source: word, expiresAt: nullable(number) });
const user = strict({ id, email: word, displayName: word, isAdmin: { type: 'boolean' }, subscription: nullable(subscription) });
const plan = strict({ id: word, label: word, parallelSessionsLimit: number });

/** The account of who asks, with the plan that is in force. */
export function addAccount(app: FastifyInstance, { store, now }: Cloud, access: Access): void {
  const schema = {
    ...{ summary: 'The account of who asks, with the plan in force.', tags: ['account'], security: [{ desktop: [] }] },
    querystring: strict({}),
    response: answers({ 200: strict({ user, usage, plans: list(plan) }) }),
  };
  app.get('/v1/account', { schema }, async request => {
    const mine = await access(request);
    const effective = await effectivePlan(store, mine.id, now());
    const plans = await store.selectFrom('plans').selectAll().where('is_hidden', '=', 0).orderBy('parallel_sessions_limit').execute();
    return {
      user: {
        ...{ id: mine.id, email: mine.email, displayName: mine.display_name, isAdmin: mine.is_admin === 1 },
        subscription: subscriptionOf(effective),
      },
      usage: await usageOf(store, mine.id, now()),
      plans: plans.map(({ id: planId, label, parallel_sessions_limit }) => ({
        id: planId,
        label,
        parallelSessionsLimit: parallel_sessions_limit,
      })),
    };
  });
}

/** As every answer tells it. */
export function subscriptionOf(effective: EffectivePlan | undefined) {
  if (effective === undefined) return null;
  const { plan, source, expiresAt = null } = effective;
  return { planId: plan.id, label: plan.label, source, expiresAt };
}
