import { randomUUIDv7 } from 'node:crypto';
import { Problem } from '../../protocol/problems.ts';
import { choice, id, list, name, nullable, strict, text } from '../../protocol/schemas.ts';
import { effectivePlan } from '../../store/plans.ts';
import type { Cloud } from '../cloud.ts';
import { publicAddress } from './addresses.ts';
import { managers, roleIn, rowOf, workers } from './membership.ts';
import type { Asked, routesOf } from './routes.ts';

const kind = choice('repository', 'conversation_only');
const authMode = choice('none', 'token');
const word = { type: 'string' };
const repository = strict({ cloneUrl: text(500), defaultBranch: name(200), authMode, accessToken: text(1_000, 8) }, [
  'defaultBranch',
  'accessToken',
]);
const toldRepository = strict({ cloneUrl: word, defaultBranch: nullable(word), authMode });
const project = strict({ id, organizationId: id, name: word, kind, repository: nullable(toldRepository) });
const conversation = strict({
  ...{ id, organizationId: id, projectId: id, title: word, status: word, model: nullable(word), updatedAt: { type: 'integer' } },
});
const one = strict({ id });
/** In one answer; the next ones by `before`. */
const pageLength = 100;

interface Repository {
  readonly cloneUrl: string;
  readonly defaultBranch?: string;
  readonly authMode: string;
  readonly accessToken?: string;
}

interface NewProject {
  readonly name: string;
  readonly organizationId: string;
  readonly kind: string;
  readonly repository?: Repository;
}

interface Id {
  readonly id: string;
}

/** Projects of organizations, and their conversations. */
export function addProjects(add: ReturnType<typeof routesOf>, { sealer }: Cloud): void {
  const tag = 'projects';
  add<undefined, undefined, { organizationId: string; before?: string }>({
    ...{ method: 'GET', url: '/v1/projects', summary: 'The projects of an organization, the newest first.', tag },
    query: strict({ organizationId: id, before: id }, ['before']),
    answer: { 200: strict({ projects: list(project), more: { type: 'boolean' } }) },
    async handle({ store, user, query }) {
      await roleIn(store, user.id, query.organizationId, workers);
      const rows = await store
        .selectFrom('projects')
        .selectAll()
        .where('org_id', '=', query.organizationId)
        .where('archived_at', 'is', null)
        .$if(query.before !== undefined, some => some.where('id', '<', query.before ?? ''))
        .orderBy('id', 'desc')
        .limit(pageLength + 1)
        .execute();
      return { projects: rows.slice(0, pageLength).map(shownProject), more: rows.length > pageLength };
    },
  });

  add<NewProject>({
    ...{ method: 'POST', url: '/v1/projects', summary: 'Begins a project, of a repository or of conversations alone.', tag },
    body: strict({ name: name(120), organizationId: id, kind, repository }, ['repository']),
    answer: { 201: project },
    async handle({ store, user, body, now, note }) {
      await roleIn(store, user.id, body.organizationId, workers);
      await checkPlan({ store, user, now });
      const given = body.repository;
      const needsToken = given?.authMode === 'token';
      if ((body.kind === 'repository') !== (given !== undefined) || needsToken !== (given?.accessToken !== undefined))
        throw new Problem('invalid_request');
      const cloneUrl = given === undefined ? null : publicAddress(given.cloneUrl);
      if (cloneUrl === undefined) throw new Problem('private_address');
      const row = {
        ...{ id: randomUUIDv7(), org_id: body.organizationId, name: body.name.trim(), kind: body.kind, clone_url: cloneUrl },
        ...{ default_branch: given?.defaultBranch ?? null, auth_mode: given?.authMode ?? null, created_by: user.id, created_at: now },
      };
      await store.insertInto('projects').values(row).execute();
      if (given?.accessToken !== undefined) {
        const sealed = sealer.seal(given.accessToken, `${row.org_id}/${row.id}`);
        await store.insertInto('secrets').values({ owner_kind: 'repository', owner_id: row.id, org_id: row.org_id, sealed }).execute();
      }
      await note({ action: 'project.created', org: row.org_id, target: row.id });
      return shownProject(row);
    },
  });

  add<{ name: string }, Id>({
    ...{ method: 'PATCH', url: '/v1/projects/:id', summary: 'Renames a project.', tag },
    ...{ params: one, body: strict({ name: name(120) }) },
    answer: { 200: project },
    async handle({ store, user, params, body, note }) {
      const row = await projectOf({ store, user }, params.id);
      await store.updateTable('projects').set({ name: body.name.trim() }).where('id', '=', row.id).execute();
      await note({
        ...{ action: 'project.renamed', org: row.org_id, target: row.id },
        details: { name: { before: row.name, after: body.name.trim() } },
      });
      return shownProject({ ...row, name: body.name.trim() });
    },
  });

  add<undefined, Id>({
    ...{ method: 'DELETE', url: '/v1/projects/:id', summary: 'Puts a project away; its conversations are kept.', tag },
    params: one,
    answer: { 204: true },
    async handle({ store, user, params, now, note }) {
      const row = await projectOf({ store, user }, params.id, managers);
      await store.updateTable('projects').set({ archived_at: now }).where('id', '=', row.id).execute();
      await note({ action: 'project.archived', org: row.org_id, target: row.id });
    },
  });

  add<undefined, undefined, { projectId: string; before?: string }>({
    ...{ method: 'GET', url: '/v1/conversations', summary: 'The conversations of a project, the newest first.', tag },
    query: strict({ projectId: id, before: id }, ['before']),
    answer: { 200: strict({ conversations: list(conversation), more: { type: 'boolean' } }) },
    async handle({ store, user, query }) {
      const { id: projectId } = await projectOf({ store, user }, query.projectId);
      const rows = await store
        .selectFrom('conversations')
        .selectAll()
        .where('project_id', '=', projectId)
        .$if(query.before !== undefined, some => some.where('id', '<', query.before ?? ''))
        .orderBy('id', 'desc')
        .limit(pageLength + 1)
        .execute();
      return { conversations: rows.slice(0, pageLength).map(shownConversation), more: rows.length > pageLength };
    },
  });

  add<{ projectId: string; title: string; model?: string }>({
    ...{ method: 'POST', url: '/v1/conversations', summary: 'Begins a conversation in a project.', tag },
    body: strict({ projectId: id, title: name(200), model: name(200) }, ['model']),
    answer: { 201: conversation },
    async handle({ store, user, body, now, note }) {
      const { id: projectId, org_id, archived_at } = await projectOf({ store, user }, body.projectId);
      if (archived_at !== null) throw new Problem('conflict');
      await checkPlan({ store, user, now });
      const row = {
        ...{ id: randomUUIDv7(), org_id, project_id: projectId, created_by: user.id, title: body.title.trim(), status: 'idle' },
        ...{ model: body.model ?? null, created_at: now, updated_at: now },
      };
      await store.insertInto('conversations').values(row).execute();
      await note({ action: 'conversation.created', org: org_id, target: row.id });
      return shownConversation(row);
    },
  });

  add<{ title?: string; model?: string }, Id>({
    ...{ method: 'PATCH', url: '/v1/conversations/:id', summary: 'Gives a conversation another title or model.', tag },
    ...{ params: one, body: strict({ title: name(200), model: name(200) }, ['title', 'model']) },
    answer: { 200: conversation },
    async handle({ store, user, params, body, now, note }) {
      const row = await conversationOf({ store, user }, params.id);
      const change = {
        ...(body.title !== undefined && { title: body.title.trim() }),
        ...(body.model !== undefined && { model: body.model }),
      };
      await store
        .updateTable('conversations')
        .set({ ...change, updated_at: now })
        .where('id', '=', row.id)
        .execute();
      await note({ action: 'conversation.changed', org: row.org_id, target: row.id });
      return shownConversation({ ...row, ...change, updated_at: now });
    },
  });

  add<undefined, Id>({
    ...{ method: 'DELETE', url: '/v1/conversations/:id', summary: 'Deletes a conversation.', tag },
    params: one,
    answer: { 204: true },
    async handle({ store, user, params, note }) {
      const row = await conversationOf({ store, user }, params.id);
      await store.deleteFrom('conversations').where('id', '=', row.id).execute();
      await note({ action: 'conversation.deleted', org: row.org_id, target: row.id });
    },
  });
}

