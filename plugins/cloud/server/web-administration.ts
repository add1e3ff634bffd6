import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../protocol/problems.ts';
import { choice, csrf, id, type Schema, strict } from '../protocol/schemas.ts';
import { administrationPage } from '../web/administration.ts';
import type { FormFrame } from '../web/forms.ts';
import { say } from '../web/texts.ts';
import type { Cloud } from './cloud.ts';
import { frameOf } from './pages.ts';
import type { SignedIn } from './sessions.ts';
import { findPeople, givePlan, plansOf, takeBack } from './v1/administration.ts';
import { formsOf, type Sent } from './web-forms.ts';

interface Query {
  readonly q?: string;
  readonly before?: string;
  readonly done?: 'given' | 'ended';
}

type Give = Sent & { readonly userId: string; readonly planId: string; readonly days: string; readonly q: string };

/** A search that may be empty, as a form sends it. */
const search: Schema = { type: 'string', maxLength: 200 };
const days: Schema = { type: 'string', pattern: '^(?:[1-9][0-9]{0,3})?$' };
const notices = { given: 'adminGiven', ended: 'adminEnded' } as const;

/** The page on which administrators of the server give plans without payment. It does what the routes of `/v1/admin` do. */
export function addAdministrationPages(app: FastifyInstance, cloud: Cloud): void {
  const { page, form } = formsOf(app, cloud, []);
  const check = ({ user }: SignedIn) => {
    if (user.is_admin !== 1) throw new Problem('administrators_only');
  };
  const show = async (request: FastifyRequest, session: SignedIn, more: Partial<FormFrame> = {}) => {
    check(session);
    const { done, before, q: asked } = request.query as Query;
    const { q = asked ?? '' } = (request.body ?? {}) as { readonly q?: string };
    const term = typeof q === 'string' ? q : '';
    const asking = { ...(term !== '' && { q: term }), ...(before !== undefined && { before }) };
    const { users, more: goesOn } = await findPeople({ store: cloud.store, now: cloud.now() }, asking);
    const frame = frameOf(cloud, request);
    const notice = done === undefined ? undefined : say(frame.language, notices[done]);
    return administrationPage(
      { ...frame, notice, ...more },
      {
        people: users.map(({ displayName, subscription, ...person }) => ({
          ...{ ...person, name: displayName, plan: subscription?.label },
          ...{ isGiven: subscription?.source === 'grant', until: subscription?.expiresAt ?? undefined },
        })),
        ...{ plans: await plansOf(cloud.store), search: term, csrf: session.csrf },
        next: goesOn ? users.at(-1)?.id : undefined,
      },
    );
  };
  const back = (q: string, done: keyof typeof notices) =>
    `/cloud/admin?${new URLSearchParams({ ...(q !== '' && { q }), done }).toString()}`;
  page('/cloud/admin', strict({ q: search, before: id, done: choice('given', 'ended') }, ['q', 'before', 'done']), show);

  const given = { csrf, userId: id, planId: { type: 'string', pattern: '^[a-z0-9-]{1,40}$' }, days, q: search };
  form<Give>(
    '/cloud/admin/give',
    strict(given),
    async (session, { userId, planId, days: count, q }, acting) => {
      check(session);
      const durationDays = count === '' ? undefined : Number(count);
      if (durationDays !== undefined && durationDays > 3_660) throw new Problem('invalid_request');
      await givePlan(session.user, userId, { planId, ...(durationDays !== undefined && { durationDays }) }, acting);
      return back(q, 'given');
    },
    show,
  );
  form<Give>(
    '/cloud/admin/end',
    strict(given),
    async (session, { userId, q }, acting) => {
      check(session);
      await takeBack(userId, acting);
      return back(q, 'ended');
    },
    show,
  );
}
