import type { FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';
import { append, type Happened } from '../store/streams.ts';
import { type AuditEntry, audit } from './audit.ts';
import type { Cloud } from './cloud.ts';

/** What a change needs besides who asks and for what. */
export interface Acting {
  /** The transaction of the change. */
  readonly store: Store;
  readonly now: number;
  /** Writes down what was done, with it; whom it concerns hears of it once it is kept. */
  note(entry: Omit<AuditEntry, 'actor'>): Promise<void>;
}

type Changing = Pick<Cloud, 'store' | 'bus' | 'now'>;

/** Does something in one transaction. */
export async function change<T>(
  { store, bus, now }: Changing,
  request: FastifyRequest,
  actor: string,
  work: (acting: Acting) => Promise<T>,
): Promise<T> {
  const happened: Happened[] = [];
  const done = await store.transaction().execute(tx => {
    const at = now();
    return work({
      ...{ store: tx, now: at },
      async note(entry) {
        await audit(tx, request, at, { ...entry, actor });
        const stream = streamOf(entry);
        if (stream === undefined) return;
        const data = { actor, target: entry.target ?? null };
        happened.push(await append(tx, { stream, ts: at, type: entry.action, data }));
      },
    });
  });
  for (const each of happened) bus.publish(each);
  return done;
}

/** Who is concerned: everybody in an organization, or one account. */
function streamOf({ action, org, target }: AuditEntry): string | undefined {
  if (org !== undefined) return `org:${org}`;
  return action.startsWith('user.') && target !== undefined ? `user:${target}` : undefined;
}
