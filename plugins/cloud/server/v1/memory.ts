import { choice, id, list, name, strict } from '../../protocol/schemas.ts';
import { roleIn, workers } from './membership.ts';
import { addMemoryChanges } from './memory-changes.ts';
import { forgettableOf, type Id, kind, memory, memoryOf, type Narrowing, noteOf, one, readable, shown, tags } from './memory-rows.ts';
import { memorySearch } from './memory-search.ts';
import type { routesOf } from './routes.ts';

const tag = 'memory';
const time = { type: 'integer' };
const scope = choice('global', 'project');
/** A query has texts alone. */
const limit = { type: 'string', pattern: '^(?:[1-9][0-9]?|100)$' };
const anyText = { type: 'string', minLength: 1, maxLength: 1_000 };
const truth = choice('true', 'false');
const pageLength = 50;

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
        .$if(query.before !== undefined, some => some.where('id', '<', query.before ?? ''))
        .orderBy('id', 'desc')
        .limit(count + 1)
        .execute();
      return { memories: rows.slice(0, count).map(shown), more: rows.length > count };
    },
  });

  add<undefined, undefined, Narrowing & { query: string; limit?: string; tag?: string | readonly string[] }>({
    ...{ method: 'GET', url: '/v1/memory/search', summary: 'The memories nearest to a text, the best first.', tag },
    query: strict({ ...narrowing, query: anyText, limit, tag: { anyOf: [name(60), tags] } }, ['projectId', 'kind', 'limit', 'tag']),
    answer: { 200: strict({ memories: list(memory) }) },
    async handle({ store, user, query }) {
      await roleIn(store, user.id, query.organizationId, workers);
      const wanted = { userId: user.id, tags: [query.tag ?? []].flat(), limit: Number(query.limit ?? 10) };
      const rows = await memorySearch(store, { ...query, ...wanted }).execute();
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

  add<undefined, Id>({
    ...{ method: 'GET', url: '/v1/memory/:id', summary: 'One memory.', tag },
    ...{ params: one, answer: { 200: memory } },
    handle: async ({ store, user, params }) => shown(await memoryOf({ store, user }, params.id)),
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
    async handle({ store, user, params, note, forget }) {
      const row = await forgettableOf({ store, user }, params.id);
      await store.deleteFrom('memories').where('id', '=', row.id).execute();
      await note(noteOf('memory.forgotten', row));
      forget();
    },
  });

  addMemoryChanges(add);
}
