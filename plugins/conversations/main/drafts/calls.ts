import type { Handlers } from '@atelier/kernel';
import type { Core, Shape } from '../core.ts';
import { errors } from '../errors.ts';

type Calls = Pick<
  Handlers<Shape>,
  'readDraft' | 'saveDraft' | 'beginAttachment' | 'attachPiece' | 'endAttachment' | 'detach' | 'attachment' | 'mentionable'
>;

/** What the composer asks while one writes. */
export function draftCalls({ drafts, publisher, now }: Core, _folderOf: (conversation: string) => Promise<string | undefined>): Calls {
  const notYet = async (): Promise<never> => {
    throw errors['conversations/nothing-to-send']({});
  };
  return {
    async readDraft({ of }) {
      const { text, model, thinkingLevel, accessMode } = drafts.read(of);
      return {
        of,
        text,
        attachments: [],
        ...(model !== undefined && { model }),
        ...(thinkingLevel !== undefined && { thinkingLevel }),
        ...(accessMode !== undefined && { accessMode }),
      };
    },
    async saveDraft({ of, by, ...change }) {
      drafts.save(of, change, now());
      publisher().emit('draftChanged', { of, ...(by !== undefined && { by }) });
      return null;
    },
    beginAttachment: notYet,
    attachPiece: notYet,
    endAttachment: notYet,
    detach: notYet,
    attachment: notYet,
    mentionable: async () => ({ files: [], more: false }),
  };
}
