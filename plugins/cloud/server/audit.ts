import { randomUUIDv7 } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';

/** What a value was, and what it is now; no secret and no words of a memory or a conversation. */
export type Details = Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>;

export interface AuditEntry {
  readonly action: string;
  readonly actor?: string;
  readonly org?: string;
  readonly target?: string;
  /** The account that alone hears of it, where not the whole organization does. */
  readonly only?: string;
  readonly details?: Details;
}

/** Writes down who did what; in the transaction of what was done. */
export async function audit(store: Store, request: Pick<FastifyRequest, 'ip'>, now: number, entry: AuditEntry): Promise<void> {
  const row = { id: randomUUIDv7(), org_id: entry.org ?? null, actor: entry.actor ?? null, action: entry.action };
  const details = entry.details === undefined ? null : JSON.stringify(entry.details);
  await store
    .insertInto('audit')
    .values({ ...row, target: entry.target ?? null, ip: request.ip, ts: now, details })
    .execute();
}

/** What of these values differs. */
export function differences(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Details {
  const names = Object.keys(after).filter(name => before[name] !== after[name]);
  return Object.fromEntries(names.map(name => [name, { before: before[name], after: after[name] }]));
}
