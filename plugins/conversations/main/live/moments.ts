import type { Handlers, Notification } from '@atelier/kernel';
import type { Preferences } from '../../contract/index.ts';
import type { Core, Shape } from '../core.ts';
import type { Moment } from './follow-agent.ts';
import { momentTitle } from './moment-texts.ts';

type Calls = Pick<Handlers<Shape>, 'presence'>;

export interface MomentParts extends Pick<Core, 'records' | 'presence' | 'choices' | 'publisher' | 'changed' | 'now' | 'log'> {
  readonly notify: (notification: Notification) => Promise<void>;
  readonly locale: () => Promise<'fr' | 'en'>;
}

const cooldownMs = 1500;
const switches: Record<Moment, keyof Preferences> = { done: 'notifyDone', needsYou: 'notifyNeedsYou', failed: 'notifyFailed' };

/** What the person is told of, by a notification or by a sound, when a turn comes to something. */
export function openMoments({ presence, records, choices, publisher, changed, now, log, notify, locale }: MomentParts): {
  readonly calls: Calls;
  readonly take: (conversation: string, moment: Moment, text: string | undefined) => void;
} {
  let lastChime = Number.NEGATIVE_INFINITY;
  const tell = async (conversation: string, moment: Moment, text: string | undefined) => {
    const record = records.find(conversation);
    if (record === undefined) return;
    const title = momentTitle(await locale().catch(() => 'fr' as const), moment, record.title);
    await notify({ title, ...(text !== undefined && { body: text.slice(0, 300) }), command: 'conversations.show', args: { conversation } });
  };
  return {
    calls: {
      async presence({ window, focused, conversation }) {
        presence.report(window, focused, conversation, now());
        if (focused && conversation !== undefined && records.find(conversation)?.unread === true) {
          records.change(conversation, { unread: false });
          changed(conversation, false);
        }
        return null;
      },
    },
    take(conversation, moment, text) {
      const preferences = choices.preferences();
      if (preferences.chime && now() - lastChime >= cooldownMs) {
        lastChime = now();
        publisher().emit('chime', { reason: moment, window: presence.lastUsed ?? '' });
      }
      // Whoever looks at a window of ours sees it there.
      if (presence.isFocused || preferences[switches[moment]] !== true) return;
      tell(conversation, moment, text).catch(error => log.warn(String(error)));
    },
  };
}
