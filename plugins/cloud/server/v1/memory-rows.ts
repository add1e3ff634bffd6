import { createHash } from 'node:crypto';
import { Problem } from '../../protocol/problems.ts';
import { choice, id, list, name, nullable, type Schema, strict, text } from '../../protocol/schemas.ts';
import type { MemoryRow } from '../../store/schema.ts';
import type { AuditEntry } from '../audit.ts';
import { managers, roleIn, roles, workers } from './membership.ts';
import type { Asked } from './routes.ts';

const word = { type: 'string' };
const time = { type: 'integer' };
export const kind = choice('preference', 'decision', 'fact', 'profile', 'repo_convention', 'task_state', 'summary');
const confidence = { type: 'number', minimum: 0, maximum: 1 };
const visibility = choice('private', 'shared');
export const tags: Schema = { type: 'array', maxItems: 20, uniqueItems: true, items: name(60) };
export const memory = strict({
  ...{ id, organizationId: id, userId: id, projectId: nullable(id), scope: word, visibility: word, kind: word },
  ...{ title: word, content: word, tags: list(word), topicKey: nullable(word), confidence, status: word, archived: { type: 'boolean' } },
  ...{ originType: word, sourceConversationId: nullable(id), timesUsed: time, lastUsedAt: nullable(time), reinforcedAt: time },
  ...{ createdAt: time, updatedAt: time },
});
export const one = strict({ id });
/** What can be said of a memory, and corrected. */
export const said = { title: name(200), content: text(8_000), tags, confidence, visibility };

export interface Narrowing {
  readonly organizationId: string;
  readonly projectId?: string;
  readonly kind?: string;
}

export interface Id {
  readonly id: string;
}

export type Asking = Pick<Asked<unknown, unknown, unknown>, 'store' | 'user'>;

/** The memories of an organization that somebody may read. */
export async function readable({ store, user }: Asking, { organizationId, projectId, kind: of }: Narrowing) {
  await roleIn(store, user.id, organizationId, workers);
  return store
    .selectFrom('memories')
    .selectAll('memories')
    .where('org_id', '=', organizationId)
    .where(eb => eb.or([eb('visibility', '=', 'shared'), eb('user_id', '=', user.id)]))
    .$if(projectId !== undefined, some => some.where('project_id', '=', projectId ?? null))
    .$if(of !== undefined, some => some.where('kind', '=', of ?? ''));
}

export async function memoryOf({ store, user }: Asking, key: string, allowed = workers): Promise<MemoryRow> {
  const row = await store.selectFrom('memories').selectAll().where('id', '=', key).executeTakeFirst();
  if (row === undefined) throw new Problem('not_found');
  const isOwn = row.user_id === user.id && row.visibility === 'private';
  await roleIn(store, user.id, row.org_id, isOwn ? allowed : workers);
  if (row.visibility !== 'shared' && row.user_id !== user.id) throw new Problem('not_found');
  return row;
}

/** One's own, or what is shared, for those who manage the organization. */
export async function changeableOf(asking: Asking, key: string, allowed = workers): Promise<MemoryRow> {
  const row = await memoryOf(asking, key, allowed);
  if (row.user_id !== asking.user.id) await roleIn(asking.store, asking.user.id, row.org_id, managers);
  return row;
}

/** What is one's own can be forgotten in every role. */
export const forgettableOf = (asking: Asking, key: string) => changeableOf(asking, key, roles);

/** What was done to a memory: a private one concerns its writer alone. */
export function noteOf(
  action: string,
  { id: target, org_id: org, user_id, visibility: seenBy }: Pick<MemoryRow, 'id' | 'org_id' | 'user_id' | 'visibility'>,
): Omit<AuditEntry, 'actor'> {
  return { action, org, target, ...(seenBy === 'private' && { only: user_id }) };
}

export function fingerprintOf({ kind: of, title, content }: Pick<MemoryRow, 'kind' | 'title' | 'content'>): string {
  const plain = [of, title, content].map(each => each.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim());
  return createHash('sha256').update(JSON.stringify(plain)).digest('base64url');
}

export function shown(row: MemoryRow) {
  return {
    ...{ id: row.id, organizationId: row.org_id, userId: row.user_id, projectId: row.project_id },
    ...{ scope: row.project_id === null ? 'global' : 'project', visibility: row.visibility, kind: row.kind, title: row.title },
    ...{ content: row.content, tags: JSON.parse(row.tags) as readonly string[], topicKey: row.topic_key, confidence: row.confidence },
    ...{ status: row.status, archived: row.archived === 1, originType: row.origin, sourceConversationId: row.conversation_id },
    ...{ timesUsed: row.times_used, lastUsedAt: row.last_used_at, reinforcedAt: row.reinforced_at },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  };
}
