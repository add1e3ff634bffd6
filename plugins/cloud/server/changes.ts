import type { FastifyRequest } from 'fastify';
import { dropKept } from '../store/kept.ts';
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
  /** Lets somebody hear of what was written down already. */
  tell(entry: Omit<AuditEntry, 'actor'>): Promise<void>;
  /** Says that words are gone: once the change is kept, no file of the database has them. */
  forget(): void;
}

type Changing = Pick<Cloud, 'store' | 'bus' | 'now' | 'forget'>;

/** Does something in one transaction. */
export async function change<T>(
  { store, bus, now, forget }: Changing,
  request: Pick<FastifyRequest, 'ip'>,
  actor: string | undefined,
  work: (acting: Acting) => Promise<T>,
): Promise<T> {
  const happened: Happened[] = [];
  let isForgotten = false;
  const done = await store.transaction().execute(async tx => {
    const at = now();
    const tell = async (entry: Omit<AuditEntry, 'actor'>) => {
      const { org: organizationId, target = null } = entry;
      const data = { actor: actor ?? null, target, ...(organizationId !== undefined && { organizationId }) };
      for (const stream of streamsOf(entry)) happened.push(await append(tx, { stream, ts: at, type: entry.action, data }));
    };
    return work({
      ...{ store: tx, now: at, tell },
      async note(entry) {
        await audit(tx, request, at, { ...entry, ...(actor !== undefined && { actor }) });
        if (await dropKept(tx, entry)) isForgotten = true;
        await tell(entry);
      },
      forget() {
        isForgotten = true;
      },
    });
  });
  for (const each of happened) bus.publish(each);
  if (isForgotten) await forget();
  return done;
}

/** Who is concerned: everybody in an organization, one account, or both. */
function streamsOf({ action, org, target, only }: AuditEntry): readonly string[] {
  if (only !== undefined) return [`user:${only}`];
  const person = target !== undefined && /^(?:user|member)\./.test(action) && !invitations.has(action) ? [`user:${target}`] : [];
  return org === undefined ? person : [`org:${org}`, ...person];
}

/** Their target is an invitation and no account. */
const invitations: ReadonlySet<string> = new Set(['member.invited', 'member.uninvited']);
