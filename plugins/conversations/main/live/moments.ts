import type { ExtensionContext, Handlers } from '@atelier/kernel';
import { plainText } from '@atelier/kernel/plain-text';
import type { Preferences } from '../../contract/index.ts';
import type { Core, Shape } from '../core.ts';
import type { Moment } from './follow-agent.ts';
import { momentTitle } from './moment-texts.ts';

type Calls = Pick<Handlers<Shape>, 'attend' | 'presence'>;

const cooldownMs = 1500;
/** Of an answer, so much is read for a notification, and so much is in it. */
const [mostRead, mostBody] = [2000, 300];
const switches: Record<Moment, keyof Preferences> = { done: 'notifyDone', needsYou: 'notifyNeedsYou', failed: 'notifyFailed' };

/** Notifies the person, by a notification and a sound, when a turn ends, fails or needs an answer. */
export function openMoments(
  ctx: Pick<ExtensionContext, 'notify' | 'signal'>,
  core: Core,
): {
  readonly calls: Calls;
  readonly take: (conversation: string, moment: Moment, text: string | undefined) => void;
} {
  const { presence, records, choices, windows, now, log } = core;
  let lastChime = Number.NEGATIVE_INFINITY;
  const notify = async (conversation: string, moment: Moment, text: string | undefined) => {
    const record = records.find(conversation);
    if (record === undefined) return;
    const title = momentTitle(await core.locale().catch(() => 'fr' as const), moment, record.title);
    await ctx.notify({
      title,
      ...(text !== undefined && { body: plainText(text.slice(0, mostRead)).slice(0, mostBody) }),
      command: 'conversations.show',
      args: { conversation },
    });
  };
  return {
    calls: {
      async attend({ window }, signal) {
        await presence.attend(window, AbortSignal.any([signal, ctx.signal]));
        return null;
      },
      async presence({ window, focused, conversation }) {
        presence.report(window, focused, conversation, now());
        const seen = focused && conversation !== undefined ? records.find(conversation) : undefined;
        if (seen === undefined) return null;
        records.change(seen.id, { unread: false, lastReadAt: now() });
        if (seen.unread) windows.changed(seen.id, false);
        return null;
      },
    },
    take(conversation, moment, text) {
      const preferences = choices.preferences();
      if (preferences.chime && now() - lastChime >= cooldownMs) {
        lastChime = now();
        windows.emit('chime', { reason: moment, window: presence.lastUsed ?? '' });
      }
      // No notification is needed while a window of the app has the focus.
      if (presence.isFocused || preferences[switches[moment]] !== true) return;
      notify(conversation, moment, text).catch(error => log.warn(String(error)));
    },
  };
}