type Asking = Pick<Asked<unknown, unknown, unknown>, 'store' | 'user'>;

function projectOf({ store, user }: Asking, projectId: string, allowed = workers) {
  const found = store.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirst();
  return rowOf(found, orgId => roleIn(store, user.id, orgId, allowed));
}

function conversationOf({ store, user }: Asking, conversationId: string) {
  const found = store.selectFrom('conversations').selectAll().where('id', '=', conversationId).executeTakeFirst();
  return rowOf(found, orgId => roleIn(store, user.id, orgId, workers));
}

async function checkPlan({ store, user, now }: Asking & { readonly now: number }): Promise<void> {
  if ((await effectivePlan(store, user.id, now)) === undefined) throw new Problem('subscription_required');
}

interface ProjectRow {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
  readonly kind: string;
  readonly clone_url: string | null;
  readonly default_branch: string | null;
  readonly auth_mode: string | null;
}

function shownProject({ id: projectId, org_id, name: title, kind: of, clone_url, default_branch, auth_mode }: ProjectRow) {
  const told = clone_url === null ? null : { cloneUrl: clone_url, defaultBranch: default_branch, authMode: auth_mode ?? 'none' };
  return { id: projectId, organizationId: org_id, name: title, kind: of, repository: told };
}

interface ConversationRow {
  readonly id: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly title: string;
  readonly status: string;
  readonly model: string | null;
  readonly updated_at: number;
}

function shownConversation({ id: conversationId, org_id, project_id, title, status, model, updated_at }: ConversationRow) {
  return { id: conversationId, organizationId: org_id, projectId: project_id, title, status, model, updatedAt: updated_at };
}
