import type { Handlers, Notification } from '@atelier/kernel';
import type { Core, Shape } from '../core.ts';
import type { Moment } from './follow-agent.ts';

type Calls = Pick<Handlers<Shape>, 'presence'>;

export interface MomentParts extends Core {
  readonly notify: (notification: Notification) => Promise<void>;
  readonly locale: () => Promise<'fr' | 'en'>;
}

/** What the person is told of, by a notification or by a sound, when a turn comes to something. */
export function openMoments({ presence, records, changed, now }: MomentParts): {
  readonly calls: Calls;
  readonly take: (conversation: string, moment: Moment, text: string | undefined) => void;
} {
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
    take: () => undefined,
  };
}
