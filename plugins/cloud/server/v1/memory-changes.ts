import { randomUUIDv7 } from 'node:crypto';
import { Problem } from '../../protocol/problems.ts';
import { choice, id, name, nullable, strict } from '../../protocol/schemas.ts';
import type { MemoryRow } from '../../store/schema.ts';
import { managers, roleIn, workers } from './membership.ts';
import { changeableOf, fingerprintOf, type Id, kind, memory, noteOf, one, said, shown } from './memory-rows.ts';
import type { Asked, routesOf } from './routes.ts';

const tag = 'memory';
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
  Pick<Draft, 'title' | 'content' | 'tags' | 'confidence' | 'visibility'> & { readonly topicKey: string | null; readonly archived: boolean }
>;

type Changing = Pick<Asked<unknown, unknown, unknown>, 'store' | 'user' | 'now' | 'note'>;

/** How memories are written. Of one topic one is active; what another shared gives way only to those who may change it. */
export function addMemoryChanges(add: ReturnType<typeof routesOf>): void {
  add<Draft>({
    ...{ method: 'POST', url: '/v1/memory', summary: 'Remembers. One of the same kind and topic takes the place of the older one.', tag },
    body: strict(
      {
        ...{ organizationId: id, kind, ...said, projectId: id, topicKey: name(120) },
        ...{ originType: choice('manual', 'captured', 'tool', 'import'), sourceConversationId: id },
      },
      ['projectId', 'visibility', 'tags', 'topicKey', 'confidence', 'originType', 'sourceConversationId'],
    ),
    answer: { 201: memory },
    async handle({ store, user, body, now, note }) {
      const { organizationId, projectId, visibility: seenBy = 'private', sourceConversationId } = body;
      const role = await roleIn(store, user.id, organizationId, workers);
      const isOfIt = (table: 'projects' | 'conversations', key: string) =>
        store.selectFrom(table).select('id').where('id', '=', key).where('org_id', '=', organizationId).executeTakeFirst();
      if (projectId !== undefined && (await isOfIt('projects', projectId)) === undefined) throw new Problem('not_found');
      if (sourceConversationId !== undefined && (await isOfIt('conversations', sourceConversationId)) === undefined)
        throw new Problem('not_found');
      const row: MemoryRow = {
        ...{ id: randomUUIDv7(), org_id: organizationId, user_id: user.id, project_id: projectId ?? null, visibility: seenBy },
        ...{ kind: body.kind, title: body.title.trim(), content: body.content, tags: JSON.stringify(body.tags ?? []) },
        ...{ topic_key: body.topicKey ?? null, confidence: body.confidence ?? 0.7, status: 'active', archived: 0 },
        ...{ origin: body.originType ?? 'manual', conversation_id: sourceConversationId ?? null, fingerprint: fingerprintOf(body) },
        ...{ times_used: 0, last_used_at: null, reinforced_at: now, created_at: now, updated_at: now },
      };
      const mayChange = ({ user_id }: MemoryRow) => user_id === user.id || managers.includes(role);
      const alike = await beside({ store }, row).where('fingerprint', '=', row.fingerprint).orderBy('archived').orderBy('seq').execute();
      // Put away by another, it stays so: who may not bring it back has one of their own.
      const same = alike.find(each => each.archived === 0 || mayChange(each));
      if (same !== undefined) {
        // Said again, it is surer.
        const surer = { confidence: same.confidence + (1 - same.confidence) / 4, reinforced_at: now, updated_at: now, archived: 0 };
        await store.updateTable('memories').set(surer).where('id', '=', same.id).execute();
        await note(noteOf('memory.reinforced', same));
        return shown({ ...same, ...surer });
      }
      const { count } = await store
        .selectFrom('memories')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .where('org_id', '=', organizationId)
        .executeTakeFirstOrThrow();
      if (Number(count) >= most) throw new Problem('memory_limit');
      await store.insertInto('memories').values(row).execute();
      await note(noteOf('memory.remembered', row));
      await takePlace({ store, user, now, note }, row, mayChange);
      return shown(row);
    },
  });

  add<Change, Id>({
    ...{ method: 'PATCH', url: '/v1/memory/:id', summary: 'Corrects a memory, puts it away, or shares it.', tag },
    params: one,
    body: strict({ ...said, topicKey: nullable(name(120)), archived: { type: 'boolean' } }, [
      ...['title', 'content', 'tags', 'topicKey', 'confidence', 'visibility', 'archived'],
    ]),
    answer: { 200: memory },
    async handle({ store, user, params, body, now, note, forget }) {
      const row = await changeableOf({ store, user }, params.id);
      const role = await roleIn(store, user.id, row.org_id, workers);
      // What is somebody's own is theirs to share, and what they shared theirs to take back.
      if (body.visibility !== undefined && row.user_id !== user.id) throw new Problem('forbidden');
      const corrected: MemoryRow = {
        ...row,
        ...{ title: body.title?.trim() ?? row.title, content: body.content ?? row.content },
        ...{ tags: body.tags === undefined ? row.tags : JSON.stringify(body.tags) },
        ...{ topic_key: body.topicKey === undefined ? row.topic_key : body.topicKey, updated_at: now },
        ...{ confidence: body.confidence ?? row.confidence, visibility: body.visibility ?? row.visibility },
        archived: body.archived === undefined ? row.archived : Number(body.archived),
      };
      const changed = { ...corrected, fingerprint: fingerprintOf(corrected) };
      const { id: key, ...values } = changed;
      await store.updateTable('memories').set(values).where('id', '=', key).execute();
      // Who heard of it while it was shared hears that it is no more.
      await note(noteOf('memory.changed', row.visibility === 'shared' ? row : changed));
      if (changed.title !== row.title || changed.content !== row.content || changed.tags !== row.tags) forget();
      const isPlaced = changed.status === 'active' && changed.archived === 0;
      if (isPlaced) await takePlace({ store, user, now, note }, changed, each => each.user_id === user.id || managers.includes(role));
      return shown(changed);
    },
  });
}

/** The active memories that stand where this one stands: of the same readers and the same place. */
function beside({ store }: Pick<Changing, 'store'>, row: MemoryRow) {
  return store
    .selectFrom('memories')
    .selectAll()
    .where('org_id', '=', row.org_id)
    .where('status', '=', 'active')
    .where('visibility', '=', row.visibility)
    .where('project_id', row.project_id === null ? 'is' : '=', row.project_id)
    .$if(row.visibility === 'private', some => some.where('user_id', '=', row.user_id));
}

/** Those of the same topic or the same words are superseded, as far as who writes may change them. */
async function takePlace({ store, now, note }: Changing, row: MemoryRow, mayChange: (row: MemoryRow) => boolean): Promise<void> {
  const older = await beside({ store }, row)
    .where('id', '!=', row.id)
    .where('kind', '=', row.kind)
    .where(eb => eb.or([eb('fingerprint', '=', row.fingerprint), ...(row.topic_key === null ? [] : [eb('topic_key', '=', row.topic_key)])]))
    .execute();
  for (const each of older.filter(mayChange)) {
    await store.updateTable('memories').set({ status: 'superseded', updated_at: now }).where('id', '=', each.id).execute();
    await note(noteOf('memory.superseded', each));
  }
}
