import type { Handlers, Locale } from '@atelier/kernel';
import { type Core, folderOf, type Shape } from '../core.ts';
import { errors } from '../errors.ts';
import type { DraftPlace } from './attachments.ts';
import { MentionableFiles } from './mentions/mentionable-files.ts';

type Calls = Pick<
  Handlers<Shape>,
  'readDraft' | 'saveDraft' | 'prefill' | 'beginAttachment' | 'attachPiece' | 'endAttachment' | 'detach' | 'attachment' | 'mentionable'
>;

const maxMentioned = 50;

/** The calls that the composer makes while the person writes. */
export function draftCalls(core: Core, signal: AbortSignal): Calls {
  const { drafts, attachments, records, projects, choices, agent, git, windows, now, log } = core;
  const files = new MentionableFiles(git, signal, now);
  let locale: Locale = 'fr';
  const placeOf = (of: string): DraftPlace => ({ mode: records.find(of)?.accessMode ?? drafts.read(of).accessMode ?? 'secure', locale });
  const inLocale = async () => {
    locale = await core.locale().catch(() => locale);
  };
  const changed = (of: string) => windows.emit('draftChanged', { of });
  /** The folder whose files can be mentioned. */
  const folderFor = async (conversation: string | undefined, project: string | undefined) => {
    if (conversation === undefined) return project === undefined || project === '' ? undefined : projects.get(project).folder;
    records.get(conversation);
    return folderOf(core, conversation) ?? (await agent.state(conversation)).cwd;
  };
  return {
    async readDraft({ of }) {
      await inLocale();
      const { text, model: chosen, thinkingLevel, accessMode } = drafts.show(of);
      // A conversation has its own model; a new one begins with the model that was used last.
      const model = records.find(of) === undefined ? (chosen ?? (await core.lastModel())) : undefined;
      return {
        of,
        text,
        attachments: [...attachments.list(of, placeOf(of))],
        sends: drafts.sends(of),
        ...(model !== undefined && { model }),
        ...(thinkingLevel !== undefined && { thinkingLevel }),
        ...(accessMode !== undefined && { accessMode }),
      };
    },
    async saveDraft({ of, by, model, base, splices, edit, tried, known, text, ...others }) {
      const extension = core.onBehalfOf();
      if (extension !== undefined && others.accessMode === 'open') throw errors['conversations/open-mode-of-extension']({ extension });
      if (typeof model === 'string') {
        // What an extension chooses is not what the next conversation of the person begins with.
        if (extension === undefined) choices.keepLastModel(model);
        else {
          const by = await core.offererOf(model);
          if (by !== undefined) throw errors['conversations/offered-model']({ extension, model, by });
        }
      }
      const isConversation = records.find(of) !== undefined;
      const written = text === undefined || base === undefined ? undefined : { text, base, splices, edit, tried, known, by };
      const merged = written === undefined ? undefined : drafts.merge(of, written, now());
      const change = {
        ...others,
        ...(base === undefined && text !== undefined && { text }),
        ...(model !== undefined && !isConversation && { model }),
      };
      if (Object.keys(change).length > 0) drafts.save(of, change, now());
      // A person writes: the answer to it should not wait for a start.
      if (text !== undefined && text !== '' && by !== undefined && extension === undefined)
        agent.warm().catch(error => log.warn(String(error)));
      windows.emit('draftChanged', { of, ...(by !== undefined && { by }) });
      return merged === undefined || merged === text || extension !== undefined ? {} : { merged };
    },
    async prefill({ of, text }) {
      drafts.append(of, text, now());
      changed(of);
      return null;
    },
    async beginAttachment({ of, name, size, mimeType, resizedOf }) {
      return { upload: await attachments.begin({ of, name, size, mimeType, resizedOf }, placeOf(of)) };
    },
    async attachPiece({ upload, data }) {
      await attachments.piece(upload, Buffer.from(data, 'base64'));
      return null;
    },
    async endAttachment({ upload }) {
      await inLocale();
      let draft = '';
      const attachment = await attachments.end(upload, of => {
        draft = of;
        return placeOf(of);
      });
      changed(draft);
      return attachment;
    },
    async detach({ of, attachment }) {
      attachments.detach(of, attachment);
      changed(of);
      return null;
    },
    async attachment({ attachment }) {
      const { mimeType, data } = await attachments.content(attachment);
      return { mimeType, data: data.toString('base64') };
    },
    async mentionable({ conversation, project, text, limit = maxMentioned }) {
      const folder = await folderFor(conversation, project);
      if (folder === undefined) return { files: [], more: false };
      const { files: found, more } = await files.find(folder, text, limit);
      return { files: found.filter(({ path }) => path.length <= 4000).map(file => ({ ...file })), more };
    },
  };
}
