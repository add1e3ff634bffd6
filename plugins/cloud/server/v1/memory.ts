import { createHash, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { Problem } from '../../protocol/problems.ts';
import { choice, id, list, name, nullable, type Schema, strict, text } from '../../protocol/schemas.ts';
import type { MemoryRow } from '../../store/schema.ts';
import { managers, roleIn, workers } from './membership.ts';
import type { Asked, routesOf } from './routes.ts';

const tag = 'memory';
const word = { type: 'string' };
const time = { type: 'integer' };
const kind = choice('preference', 'decision', 'fact', 'profile', 'repo_convention', 'task_state', 'summary');
const scope = choice('global', 'project');
const visibility = choice('private', 'shared');
const confidence = { type: 'number', minimum: 0, maximum: 1 };
const tags: Schema = { type: 'array', maxItems: 20, uniqueItems: true, items: name(60) };
/** A query has texts alone. */
const limit = { type: 'string', pattern: '^(?:[1-9][0-9]?|100)$' };
const truth = choice('true', 'false');
const memory = strict({
  ...{ id, organizationId: id, userId: id, projectId: nullable(id), scope: word, visibility: word, kind: word },
  ...{ title: word, content: word, tags: list(word), topicKey: nullable(word), confidence, status: word, archived: { type: 'boolean' } },
  ...{ originType: word, sourceConversationId: nullable(id), timesUsed: time, lastUsedAt: nullable(time), reinforcedAt: time },
  ...{ createdAt: time, updatedAt: time },
});
const one = strict({ id });
const pageLength = 50;
/** Memories of one organization; a store that grows without end is searched slower for everybody. */
const most = 100_000;

interface Draft {
  readonly organizationId: string;
  readonly kind: string;
  readonly title: string;
  readonly content: string;
  readonly projectId?: string;
  readonly visibility?: string;
  readonly tags?: readonly string[];
  readonly topicKey?: string;
  readonly confidence?: number;
  readonly originType?: string;
  readonly sourceConversationId?: string;
}

type Change = Partial<
  Pick<Draft, 'title' | 'content' | 'tags' | 'topicKey' | 'confidence' | 'visibility'> & { readonly archived: boolean }
>;

interface Narrowing {
  readonly organizationId: string;
  readonly projectId?: string;
  readonly kind?: string;
}

interface Id {
  readonly id: string;
}

type Asking = Pick<Asked<unknown, unknown, unknown>, 'store' | 'user'>;

/** What is remembered for people and their organizations. A private memory is for whom it was written, whatever the role of others. */
export function addMemory(add: ReturnType<typeof routesOf>): void {
  const narrowing = { organizationId: id, projectId: id, kind };

  add<undefined, undefined, Narrowing & { scope?: string; includeArchived?: string; limit?: string; before?: string }>({
    ...{ method: 'GET', url: '/v1/memory', summary: 'What is remembered, the newest first.', tag },
    query: strict({ ...narrowing, scope, includeArchived: truth, limit, before: id }, [
      ...['projectId', 'kind', 'scope', 'includeArchived', 'limit', 'before'],
    ]),
    answer: { 200: strict({ memories: list(memory), more: { type: 'boolean' } }) },
    async handle({ store, user, query }) {
      const count = Number(query.limit ?? pageLength);
      const rows = await (await readable({ store, user }, query))
        .$if(query.includeArchived !== 'true', some => some.where('archived', '=', 0).where('status', '=', 'active'))
        .$if(query.scope !== undefined, some => some.where('project_id', query.scope === 'global' ? 'is' : 'is not', null))
        .$if(query.before !== undefined, some =>
          some.where('seq', '<', eb =>
            eb
              .selectFrom('memories as before')
              .select('before.seq')
              .where('before.id', '=', query.before ?? ''),
          ),
        )
        .orderBy('seq', 'desc')
        .limit(count + 1)
        .execute();
      return { memories: rows.slice(0, count).map(shown), more: rows.length > count };
    },
  });

  add<undefined, undefined, Narrowing & { query: string; limit?: string; tag?: string | readonly string[] }>({
    ...{ method: 'GET', url: '/v1/memory/search', summary: 'The memories nearest to a text, the best first.', tag },
    query: strict({ ...narrowing, query: text(1_000), limit, tag: { anyOf: [name(60), tags] } }, ['projectId', 'kind', 'limit', 'tag']),
    answer: { 200: strict({ memories: list(memory) }) },
    async handle({ store, user, query }) {
      const wanted = [query.tag ?? []].flat();
      const found = matching(query.query);
      const rows = await (await readable({ store, user }, query))
        .where('archived', '=', 0)
        .where('status', '=', 'active')
        .$if(found !== undefined, some =>
          some
            .where(sql<boolean>`memories.seq in (select rowid from memory_words where memory_words match ${found})`)
            .orderBy(sql`(select rank from memory_words where memory_words match ${found} and memory_words.rowid = memories.seq)`),
        )
        // Too short for three signs in a row.
        .$if(found === undefined, some =>
          some.where(sql<boolean>`instr(lower(title || ' ' || content), ${query.query.trim().toLowerCase()}) > 0`),
        )
        .where(eb => eb.and(wanted.map(each => sql<boolean>`${each} in (select value from json_each(memories.tags))`)))
        .orderBy('seq', 'desc')
        .limit(Number(query.limit ?? 10))
        .execute();
      return { memories: rows.map(shown) };
    },
  });

  add<undefined, undefined, Narrowing>({
    ...{ method: 'GET', url: '/v1/memory/stats', summary: 'How much is remembered, by kind.', tag },
    query: strict(narrowing, ['projectId', 'kind']),
    answer: { 200: strict({ total: time, archived: time, superseded: time, kinds: { type: 'object', additionalProperties: time } }) },
    async handle({ store, user, query }) {
      const rows = await (await readable({ store, user }, query))
        .clearSelect()
        .select(eb => ['kind', 'status', 'archived', eb.fn.countAll<number>().as('count')])
        .groupBy(['kind', 'status', 'archived'])
        .execute();
      const sum = (all: typeof rows) => all.reduce((total, { count }) => total + Number(count), 0);
      const active = rows.filter(({ status, archived }) => status === 'active' && archived === 0);
      const kinds = Object.fromEntries(
        [...new Set(active.map(row => row.kind))].map(each => [each, sum(active.filter(row => row.kind === each))]),
      );
      const superseded = rows.filter(({ status }) => status === 'superseded');
      return { total: sum(active), archived: sum(rows.filter(row => row.archived === 1)), superseded: sum(superseded), kinds };
    },
  });

  add<Draft>({
    ...{ method: 'POST', url: '/v1/memory', summary: 'Remembers. One of the same kind and topic takes the place of the older one.', tag },
    body: strict(
      {
        ...{ organizationId: id, kind, title: name(200), content: text(8_000), projectId: id, visibility, tags, topicKey: name(120) },
        ...{ confidence, originType: choice('manual', 'captured', 'tool', 'import'), sourceConversationId: id },
      },
      ['projectId', 'visibility', 'tags', 'topicKey', 'confidence', 'originType', 'sourceConversationId'],
    ),
    answer: { 201: memory },
    async handle({ store, user, body, now, note }) {
      const { organizationId, projectId, visibility: seenBy = 'private', sourceConversationId } = body;
      await roleIn(store, user.id, organizationId, workers);
      const isOfIt = (table: 'projects' | 'conversations', key: string) =>
        store.selectFrom(table).select('id').where('id', '=', key).where('org_id', '=', organizationId).executeTakeFirst();
      if (projectId !== undefined && (await isOfIt('projects', projectId)) === undefined) throw new Problem('not_found');
      if (sourceConversationId !== undefined && (await isOfIt('conversations', sourceConversationId)) === undefined)
        throw new Problem('not_found');
      const fingerprint = fingerprintOf(body);
      const beside = store
        .selectFrom('memories')
        .selectAll()
        .where('org_id', '=', organizationId)
        .where('status', '=', 'active')
        .where('visibility', '=', seenBy)
        .where('project_id', projectId === undefined ? 'is' : '=', projectId ?? null)
        .$if(seenBy === 'private', some => some.where('user_id', '=', user.id));
      const same = await beside.where('fingerprint', '=', fingerprint).executeTakeFirst();
      if (same !== undefined) {
        // Said again, it is surer.
        const surer = {
          confidence: Math.min(1, same.confidence + (1 - same.confidence) / 4),
          reinforced_at: now,
          updated_at: now,
          archived: 0,
        };
        await store.updateTable('memories').set(surer).where('id', '=', same.id).execute();
        return shown({ ...same, ...surer });
      }
      const { count } = await store
        .selectFrom('memories')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('org_id', '=', organizationId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) throw new Problem('memory_limit');
      if (body.topicKey !== undefined)
        for (const { id: older } of await beside.where('kind', '=', body.kind).where('topic_key', '=', body.topicKey).execute())
          await store.updateTable('memories').set({ status: 'superseded', updated_at: now }).where('id', '=', older).execute();
      const row: MemoryRow = {
        ...{ id: randomUUIDv7(), org_id: organizationId, user_id: user.id, project_id: projectId ?? null, visibility: seenBy },
        ...{ kind: body.kind, title: body.title.trim(), content: body.content, tags: JSON.stringify(body.tags ?? []) },
        ...{ topic_key: body.topicKey ?? null, confidence: body.confidence ?? 0.7, status: 'active', archived: 0 },
        ...{ origin: body.originType ?? 'manual', conversation_id: sourceConversationId ?? null, fingerprint, times_used: 0 },
        ...{ last_used_at: null, reinforced_at: now, created_at: now, updated_at: now },
      };
      await store.insertInto('memories').values(row).execute();
      await note({ action: 'memory.remembered', org: organizationId, target: row.id });
      return shown(row);
    },
  });

  add<undefined, Id>({
    ...{ method: 'GET', url: '/v1/memory/:id', summary: 'One memory.', tag },
    ...{ params: one, answer: { 200: memory } },
    handle: async ({ store, user, params }) => shown(await memoryOf({ store, user }, params.id)),
  });

  add<Change, Id>({
    ...{ method: 'PATCH', url: '/v1/memory/:id', summary: 'Corrects a memory, puts it away, or shares it.', tag },
    params: one,
    body: strict(
      { title: name(200), content: text(8_000), tags, topicKey: name(120), confidence, visibility, archived: { type: 'boolean' } },
      ['title', 'content', 'tags', 'topicKey', 'confidence', 'visibility', 'archived'],
    ),
    answer: { 200: memory },
    async handle({ store, user, params, body, now, note }) {
      const row = await changeableOf({ store, user }, params.id);
      // What is somebody's own is theirs to share, and what they shared theirs to take back.
      if (body.visibility !== undefined && row.user_id !== user.id) throw new Problem('forbidden');
      const changed: MemoryRow = {
        ...row,
        ...{ title: body.title?.trim() ?? row.title, content: body.content ?? row.content },
        ...{ tags: body.tags === undefined ? row.tags : JSON.stringify(body.tags), topic_key: body.topicKey ?? row.topic_key },
        ...{ confidence: body.confidence ?? row.confidence, visibility: body.visibility ?? row.visibility, updated_at: now },
        archived: body.archived === undefined ? row.archived : Number(body.archived),
      };
      const { id: key, ...values } = { ...changed, fingerprint: fingerprintOf(changed) };
      await store.updateTable('memories').set(values).where('id', '=', key).execute();
      await note({ action: 'memory.changed', org: row.org_id, target: row.id });
      return shown(changed);
    },
  });

  add<undefined, Id>({
    ...{ method: 'POST', url: '/v1/memory/:id/used', summary: 'Says that a memory was of use.', tag },
    ...{ params: one, answer: { 200: memory } },
    async handle({ store, user, params, now }) {
      const row = await memoryOf({ store, user }, params.id);
      const used = { times_used: row.times_used + 1, last_used_at: now };
      await store.updateTable('memories').set(used).where('id', '=', row.id).execute();
      return shown({ ...row, ...used });
    },
  });

  add<undefined, Id>({
    ...{ method: 'DELETE', url: '/v1/memory/:id', summary: 'Forgets a memory; its words are gone.', tag },
    ...{ params: one, answer: { 204: true } },
    async handle({ store, user, params, note }) {
      const row = await changeableOf({ store, user }, params.id);
      await store.deleteFrom('memories').where('id', '=', row.id).execute();
      // Its words stand in the answers that are kept for a second try, too.
      await store.deleteFrom('idempotency').where('response', 'like', `%${row.id}%`).execute();
      await note({ action: 'memory.forgotten', org: row.org_id, target: row.id });
    },
  });
}

/** The memories of an organization that somebody may read. */
async function readable({ store, user }: Asking, { organizationId, projectId, kind: of }: Narrowing) {
  await roleIn(store, user.id, organizationId, workers);
  return store
    .selectFrom('memories')
    .selectAll('memories')
    .where('org_id', '=', organizationId)
    .where(eb => eb.or([eb('visibility', '=', 'shared'), eb('user_id', '=', user.id)]))
    .$if(projectId !== undefined, some => some.where('project_id', '=', projectId ?? null))
    .$if(of !== undefined, some => some.where('kind', '=', of ?? ''));
}

async function memoryOf({ store, user }: Asking, key: string): Promise<MemoryRow> {
  const row = await store.selectFrom('memories').selectAll().where('id', '=', key).executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  await roleIn(store, user.id, row.org_id, workers);
  if (row.visibility !== 'shared' && row.user_id !== user.id) throw new Problem('not_found');
  return row;
}

/** One's own, or what is shared, for those who manage the organization. */
async function changeableOf(asking: Asking, key: string): Promise<MemoryRow> {
  const row = await memoryOf(asking, key);
  if (row.user_id !== asking.user.id) await roleIn(asking.store, asking.user.id, row.org_id, managers);
  return row;
}

/** Any text as a search: what of it has three signs in a row, each as it stands; undefined if nothing has. */
function matching(query: string): string | undefined {
  const words = query.split(/[\s\p{Cc}]+/u).filter(each => [...each].length >= 3);
  return words.length === 0 ? undefined : words.map(each => `"${each.replaceAll('"', '""')}"`).join(' OR ');
}

function fingerprintOf({ kind: of, title, content }: Pick<Draft, 'kind' | 'title' | 'content'>): string {
  const plain = [of, title, content].map(each => each.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim());
  return createHash('sha256').update(JSON.stringify(plain)).digest('base64url');
}

function shown(row: MemoryRow) {
  return {
    ...{ id: row.id, organizationId: row.org_id, userId: row.user_id, projectId: row.project_id },
    ...{ scope: row.project_id === null ? 'global' : 'project', visibility: row.visibility, kind: row.kind, title: row.title },
    ...{ content: row.content, tags: JSON.parse(row.tags) as readonly string[], topicKey: row.topic_key, confidence: row.confidence },
    ...{ status: row.status, archived: row.archived === 1, originType: row.origin, sourceConversationId: row.conversation_id },
    ...{ timesUsed: row.times_used, lastUsedAt: row.last_used_at, reinforcedAt: row.reinforced_at },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  };
}
