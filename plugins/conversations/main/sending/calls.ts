import type { Handlers } from '@atelier/kernel';
import type { Core, Shape } from '../core.ts';
import type { Messages } from '../messages/messages.ts';
import type { ConversationRecord } from '../records/conversations.ts';
import { type BranchParts, fork, regenerate, resend } from './branch.ts';
import { beginConversation, type NewConversation, type SendingParts, send } from './send.ts';

type Calls = Pick<Handlers<Shape>, 'send' | 'fork' | 'resend' | 'regenerate'>;

export interface SendingOptions extends Core {
  readonly messages: Messages;
  readonly locale: () => Promise<'fr' | 'en'>;
  readonly created: SendingParts['created'];
  readonly received: SendingParts['received'];
}

const placeholders = { fr: 'Nouvelle conversation', en: 'New conversation' };

/** What makes a conversation, and what goes on in one. */
export function sendingCalls(options: SendingOptions): {
  readonly calls: Calls;
  readonly begin: (begin: NewConversation) => ConversationRecord;
} {
  let locale: 'fr' | 'en' = 'fr';
  const parts: BranchParts = {
    ...options,
    placeholder: () => placeholders[locale],
    draftChanged: of => options.publisher().emit('draftChanged', { of }),
    entryOf: (conversation, entry) => options.messages.entryOf(conversation, entry),
    created(record) {
      options.changed(record.id, true);
      options.created(record);
    },
  };
  const calls: Calls = {
    async send({ sends, ...params }) {
      // Claimed before anything is waited for, so that two windows cannot both send one draft.
      const unclaim = params.draft === undefined ? undefined : options.drafts.claim(params.draft, sends);
      try {
        locale = await options.locale().catch(() => locale);
        return await send(parts, params);
      } catch (error) {
        unclaim?.();
        throw error;
      }
    },
    fork: async ({ conversation, entry }) => ({ conversation: await fork(parts, conversation, entry) }),
    async resend({ conversation, entry, text }) {
      await resend(parts, conversation, entry, text);
      return null;
    },
    async regenerate({ conversation, entry, model }) {
      await regenerate(parts, conversation, entry, model);
      return null;
    },
  };
  return { calls, begin: begin => beginConversation(parts, begin) };
}
