import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../store/store.ts';

export type MailTokenKind = 'verify' | 'reset';

const hour = 3_600_000;
const lives: Readonly<Record<MailTokenKind, number>> = { verify: 24 * hour, reset: hour };

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What of a token is kept. It is random and long, so a plain hash is enough. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** A new token for a link in a mail. Earlier ones of the same kind end with it. */
export async function mintMailToken(store: Store, kind: MailTokenKind, userId: string, now: number): Promise<string> {
  const token = newToken();
  await store.transaction().execute(async tx => {
    await tx.deleteFrom('mail_tokens').where('expires_at', '<=', now).execute();
    await tx.deleteFrom('mail_tokens').where('user_id', '=', userId).where('kind', '=', kind).where('used_at', 'is', null).execute();
    await tx
      .insertInto('mail_tokens')
      .values({ hash: hashOf(token), user_id: userId, kind, created_at: now, expires_at: now + lives[kind], used_at: null })
      .execute();
  });
  return token;
}

/** The user whose token it is, once: the second one who comes with it gets nothing. */
export async function useMailToken(store: Store, kind: MailTokenKind, token: string, now: number): Promise<string | undefined> {
  const used = await store
    .updateTable('mail_tokens')
    .set({ used_at: now })
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id;
}
