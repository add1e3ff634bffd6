import { randomUUIDv7 } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';

export interface AuditEntry {
  readonly action: string;
  readonly actor?: string;
  readonly org?: string;
  readonly target?: string;
}

/** Writes down who did what; in the transaction of what was done. */
export async function audit(store: Store, request: FastifyRequest, now: number, entry: AuditEntry): Promise<void> {
  const row = { id: randomUUIDv7(), org_id: entry.org ?? null, actor: entry.actor ?? null, action: entry.action };
  await store
    .insertInto('audit')
    .values({ ...row, target: entry.target ?? null, ip: request.ip, ts: now })
    .execute();
}
