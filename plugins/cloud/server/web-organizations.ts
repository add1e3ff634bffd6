import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOf } from '../jobs/tokens.ts';
import { Problem } from '../protocol/problems.ts';
import { choice, csrf, email, id, name, type Schema, strict, text, token } from '../protocol/schemas.ts';
import { effectivePlan } from '../store/plans.ts';
import { type FormFrame, invitePage } from '../web/forms.ts';
import {
  computerPage,
  invitedRoles,
  inviteRows,
  type OnboardingFrame,
  organizationPage,
  providerName,
  providerPage,
} from '../web/onboarding.ts';
import type { Cloud } from './cloud.ts';
import { frameOf } from './pages.ts';
import type { SignedIn } from './sessions.ts';
import { acceptInvite, invitePerson } from './v1/invites.ts';
import { managers, organizationsOf, type Role } from './v1/membership.ts';
import { beginOrganization } from './v1/organizations.ts';
import { addProvider, kinds } from './v1/providers.ts';
import { formsOf, type Sent } from './web-forms.ts';

/** What a page that is shown again has still; no key is among it. */
const kept = ['name', 'kind', ...inviteRows.flatMap(row => [`invite${row}`, `role${row}`])];

const empty: Schema = { const: '' };
const invitations = Object.fromEntries(
  inviteRows.flatMap(row => [
    [`invite${row}`, { anyOf: [email, empty] }],
    [`role${row}`, choice(...invitedRoles)],
  ]),
);

type Begun = Sent & { readonly name: string } & Readonly<Record<string, string>>;

type Organizations = Awaited<ReturnType<typeof organizationsOf>>;

/** The pages by which a person begins an organization, gives it a provider, or joins one. They do what the routes of `/v1` do. */
export function addOrganizationPages(app: FastifyInstance, cloud: Cloud): void {
  const { store, sealer, limit } = cloud;

  const { page, form } = formsOf(app, cloud, kept);

  const invited = (given: string) =>
    store
      .selectFrom('invites')
      .innerJoin('organizations', 'organizations.id', 'invites.org_id')
      .select('organizations.name')
      .where('invites.token_hash', '=', hashOf(given))
      .where('invites.accepted_at', 'is', null)
      .where('invites.expires_at', '>', cloud.now())
      .executeTakeFirst();
  const accept = async (request: FastifyRequest, session: SignedIn, more: Partial<FormFrame> = {}) => {
    const { token: given } = { ...(request.query as object), ...(request.body as object | null) } as { token?: unknown };
    const found = typeof given === 'string' ? await invited(given) : undefined;
    if (found === undefined || typeof given !== 'string') throw new Problem('invalid_link');
    return invitePage({ ...frameOf(cloud, request), ...more }, found.name, given, session.csrf);
  };
  page('/cloud/accept-invite', strict({ token }), accept);
  form<Sent & { token: string }>(
    '/cloud/accept-invite',
    strict({ csrf, token }),
    async ({ user }, body, acting) => {
      await limit('token', user.id);
      await acceptInvite(user, body.token, acting);
      return '/cloud/account';
    },
    accept,
  );

  const setUp = async (request: FastifyRequest, { user, csrf: secret }: SignedIn): Promise<OnboardingFrame> => {
    const effective = await effectivePlan(store, user.id, cloud.now());
    const plan = effective && {
      ...{ label: effective.plan.label, sessions: effective.plan.parallel_sessions_limit },
      ...{ isGiven: effective.source === 'grant', until: effective.expiresAt },
    };
    return { ...frameOf(cloud, request), person: { name: user.display_name, email: user.email }, csrf: secret, plan };
  };
  const managed = (all: Organizations) => all.find(({ role }) => (managers as readonly string[]).includes(role));
  const onboarding = async (request: FastifyRequest, session: SignedIn, more: Partial<FormFrame> = {}) => {
    const frame = { ...(await setUp(request, session)), ...more };
    const mine = managed(await organizationsOf(store, session.user.id));
    return mine === undefined ? organizationPage(frame) : providerPage(frame, mine, kinds);
  };
  page('/cloud/onboarding', strict({}), onboarding);
  page('/cloud/onboarding/computer', strict({}), async (request, session) => {
    const mine = managed(await organizationsOf(store, session.user.id));
    const provider = await store
      .selectFrom('providers')
      .select('kind')
      .where('org_id', '=', mine?.id ?? '')
      .executeTakeFirst();
    const done = { organization: mine?.name, provider: provider && providerName(provider.kind) };
    return computerPage(await setUp(request, session), cloud.publicUrl, done);
  });
  form<Begun>(
    '/cloud/onboarding/organization',
    strict({ csrf, name: name(80), ...invitations }, Object.keys(invitations)),
    async ({ user }, body, acting) => {
      const { id: organizationId } = await beginOrganization(user, { name: body.name }, acting);
      const invited = new Map(inviteRows.map(row => [body[`invite${row}`]?.toLowerCase() ?? '', body[`role${row}`] ?? 'member']));
      for (const [address, role] of invited)
        if (address !== '' && address !== user.email)
          await invitePerson(cloud, user, { organizationId, email: address, role: role as Role }, acting);
      return '/cloud/onboarding';
    },
    onboarding,
  );
  form<Sent & { organizationId: string; kind: string; secret: string }>(
    '/cloud/onboarding/provider',
    strict({ csrf, organizationId: id, kind: choice(...kinds), secret: text(1_000, 8) }),
    async ({ user }, { csrf: _, ...body }, acting) => {
      await addProvider(sealer, user, { ...body, label: body.kind, secret: body.secret.trim() }, acting);
      return '/cloud/onboarding/computer';
    },
    onboarding,
  );
}
