import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answers, id, list, nullable, strict } from '../../protocol/schemas.ts';
import { effectivePlan, usageOf } from '../../store/plans.ts';
import type { Access } from '../access.ts';
import type { Cloud } from '../cloud.ts';
import { subscription, subscriptionOf, usage } from './account.ts';
import { organizationsOf, workers } from './membership.ts';

/** Of projects and conversations: the newest. */
const pageLength = 200;

const word = { type: 'string' };
const user = strict({ id, email: word, displayName: word, isAdmin: { type: 'boolean' }, subscription: nullable(subscription) });
const organization = strict({ id, name: word, slug: word, role: word });
/** Null for what this server does not have. */
const endpoints = strict({ apiBaseUrl: word, realtimeBaseUrl: nullable(word), runtimeBaseUrl: nullable(word) });
const instance = strict({ id: word, name: word, baseUrl: word, authMode: word, endpoints });
const project = strict({ id, organizationId: id, name: word, kind: word });
const conversation = strict({ id, organizationId: id, projectId: id, title: word, status: word, updatedAt: { type: 'integer' } });
const bootstrap = strict({
  ...{ user, organizations: list(organization), activeOrganizationId: nullable(id), cloudInstances: list(instance) },
  ...{ projects: list(project), conversations: list(conversation), usage },
});

/** Everything that a client shows first, of who asks and the organizations they are in. */
export function addBootstrap(app: FastifyInstance, cloud: Cloud, access: Access): void {
  const schema = {
    ...{ summary: 'What a client shows first.', tags: ['account'], security: [{ desktop: [] }] },
    querystring: strict({}),
    response: answers({ 200: bootstrap, 304: { description: 'As it was.', type: 'null' } }),
  };
  app.get('/v1/bootstrap', { schema }, async (request, reply) => {
    const mine = await access(request);
    const organizations = await organizationsOf(cloud.store, mine.id);
    const orgIds = organizations.map(one => one.id);
    const answer = {
      user: {
        ...{ id: mine.id, email: mine.email, displayName: mine.display_name, isAdmin: mine.is_admin === 1 },
        subscription: subscriptionOf(await effectivePlan(cloud.store, mine.id, cloud.now())),
      },
      organizations,
      activeOrganizationId: orgIds.find(one => one === mine.active_org_id) ?? orgIds[0] ?? null,
      cloudInstances: [instanceOf(cloud)],
      ...(await workOf(
        cloud,
        organizations.filter(({ role }) => (workers as readonly string[]).includes(role)).map(one => one.id),
      )),
      usage: await usageOf(cloud.store, mine.id, cloud.now()),
    };
    const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url')}"`;
    reply.header('etag', etag);
    const isSame = (request.headers['if-none-match'] ?? '').split(',').some(each => each.trim() === etag);
    return isSame ? reply.code(304).send() : answer;
  });
}

async function workOf({ store }: Cloud, orgIds: readonly string[]) {
  if (orgIds.length === 0) return { projects: [], conversations: [] };
  const projects = await store
    .selectFrom('projects')
    .select(['id', 'org_id as organizationId', 'name', 'kind'])
    .where('org_id', 'in', orgIds)
    .where('archived_at', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(pageLength)
    .execute();
  const conversations = await store
    .selectFrom('conversations')
    .select(['id', 'org_id as organizationId', 'project_id as projectId', 'title', 'status', 'updated_at as updatedAt'])
    .where('org_id', 'in', orgIds)
    .orderBy('updated_at', 'desc')
    .limit(pageLength)
    .execute();
  return { projects, conversations };
}

function instanceOf({ publicUrl }: Cloud) {
  const { host } = new URL(publicUrl);
  return {
    ...{ id: host, name: host, baseUrl: publicUrl, authMode: 'oauth' },
    endpoints: { apiBaseUrl: publicUrl, realtimeBaseUrl: publicUrl.replace(/^http/, 'ws'), runtimeBaseUrl: null },
  };
}
