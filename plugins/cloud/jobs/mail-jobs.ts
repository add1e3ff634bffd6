import type { Language } from '../protocol/language.ts';
import type { Store } from '../store/store.ts';
import type { Handler } from './jobs.ts';
import type { Mailer } from './mailer.ts';
import { mailText } from './mails.ts';
import { hashOf, mintMailToken, newToken } from './tokens.ts';

export interface MailJobsOptions {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** The mails, each made when it is sent: a token that waits in a queue would be one more place to steal it from. */
export function mailHandlers({ store, mailer, publicUrl, now }: MailJobsOptions): Readonly<Record<string, Handler>> {
  const host = new URL(publicUrl).host;
  const address = (path: string, token: string, returnTo?: string) =>
    `${publicUrl}${path}?${new URLSearchParams({ token, ...(returnTo !== undefined && { return_to: returnTo }) })}`;
  const userOf = (userId: string) => store.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

  const toUser = (name: 'verify' | 'reset' | 'alreadyThere'): Handler => {
    return async body => {
      const { userId, returnTo } = body as { userId: string; returnTo?: string };
      const user = await userOf(userId);
      if (user === undefined || (name === 'verify' && user.email_verified_at !== null)) return;
      const link =
        name === 'alreadyThere'
          ? `${publicUrl}/cloud/login`
          : address(
              name === 'verify' ? '/cloud/verify-email' : '/cloud/reset-password',
              await mintMailToken(store, name, user.id, now()),
              returnTo,
            );
      await mailer.send(user.email, mailText(name, languageIn(user.language), { name: user.display_name, host, link }));
    };
  };

  return {
    'mail-verify': toUser('verify'),
    'mail-reset': toUser('reset'),
    'mail-already-there': toUser('alreadyThere'),
    // As much work as the others: whether an address has an account must not show in how long anything takes.
    'mail-nobody': async () => {},
    'mail-invite': async body => {
      const { inviteId } = body as { inviteId: string };
      const invite = await store
        .selectFrom('invites')
        .innerJoin('organizations', 'organizations.id', 'invites.org_id')
        .innerJoin('users', 'users.id', 'invites.inviter')
        .select(['invites.email', 'invites.accepted_at', 'organizations.name as organization', 'users.display_name', 'users.language'])
        .where('invites.id', '=', inviteId)
        .executeTakeFirst();
      if (invite === undefined || invite.accepted_at !== null) return;
      const token = newToken();
      await store
        .updateTable('invites')
        .set({ token_hash: hashOf(token) })
        .where('id', '=', inviteId)
        .execute();
      const values = { name: invite.display_name, organization: invite.organization, host, link: address('/cloud/accept-invite', token) };
      await mailer.send(invite.email, mailText('invite', languageIn(invite.language), values));
    },
  };
}

function languageIn(text: string): Language {
  return text === 'fr' ? 'fr' : 'en';
}
